// Shows players, searches, and saves games and tables. viewer.js replays the games.
(() => {
  'use strict';
  const { byId, jsonOf, t, element, save, pgnOf, hooks, actions, viewer, isEmbedded } = gameViewer;
  document.documentElement.classList.add('js');

  // Builds the elements of a folded part, which the page contains as text.
  function build(part) {
    const kept = part.querySelector(':scope > noscript');
    if (!kept) return;
    const template = document.createElement('template');
    template.innerHTML = kept.textContent;
    kept.replaceWith(template.content);
  }
  const parts = within => [...within.querySelectorAll('details.fold')];
  document.addEventListener('toggle', event => { if (event.target.open) build(event.target); }, true);
  addEventListener('beforeprint', () => parts(document).forEach(part => { build(part); part.open = true; }));

  const plain = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  function search(input) {
    const sought = plain(input.value).split(/\s+/).filter(Boolean);
    const has = text => { const lower = plain(text); return sought.every(word => lower.includes(word)); };
    const list = byId('games');
    for (const part of parts(list)) {
      const kept = part.querySelector(':scope > noscript');
      if (sought.length && kept && (/[&<>"']/.test(input.value) || has(kept.textContent))) build(part);
      part.dataset.was ??= part.open ? 'open' : '';
    }
    let found = 0;
    for (const row of list.querySelectorAll('tbody tr')) {
      row.hidden = !has(row.textContent);
      if (!row.hidden) ++found;
    }
    for (const part of parts(list)) {
      const hits = part.querySelector('tbody tr:not([hidden])') !== null;
      part.hidden = sought.length > 0 && !hits;
      part.open = sought.length ? hits : part.dataset.was === 'open';
      if (!sought.length) delete part.dataset.was;
    }
    byId('found').textContent = sought.length ? t('Games found: {}', found) : '';
  }
  const input = byId('search');
  let pause = 0;
  if (input) input.addEventListener('input', () => { clearTimeout(pause); pause = setTimeout(search, 120, input); });

  // Quotes text as a CSV field. A spreadsheet must not run it as a formula.
  function csvField(text) {
    if (/^[=@\t\r]|^[+\-](?![\d.,]*$)/.test(text)) text = `'${text}`;
    return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  }
  function csvOf(section) {
    parts(section).forEach(build);
    const tables = [...section.querySelectorAll('table')];
    const names = section.id === 'games' && tables.length > 1;
    const rows = [];
    let heading = '';
    for (const table of tables) {
      const line = row => (names ? [table.caption.textContent] : []).concat([...row.cells].map(cell => cell.textContent.trim()));
      const first = line(table.tHead.rows[0]);
      if (names) first[0] = t('Round');
      if (heading !== (heading = first.join())) rows.push(first);
      for (const row of table.tBodies[0].rows) rows.push(line(row));
    }
    return '\ufeff' + rows.map(row => row.map(csvField).join(',') + '\r\n').join('');
  }

  let numbers = null;
  const games = () => {
    if (numbers) return numbers;
    const found = [...document.querySelectorAll('script[id^="data-"]')].map(data => data.id.slice(5));
    return document.readyState === 'loading' ? found : numbers = found;
  };

  let card = null, players = null;
  function openCard(number) {
    players ??= jsonOf('players');
    const player = players?.[number - 1];
    if (!player) return;
    if (!card) {
      card = element('dialog', { id: 'card', 'aria-labelledby': 'c-title' });
      card.addEventListener('close', closed);
      document.body.append(card);
    }
    const nameOf = p => p.t ? `${p.t} ${p.n}` : p.n;
    const facts = [['Place', player.l], ['Points', player.p], ['Rating', player.r], ['Performance', player.e], ['Rating change', player.c],
      ['Federation', player.f], ['Team', player.m], ['Born', player.b],
      ['Starting number', player.s], ['FIDE ID', player.i]].filter(fact => fact[1]);
    const row = ([round, opponent, color, result, game, page]) => {
      const other = players[opponent - 1];
      return element('tr', {}, element('td', { class: 'num' }, String(round || '?')),
        element('td', {}, other ? t(color === 'w' ? 'White' : 'Black') : ''),
        element('th', { scope: 'row', class: 'name' }, other ? element('a', { href: `#player-${opponent}` }, nameOf(other)) : t('bye')),
        element('td', { class: 'num' }, (other && other.r) || ''),
        element('td', { class: 'result' }, game ? element('a', { href: `${page ? jsonOf('pages')[page - 1] : ''}#game-${game}` }, result) : result));
    };
    const heading = (name, kind) => element('th', { scope: 'col', class: kind }, t(name));
    const close = element('button', { type: 'button', 'data-do': 'close' }, t('Close'));
    card.replaceChildren(
      element('div', { class: 'v-head' }, element('h2', { id: 'c-title' }, nameOf(player)), element('div', { class: 'v-tools' }, close)),
      element('div', { class: 'c-body' },
        element('dl', { class: 'figures' }, ...facts.map(([name, value]) => element('div', {}, element('dt', {}, t(name)), element('dd', {}, value)))),
        element('table', {}, element('caption', {}, t('Games')),
          element('thead', {}, element('tr', {}, heading('Round', 'num'), heading('Colour', ''), heading('Opponent', 'name'), heading('Rating', 'num'), heading('Result', 'result'))),
          element('tbody', {}, ...player.g.map(row)))));
    if (!card.open) card.showModal();
    card.dataset.player = number;
    card.scrollTop = 0;
  }
  let opener = null;
  hooks.games = games;
  hooks.load = id => jsonOf(`data-${id}`);
  hooks.moved = place => { if (!isEmbedded) history.replaceState(null, '', place); };
  function fromHash() {
    const ofGame = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    const ofPlayer = /^#player-(\d+)$/.exec(location.hash);
    if (isEmbedded) gameViewer.open(games()[0], Number(ofGame?.[2] || 0));
    else if (ofGame) gameViewer.open(ofGame[1], Number(ofGame[2] || 0));
    else if (viewer?.open) viewer.close();
    if (ofPlayer) openCard(Number(ofPlayer[1]));
    else if (!ofGame && card?.open) card.close();
  }
  function closed() {
    const isCardOpen = card?.open;
    history.replaceState(null, '', isCardOpen ? `#player-${card.dataset.player}` : location.pathname + location.search);
    if (!isCardOpen && opener && opener.isConnected) opener.focus();
  }

  actions['all-pgn'] = () => save(document.title, 'text/pgn', games().map(id => pgnOf(jsonOf(`data-${id}`))).join(''));
  actions.csv = button => { const section = button.closest('section'); save(`${document.title} ${section.querySelector('h2').textContent}`, 'text/csv', csvOf(section)); };
  document.addEventListener('click', event => {
    const link = event.target.closest('a[href^="#game-"], a[href^="#player-"]');
    if (link && !link.closest('dialog')) opener = link;
    if (event.target === card) card.close();
  });
  viewer?.addEventListener('close', closed);
  addEventListener('hashchange', fromHash);
  parts(document).forEach((part, i) => { part.open = history.state?.open?.[i] ?? part.open; });
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', fromHash);
  else fromHash();

  // A page that changes loads itself again. A reader at the end of a game stays at its end, and open
  // parts stay open.
  const seconds = Number(document.body.dataset.reload);
  if (seconds) {
    setInterval(() => {
      if (input?.value) return;
      const isAtEnd = gameViewer.isAtEnd();
      const open = parts(document).map(part => part.open);
      history.replaceState({ open }, '', isAtEnd ? `#game-${gameViewer.openNumber()}-9999` : location.href);
      location.reload();
    }, seconds * 1000);
  }
  // Reports the height of the contents to the page around the frame.
  if (document.body.classList.contains('framed') && parent !== window) {
    new ResizeObserver(() => parent.postMessage({ arbiter: 'height', height: document.documentElement.offsetHeight }, '*'))
      .observe(document.body);
  }
})();

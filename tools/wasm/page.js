// The page: a Worker runs the program over the files, and the page shows what it prints.
(() => {
  'use strict';
  const { byId, jsonOf, speak, t, element, boardOf, drawnBoard, hooks, open, viewer } = gameViewer;
  const startPosition = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  const maxFindings = 20000, shownAtOnce = 100;

  // The language, and the texts of the page itself, each with its English text.
  const languages = jsonOf('languages');
  let language = 'en';
  const texts = [];
  for (const part of document.querySelectorAll('body > header, main, footer > *, #viewer, .skip')) {
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) texts.push([walk.currentNode, 'data', walk.currentNode.data]);
    for (const one of [part, ...part.querySelectorAll('[aria-label], [title]')]) {
      for (const name of ['ariaLabel', 'title']) if (one[name]) texts.push([one, name, one[name]]);
    }
  }
  function setLanguage(code) {
    language = code in languages ? code : 'en';
    speak(languages[language] ?? {});
    document.documentElement.lang = byId('language').value = language;
    for (const [one, name, english] of texts) one[name] = english.replace(/\S(.*\S)?/s, text => t(text));
  }
  const number = count => count.toLocaleString(language);

  // The Worker, which is replaced when it is stopped.
  let worker, program, waiting = new Map(), count = 0, files = new Map();
  function newWorker() {
    program ??= Uint8Array.from(atob(byId('program').textContent.trim()), letter => letter.charCodeAt(0));
    const made = new Worker(URL.createObjectURL(new Blob([byId('worker').textContent], { type: 'text/javascript' })));
    made.postMessage({ program });
    made.postMessage({ files: [...files] });
    return made;
  }
  function startWorker() {
    worker?.terminate();
    worker = newWorker();
    worker.onmessage = ({ data }) => {
      if (data.part !== undefined) byId('busy-part').value = data.part;
      if (data.status === undefined) return;
      waiting.get(data.id)(data);
      waiting.delete(data.id);
    };
  }
  // Runs a command over the files; `kept` are names of files that it writes.
  function run(args, kept = []) {
    if (!worker) startWorker();
    return new Promise(done => {
      const id = ++count;
      waiting.set(id, done);
      worker.postMessage({ id, args, kept });
    });
  }
  async function recordsOf(args) {
    const { output, errors, status } = await run(args);
    const text = await output.text();
    return { records: text.split('\n').filter(Boolean).map(line => JSON.parse(line)), errors, status };
  }
  // Shows that a task is running. Returns nothing if the task was stopped or failed.
  let task = 0;
  async function busyWith(what, act) {
    const own = ++task;
    byId('busy-what').textContent = what;
    byId('busy-part').value = 0;
    byId('busy').hidden = false;
    byId('problem').hidden = true;
    try {
      return await act(() => own === task);
    } catch (fault) {
      complain(fault.message);
    } finally {
      if (own === task) byId('busy').hidden = true;
    }
  }
  function complain(text) {
    byId('problem').textContent = text;
    byId('problem').hidden = !text;
  }
  function stop() {
    ++task;
    waiting.clear();
    startWorker();
    if (byId('explorer').hidden) closeExplorer();
    byId('busy').hidden = true;
    complain(t('Stopped.'));
  }

  // Files, by their paths in the file system of the program.
  const nameOf = path => path.slice(1);
  const isReport = path => /\.trfx?$/i.test(path);
  const paths = () => [...files.keys()];
  async function filesOf(entry, folder = '') {
    if (entry.isFile) return [[`${folder}/${entry.name}`, await new Promise((done, fail) => entry.file(done, fail))]];
    const reader = entry.createReader(), found = [];
    for (;;) {
      const some = await new Promise((done, fail) => reader.readEntries(done, fail));
      if (!some.length) return found;
      for (const one of some) found.push(...await filesOf(one, `${folder}/${entry.name}`));
    }
  }
  function setFiles(list) {
    // The program searches folders for these names, too.
    const isGames = path => /\.(pgn|trfx?|txt|zip|tar|tgz)(\.(gz|bz2|zst))?$/i.test(path);
    const given = list.length > 1 ? list.filter(([path]) => isGames(path)) : list;
    if (!given.length) return complain(t('No game file or tournament report was found.'));
    files = new Map(given);
    waiting.clear();
    startWorker();
    showAll();
  }

  // Findings.
  let findings = [], summary = null, shown = 0;
  const isNote = finding => finding.severity === 'note';
  function chosenFindings() {
    const kind = byId('kind').value;
    return findings.filter(finding => (byId('notes').checked || !isNote(finding)) && (!kind || finding.id === kind));
  }
  function boardAt(fen, label) {
    return element('div', {}, drawnBoard({ board: boardOf(fen.split(' ')[0]), label }));
  }
  function shownFinding(finding, index) {
    const place = [nameOf(finding.file), t('line {}', finding.line), finding.white && `${finding.white} – ${finding.black}`, finding.round && t('round {}', finding.round)];
    const body = element('div', finding.fen ? {} : { class: 'alone' },
      element('p', { class: 'message' }, finding.message),
      ...(finding.help ? [element('p', { class: 'help' }, finding.help)] : []),
      element('p', { class: 'source' }, [t(finding.severity), finding.article, ...place].filter(Boolean).join(' · ')),
      element('div', { class: 'x-row' },
        ...(finding.game ? [element('button', { type: 'button', 'data-sheet': index }, t('Score sheet'))] : []),
        ...(finding.fen && finding.severity === 'error' ? [element('button', { type: 'button', 'data-repair': index }, t('Repairs'))] : []),
        element('button', { type: 'button', 'data-explain': finding.id }, t('Explain {}', finding.id))));
    return element('li', {}, ...(finding.fen ? [boardAt(finding.fen, finding.san ? t('The position before {}', finding.san) : t('The position before the move'))] : []), body);
  }
  function showFindings() {
    const chosen = chosenFindings();
    shown = Math.min(chosen.length, Math.max(shown, shownAtOnce));
    byId('findings').replaceChildren(...chosen.slice(0, shown).map(finding => shownFinding(finding, findings.indexOf(finding))));
    byId('more').hidden = shown >= chosen.length;
  }
  function figure(name, value, kind) {
    return element('div', kind && value ? { class: kind } : {}, element('dt', {}, name), element('dd', {}, number(value)));
  }
  async function check() {
    const { records, errors } = await recordsOf(['validate', '--format=json', '--no-config', '--notes', `--max-findings=${maxFindings}`, '--', ...paths().filter(path => !isReport(path))]);
    findings = records.filter(record => record.type === 'finding');
    summary = records.find(record => record.type === 'summary');
    if (!summary) throw new Error(errors || t('The files could not be read.'));
    const failures = records.filter(record => record.type === 'failure');
    if (failures.length) complain(failures.map(({ file, message }) => `${nameOf(file)}: ${message}`).join('\n'));
    byId('verdict').textContent = t('Errors: {}. Warnings: {}. Games: {}.', number(summary.errors), number(summary.warnings), number(summary.games))
      + (summary.withheld ? ` ${t('Findings not shown: {}.', number(summary.withheld))}` : '');
    byId('figures').replaceChildren(figure(t('Games'), summary.games), figure(t('Moves'), summary.plies), figure(t('Errors'), summary.errors, 'bad'), figure(t('Warnings'), summary.warnings, 'doubtful'), figure(t('Notes'), summary.notes));
    const kinds = Object.entries(summary.counts).sort();
    byId('kind').replaceChildren(element('option', { value: '' }, t('all kinds')), ...kinds.map(([id, number]) => element('option', { value: id }, `${id} (${number})`)));
    shown = 0;
    showFindings();
  }

  // The score sheet: the game as the program reads it, converted to the data of the viewer.
  const stripped = comments => (comments ?? []).map(text => text.replace(/\[%[^\]]*\]/g, '').trim()).filter(Boolean);
  function lineOf(node, before) {
    const marks = { g: node.nags, c: stripped(node.comments) };
    if ('clock' in node) marks.k = node.clock;
    if ('eval' in node) marks.e = node.eval;
    if ('mate' in node) marks.f = node.mate;
    if (!marks.c.length) delete marks.c;
    if (!node.moves) return marks;
    let board = before;
    const m = node.moves.map(move => {
      const replaced = board, after = boardOf(move.fen.split(' ')[0]);
      board = after;
      const d = after.map((piece, i) => piece === replaced[i] ? '' : 'abcdefgh'[i % 8] + (1 + (i >> 3)) + piece).join('');
      return { s: move.san, d, ...lineOf(move), ...(move.variations ? { v: move.variations.map(variation => lineOf(variation, replaced)) } : {}) };
    });
    return { ...marks, m };
  }
  function viewed(game) {
    const fen = (game.tags.FEN ?? startPosition).split(' ');
    const tags = Object.entries(game.tags).flatMap(([name, value]) => [value].flat().map(one => [name, one]));
    if (game.moves.some(move => !move.fen)) return { t: tags, r: game.result, x: (game.words ?? []).join(' ') };
    return { t: tags, r: game.result, p: fen[0], b: fen[1] === 'b' ? 1 : 0, n: Number(fen[5] ?? 1), x: (game.words ?? []).join(' '), ...lineOf(game, boardOf(fen[0])) };
  }
  // Returns the file and the number of a finding's game. From a large file, only the text of this game is copied.
  const maxWhole = 4 << 20;
  async function textWithGame(finding) {
    const file = files.get(finding.file);
    if (!(file instanceof Blob) || file.size <= maxWhole) return [finding.file, finding.game];
    const from = Math.max(0, finding.offset - (1 << 18)), bytes = new Uint8Array(await file.slice(from, finding.offset + (1 << 18)).arrayBuffer());
    const text = new TextDecoder('latin1').decode(bytes), place = finding.offset - from;
    const start = Math.max(0, text.lastIndexOf('\n[Event ', place)), end = text.indexOf('\n[Event ', place);
    worker.postMessage({ files: [...files, ['/tmp/game.pgn', new Blob([bytes.slice(start, end < 0 ? undefined : end)])]] });
    return ['/tmp/game.pgn', 1];
  }
  let sheet = null;
  async function openSheet(finding) {
    const [path, number] = await textWithGame(finding);
    const { records } = await recordsOf(['fmt', '--quiet', '--format=jsonl', '--add=fens', '--', path]);
    const game = records.filter(record => record.tags)[number - 1];
    if (!game) throw new Error(t('The game could not be read again.'));
    sheet = viewed(game);
    hooks.load = () => sheet;
    hooks.games = () => [finding.game];
    open(finding.game, Math.min(Math.max((finding.ply ?? 1) - 1, 0), game.moves.length));
  }

  // Suggestions for a game with an illegal move; the chosen one is applied to the file in this page.
  async function showRepairs(finding, button) {
    const { records, errors } = await recordsOf(['repair', '--format=json', `--game=${finding.game}`, '--', finding.file]);
    const game = records.find(record => record.type === 'game');
    if (!game) throw new Error(errors.trim() || t('There is nothing to repair.'));
    const list = element('ol', {}, ...game.repairs.map((repair, i) => element('li', {},
      t('{} instead of {}: {}', repair.san ?? repair.text, repair.written, repair.reason),
      `${repair.share === null ? '' : t('; probability {} %', repair.share)}. `,
      element('button', { type: 'button', 'data-apply': i + 1, 'data-file': finding.file, 'data-game': finding.game }, t('Use it')))));
    button.closest('li').querySelector('.repairs')?.remove();
    button.parentElement.after(element('div', { class: 'repairs' }, game.repairs.length ? list : t('No likely repair was found.')));
  }
  async function applyRepair(path, game, number) {
    const made = '/tmp/repaired.pgn';
    const result = await run(['repair', '--quiet', `--apply=${number}`, `--game=${game}`, '--force', `--output=${made}`, '--', path], [made]);
    if (!result.made[made]) throw new Error(result.errors.trim());
    files.set(path, new Blob([result.made[made]]));
    worker.postMessage({ files: [...files] });
    await showAll();
  }
  async function explain(id, button) {
    const { output } = await run(['explain', id]);
    button.closest('li').querySelector('.explanation')?.remove();
    button.parentElement.after(element('pre', { class: 'explanation', tabindex: '0' }, (await output.text()).trim()));
  }

  // Standings, and the games compared with a tournament report.
  const fixed = ['type', 'event', 'place', 'name', 'fide_id', 'title', 'federation', 'team', 'rating', 'points', 'games', 'results'];
  function standingsTable(name, players) {
    const ties = Object.keys(players[0]).filter(key => !fixed.includes(key) && players.some(player => player[key] !== null));
    const rounds = Math.max(...players.map(player => player.results?.length ?? 0));
    const head = [t('Place'), t('Name'), t('Rating'), t('Points'), ...ties, ...Array.from({ length: rounds }, (_, i) => String(i + 1))];
    const rows = players.map(player => element('tr', {},
      element('td', { class: 'num' }, player.place), element('th', { scope: 'row', class: 'name' }, [player.title, player.name].filter(Boolean).join(' ')),
      element('td', { class: 'num' }, player.rating ?? ''), element('td', { class: 'num points' }, player.points),
      ...ties.map(tie => element('td', { class: 'num' }, player[tie] ?? '')),
      ...Array.from({ length: rounds }, (_, i) => element('td', { class: 'result' }, player.results?.[i] ?? ''))));
    return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': name },
      element('table', {}, element('caption', {}, name), element('thead', {}, element('tr', {}, ...head.map(word => element('th', { scope: 'col' }, word)))), element('tbody', {}, ...rows)));
  }
  async function showStandings() {
    const reports = paths().filter(isReport), games = paths().filter(path => !isReport(path));
    const { records, errors } = await recordsOf(['standings', '--quiet', '--format=json', '--no-config', '--', ...games, ...reports.slice(0, 1)]);
    const events = Map.groupBy ? Map.groupBy(records, record => record.event ?? '') : new Map([['', records]]);
    const tables = [...events].flatMap(([event, players]) => [...(event ? [element('h3', {}, event)] : []), standingsTable(event || t('Standings'), players)]);
    byId('standings').replaceChildren(...(tables.length ? tables : [element('p', {}, errors.trim().replace(/^arbiter: standings: /, '') || t('No tournament was found.'))]));
    byId('crosscheck-title').hidden = !reports.length;
    byId('crosscheck').replaceChildren();
    byId('crosscheck-verdict').textContent = '';
    if (!reports.length || !games.length) return;
    const compared = await recordsOf(['crosscheck', '--format=json', ...games, reports[0]]);
    const found = compared.records.filter(record => record.type === 'finding');
    byId('crosscheck').replaceChildren(...found.map(finding => element('li', {}, element('div', { class: 'alone' }, element('p', { class: 'message' }, finding.message),
      element('p', { class: 'source' }, `${t(finding.severity)} · ${nameOf(finding.file)} · ${t('line {}', finding.line)}`)))));
    byId('crosscheck-verdict').textContent = compared.errors.trim().split('\n').pop();
  }

  // Downloads.
  function offer(name, content, type) {
    return element('a', { href: URL.createObjectURL(new Blob([content], { type })), download: name.split('/').pop() }, t('Save {}', name.split('/').pop()));
  }
  const commands = { fmt: ['Formatted', ['fmt']], repair: ['Repaired', ['repair', '--apply']] };
  function showDownloads() {
    byId('report-made').replaceChildren();
    byId('downloads').replaceChildren(...paths().filter(path => !isReport(path)).slice(0, 200).map(path => element('div', { class: 'x-row' },
      element('span', {}, nameOf(path)),
      ...Object.entries(commands).map(([command, [what]]) => element('button', { type: 'button', 'data-make': command, 'data-file': path, 'aria-label': t('{} games of {}', t(what), nameOf(path)) }, t(what))),
      ...(files.get(path).lastModified ? [] : [offer(path, files.get(path), 'application/x-chess-pgn')]))));
  }
  async function make(command, path, button) {
    const made = '/tmp/made.pgn', [what, words] = commands[command];
    const result = await run([...words, '--quiet', '--force', `--output=${made}`, '--', path], [made]);
    if (!result.made[made]) throw new Error(result.errors.trim() || t('Nothing was written.'));
    const changes = await (await run([command, '--quiet', '--diff', '--', path])).output.text();
    const name = path.replace(/\.(pgn)?[^./]*$/i, '') + `-${what.toLowerCase()}.pgn`;
    const row = button.closest('.x-row');
    row.parentElement.querySelector(`[data-of="${CSS.escape(command + path)}"]`)?.remove();
    row.after(element('div', { 'data-of': command + path }, offer(name, result.made[made], 'application/x-chess-pgn'),
      element('details', {}, element('summary', {}, t(changes ? 'Changes' : 'No changes')), element('pre', { tabindex: '0' }, changes.slice(0, 200000)))));
  }
  async function makeReport() {
    const made = '/tmp/report.html', reports = paths().filter(isReport).slice(0, 1);
    const result = await run(['report', '--quiet', '--no-config', '--one-page', `--language=${language}`, `--output=${made}`, ...reports.map(path => `--trf=${path}`), '--', ...paths().filter(path => !isReport(path))], [made]);
    if (!result.made[made]) throw new Error(result.errors.trim());
    byId('report-made').replaceChildren(offer('tournament.html', result.made[made], 'text/html'));
  }

  // The explorer: the page of `arbiter serve` in a frame, for which a Worker of its own answers requests. It has a
  // history of its own, because the address of this page does not change.
  let explorerWorker = null;
  function startExplorer() {
    explorerWorker?.terminate();
    explorerWorker = newWorker();
    const requests = new Map(), entries = [{ state: null, search: '', hash: '' }];
    let at = 0, last = 0, current = null;
    // One request at a time, so that the others can be cancelled.
    function sendNext() {
      const [id, target] = [...requests].map(([id, one]) => [id, one.target])[0] ?? [];
      if (current || !id) return;
      current = id;
      explorerWorker.postMessage({ id, target });
    }
    const opened = new Promise((done, fail) => {
      explorerWorker.onmessage = ({ data }) => {
        if (data.part !== undefined) byId('busy-part').value = data.part;
        if (data.status === undefined) return;
        if (data.id === 0) return data.status ? fail(new Error(data.errors.trim())) : done();
        current = null;
        requests.get(data.id)?.done(new Response(data.output, { status: data.status }));
        requests.delete(data.id);
        sendNext();
      };
    });
    explorerWorker.postMessage({ id: 0, explored: paths().filter(path => !isReport(path)) });
    const entryOf = (state, to) => {
      const { search, hash } = new URL(to, 'http://page/');
      return { state, search, hash };
    };
    window.explorerHost = {
      fetch: (target, { signal } = {}) => new Promise((done, fail) => {
        const id = ++last;
        signal?.addEventListener('abort', () => { if (current !== id) requests.delete(id); fail(new DOMException('', 'AbortError')); });
        requests.set(id, { target, done });
        sendNext();
      }),
      location: { pathname: '/', get search() { return entries[at].search; }, get hash() { return entries[at].hash; } },
      history: {
        get state() { return entries[at].state; },
        pushState: (state, title, to) => { entries.splice(++at, entries.length, entryOf(state, to)); },
        replaceState: (state, title, to) => { entries[at] = entryOf(state, to); },
        back() {
          if (at) --at;
          setTimeout(() => byId('explorer').contentWindow.dispatchEvent(new Event('popstate')));
        },
      },
    };
    return opened;
  }
  async function explore() {
    await startExplorer();
    const frame = byId('explorer');
    const parts = {
      style: document.querySelector('style').textContent, pieces: document.querySelector('.parts').outerHTML,
      scripts: ['viewer-script', 'explorer-script'].map(id => `<script>${byId(id).textContent}<\/script>`).join(''),
    };
    frame.srcdoc = byId('explorer-page').textContent.replace(/<!--(style|pieces|scripts)-->/g, (all, part) => parts[part]);
    frame.hidden = false;
    await new Promise(done => frame.addEventListener('load', done, { once: true }));
    frame.scrollIntoView();
  }
  function closeExplorer() {
    explorerWorker?.terminate();
    explorerWorker = null;
    byId('explorer').hidden = true;
    byId('explorer').srcdoc = '';
  }

  async function showAll() {
    closeExplorer();
    byId('results').hidden = true;
    await busyWith(t('Checking …'), async isCurrent => {
      if (paths().some(path => !isReport(path))) await check();
      if (!isCurrent()) return;
      showDownloads();
      byId('results').hidden = false;
      byId('busy-what').textContent = t('Standings …');
      await showStandings();
    });
  }

  const actions = {
    stop,
    more: () => { shown += shownAtOnce; showFindings(); },
    explore: () => busyWith(t('Reading the games …'), explore),
    report: () => busyWith(t('Creating the page …'), makeReport),
  };
  document.addEventListener('click', event => {
    const button = event.target.closest('button');
    if (!button) return;
    const { act, sheet: sheetOf, repair, explain: id, apply, make: command, file, game } = button.dataset;
    if (act) actions[act]();
    else if (sheetOf) busyWith(t('Reading the game …'), () => openSheet(findings[sheetOf]));
    else if (repair) busyWith(t('Searching …'), () => showRepairs(findings[repair], button));
    else if (id) busyWith(t('Explaining …'), () => explain(id, button));
    else if (apply) busyWith(t('Repairing …'), () => applyRepair(file, game, apply));
    else if (command) busyWith(t('Writing …'), () => make(command, file, button));
  });
  byId('kind').addEventListener('change', () => { shown = 0; showFindings(); });
  byId('notes').addEventListener('change', () => { shown = 0; showFindings(); });
  for (const id of ['file', 'folder']) {
    byId(id).addEventListener('change', event => {
      setFiles([...event.target.files].map(file => [`/${file.webkitRelativePath || file.name}`, file]));
      event.target.value = '';
    });
  }
  byId('files').addEventListener('submit', event => {
    event.preventDefault();
    const text = byId('pgn').value;
    if (text.trim()) setFiles([['/pasted.pgn', new Blob([text])]]);
  });
  document.addEventListener('dragover', event => { event.preventDefault(); document.body.classList.add('over'); });
  document.addEventListener('dragleave', event => { if (!event.relatedTarget) document.body.classList.remove('over'); });
  document.addEventListener('drop', async event => {
    event.preventDefault();
    document.body.classList.remove('over');
    const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
    const plain = [...event.dataTransfer.files].map(file => [`/${file.name}`, file]);
    setFiles(entries.length ? (await Promise.all(entries.map(entry => filesOf(entry)))).flat() : plain);
  });
  byId('language').append(...['en', ...Object.keys(languages)].map(code => element('option', { value: code, lang: code }, new Intl.DisplayNames(code, { type: 'language' }).of(code))));
  byId('language').addEventListener('change', event => { setLanguage(event.target.value); if (files.size) showAll(); });
  setLanguage(navigator.language.split('-')[0]);
  // The program is unpacked while people choose files.
  requestAnimationFrame(() => setTimeout(() => { if (!worker) startWorker(); }, 0));
})();

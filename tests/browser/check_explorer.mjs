// node check_explorer.mjs URL LONG [PICTURES]: uses the page of `arbiter serve` as people do, in Chromium on a
// phone and at a desk, light and dark. The games of URL are those of testdata/tournament.pgn, the first ones
// of the database; those of LONG are more than two parts of the list. Prints the problems, line by line, and
// then figures; status 1 if it found a problem. Pictures go to the folder PICTURES.
import { Chromium, Tab } from './chromium.mjs';
import { checkAccess, checkWidth, faults, minor, savePicture } from './page_checks.mjs';

const [address, long, pictures] = process.argv.slice(2);
const origins = [address, long].map(one => new URL(one).origin);
let moveTimes = [];
const save = (tab, name, full) => savePicture(pictures, tab, name, full);

// The functions that run in the page.
const inPage = `
  window.q = selector => document.querySelector(selector);
  window.all = selector => [...document.querySelectorAll(selector)];
  window.until = async (what, test) => {
    for (let i = 0; i < 1500; ++i) {
      const value = test();
      if (value) return value;
      await new Promise(done => setTimeout(done, 10));
    }
    throw new Error('never: ' + what);
  };
  window.settled = () => until('the page settles', () => !document.body.classList.contains('loading'));
  window.put = (selector, value) => { const field = q(selector); field.value = value; field.dispatchEvent(new Event('change', { bubbles: true })); };
  window.send = (form, field, value) => { q(field).value = value; q(form).requestSubmit(); };
  window.row = san => all('#tree tbody tr').find(row => row.dataset.san === san);
  window.count = () => q('#total').textContent.match(/^[\\d,]+/)?.[0];
  window.later = () => q('#line .x-later')?.textContent.trim() ?? '';
  window.line = () => q('#line').textContent.trim().slice(0, -later().length || undefined).trim().replace(/\\s+/g, ' ');
  window.square = n => q('#board [data-square="' + n + '"]');
  window.press = key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  window.center = square => { const box = q('#board [data-square="' + square + '"]').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
true`;

// Chess960: the king on b1 castles with both rooks.
const castling = '?fen=4k3/8/8/8/8/8/8/RK5R+w+KQ+-+0+1';

// Journeys: a name, the place where it begins, and steps in the page that return true.
const journeys = [
  ['the start position has moves with bars, and games', '', `
    await until('the tree', () => row('e4'));
    return row('e4').querySelector('.bar rect') && count() && await until('games', () => all('#list tbody tr').length > 5);`],
  ['a click on a move plays it', '', `
    (await until('the tree', () => row('e4'))).querySelector('button').click();
    await until('the line', () => line() === '1. e4' && row('c5'));
    return new URLSearchParams(location.search).get('moves') === 'e4';`],
  ['two clicks on the board play a move', '', `
    await until('legal moves', () => square(12)?.classList.contains('own'));
    square(12).click();
    await until('the target', () => square(28).classList.contains('target'));
    square(28).click();
    return until('the line', () => line() === '1. e4');`],
  ['the Back button takes a move back', '', `
    (await until('the tree', () => row('d4'))).click();
    await until('the line', () => line() === '1. d4' && row('d5'));
    row('d5').click();
    await until('the line', () => line() === '1. d4 d5');
    history.back();
    await until('one move', () => line() === '1. d4');
    history.back();
    return until('no move', () => line() === '' && row('e4'));`],
  ['moves can be typed', '', `
    send('#move-form', '#move', '1. e4 e5 2. Nf3');
    return until('the opening', () => q('#place').textContent.includes("King's Knight Opening") || q('#place').textContent === 'Position');`],
  ['a pasted game leads to its first new move', '', `
    send('#move-form', '#move', '1. d4 d5 2. c4');
    await until('other moves', () => line() === '1. d4 d5 2. c4');
    send('#move-form', '#move', '[Event "A \\\\"B\\\\" [C]"] 1. e4! {the best [sic]} (1. d4 d5 (1... f5)) 1. ... e5 $1 2. Nf3 Nc6 3. Ke2 d6 1-0');
    const found = await until('the new move', () => !q('#known').hidden && q('#known button'));
    if (line() !== '1. e4 e5 2. Nf3 Nc6 3. Ke2 d6') return line();
    if (found.textContent !== '3. Ke2') return found.textContent;
    found.click();
    await until('the position before it', () => line() === '1. e4 e5 2. Nf3 Nc6' && q('#known').hidden && Number(count()) > 0);
    if (later() !== '3. Ke2 d6') return later();
    q('[data-act=on]').click();
    return until('the move of the game', () => line() === '1. e4 e5 2. Nf3 Nc6 3. Ke2' && later() === 'd6');`],
  ['another move replaces the moves that were taken back', '?moves=e4+e5', `
    await until('the tree', () => row('Nf3'));
    q('[data-act=back]').click();
    (await until('the move before', () => line() === '1. e4' && later() === 'e5' && row('c5'))).click();
    return until('the other move', () => line() === '1. e4 c5' && later() === '');`],
  ['a new move is one that no game has, whatever the filters', '?moves=e4+e5+Nf3+Nc6+Ke2&player=Huber,+Finn', `
    const found = await until('the new move', () => !q('#known').hidden && q('#known button'));
    if (found.textContent !== '3. Ke2' || !q('#known').textContent.endsWith('without the filters.')) return q('#known').textContent;
    q('[data-act=back]').click();
    return until('games without the filters', () => line() === '1. e4 e5 2. Nf3 Nc6' && count() === '0' && /^[1-9]\\d* games? reached this position without the filters.$/.test(q('#known').textContent));`],
  ['a slow search can be stopped', '', `
    await until('the tree', () => row('e4'));
    const own = window.fetch;
    let release;
    const held = new Promise(done => { release = done; });
    window.fetch = async (path, options) => {
      if (path.includes('pattern=')) await Promise.race([held, new Promise((done, fail) => options.signal.addEventListener('abort', () => fail(options.signal.reason)))]);
      return own(path, options);
    };
    put('#filter-field', 'pattern');
    send('#filter-form', '#filter-value', 'Nf5');
    await until('the time', () => !q('#busy').hidden && /^Searching \\d+ games … [1-9]/.test(q('#busy').textContent));
    q('#busy button').click();
    await until('the end', () => q('#busy').hidden && q('#problem').textContent.startsWith('Stopped') && !q('#tree tbody'));
    release();
    q('#chips [data-drop="0"]').click();
    return until('the tree again', () => row('e4') && q('#problem').hidden);`],
  ['a move that is not legal is explained', '', `
    send('#move-form', '#move', 'e5');
    return until('a message', () => !q('#problem').hidden && q('#problem').textContent.includes('e5'));`],
  ['a message about a move stays when the list of games comes after it', '', `
    const title = () => q('#games-title').textContent;
    const before = await until('the list', () => row('e4') && title());
    const own = window.fetch;
    let release;
    const held = new Promise(done => { release = done; });
    window.fetch = async (path, options) => {
      const response = await own(path, options);
      if (path.includes('/games?')) await held;
      return response;
    };
    row('e4').click();
    await until('the next tree', () => row('c5'));
    send('#move-form', '#move', 'Ke5');
    await until('a message', () => !q('#problem').hidden && q('#problem').textContent.includes('Ke5'));
    if (title() !== before) return 'the list was not held';
    release();
    await until('the next list', () => title() !== before);
    return !q('#problem').hidden && q('#problem').textContent.includes('Ke5');`],
  ['the buttons play the best move, take it back and turn the board', '', `
    await until('the tree', () => row('e4'));
    q('[data-act=on]').click();
    await until('a move', () => line() !== '');
    q('[data-act=back]').click();
    await until('no move', () => line() === '');
    q('[data-act=flip]').click();
    return q('#board [data-square]').getAttribute('data-square') === '7' && new URLSearchParams(location.search).get('flip') === '1';`],
  ['a position can be set up', '', `
    q('[data-act=setup]').click();
    send('#fen-form', '#fen', '8/8/8/8/8/5k2/5p2/5K2 w - - 0 1');
    await until('no games', () => count() === '0');
    return q('#status').textContent.includes('stalemate') || until('the stalemate', () => q('#status').textContent.includes('stalemate'));`],
  ['a wrong FEN is explained', '?fen=nonsense', `
    return until('a message', () => !q('#problem').hidden && q('#problem').textContent.length > 5);`],
  ['a promotion asks for the piece', '?fen=8/P6k/8/8/8/8/8/7K+w+-+-+0+1', `
    await until('legal moves', () => square(48)?.classList.contains('own'));
    square(48).click(); square(56).click();
    await until('the dialog', () => q('#promotion').open);
    q('#promotion [value=N]').click();
    return until('the knight', () => line().includes('a8=N'));`],
  ['a king castles by going to its rook, with two clicks', castling, `
    await until('legal moves', () => square(1)?.classList.contains('own'));
    square(1).click();
    await until('the rooks', () => square(0).classList.contains('target') && square(7).classList.contains('target'));
    square(0).click();
    return until('the line', () => line() === '1. O-O-O');`],
  ['a king castles by going to its rook, with the keyboard', castling, `
    await until('legal moves', () => square(1)?.classList.contains('own'));
    square(1).click();
    await until('the rook', () => square(0).classList.contains('target'));
    square(1).focus();
    press('ArrowLeft'); document.activeElement.click();
    return until('the line', () => line() === '1. O-O-O');`],
  ['a king castles by going to its square, if no other move of it goes there', castling, `
    await until('legal moves', () => square(1)?.classList.contains('own'));
    square(1).click();
    await until('the square', () => square(6).classList.contains('target'));
    square(6).click();
    return until('the line', () => line() === '1. O-O');`],
  ['a plain move of the king is not castling', castling, `
    await until('legal moves', () => square(1)?.classList.contains('own'));
    square(1).click();
    await until('the square', () => square(2).classList.contains('target'));
    square(2).click();
    return until('the line', () => line() === '1. Kc1');`],
  ['a filter becomes a chip, and can be removed', '', `
    put('#filter-field', 'player');
    send('#filter-form', '#filter-value', 'Adler, N');
    await until('the chip', () => q('#chips').textContent.includes('Player: Adler, N'));
    await until('the games', () => q('#games-title').textContent === '3 games');
    q('#chips [data-add=as-white]').click();
    await until('fewer', () => /^[12] games?$/.test(q('#games-title').textContent));
    q('#chips [data-drop="0"]').click();
    return until('no chip', () => q('#chips').hidden && count() === '14');`],
  ['a filter can be changed and excluded', '?player=Adler,+N', `
    (await until('the chip', () => q('#chips [data-edit]'))).click();
    if (q('#filter-value').value !== 'Adler, N') return q('#filter-value').value;
    q('#filter-not').click();
    send('#filter-form', '#filter-value', 'Brandt, O');
    await until('the chip', () => q('#chips').textContent.includes('not Player: Brandt, O'));
    return new URLSearchParams(location.search).get('player') === null && new URLSearchParams(location.search).get('not-player') === 'Brandt, O';`],
  ['filters of the same name are alternatives', '?white=Adler,+N&white=Brandt,+O', `
    await until('the games', () => /^\\d+ game/.test(q('#games-title').textContent));
    const names = all('#list tbody .name').filter((cell, i) => i % 2 === 0).map(cell => cell.textContent);
    return q('#chips').textContent.includes('or') && names.some(name => name.includes('Adler')) && names.some(name => name.includes('Brandt'));`],
  ['the position and the filters are shown as a command', "?moves=e4+c5&player=Adler,+N&as-white=1", `
    return until('the command', () => /^arbiter find \\S*tournament.pgn --player 'Adler, N' --as-white --moves 'e4 c5'$/.test(q('#command').textContent));`],
  ['the games of two players are found', '', `
    put('#filter-field', 'between');
    send('#filter-form', '#filter-value', 'Brandt, O vs Adler, N');
    return until('the game', () => q('#games-title').textContent === '1 game' && q('#list').textContent.includes('Brandt, Ole'));`],
  ['the pawns of a position become a pattern', '?moves=e4+e5', `
    await until('the tree', () => q('#total').textContent.includes('reached'));
    q('#pattern-open').click();
    q('[data-act=pattern-pawns]').click();
    const text = q('#pattern-text').value;
    if (!text.includes('Pe4') || !text.includes('pe5') || text.includes('K')) return text;
    q('[data-act=pattern-find]').click();
    await until('the filter', () => q('#chips').textContent.includes('Pe4') && line() === '');
    q('#pattern-open').click();
    return q('#pattern-text').value === text && all('#pattern-board use').length >= 16;`],
  ['an unknown player is reported', '?player=Adlr', `
    return until('a message', () => q('#games-title').textContent === '0 games' && !q('#problem').hidden);`],
  ['a wrong condition is explained', '?where=elo%3E', `
    return until('a message', () => !q('#problem').hidden && q('#problem').textContent.includes('elo'));`],
  ['conditions are filters', '?where=eco%3DB90', `
    return until('the games', () => /^\\d+ game/.test(q('#games-title').textContent) && q('#chips').textContent.includes('eco=B90'));`],
  ['two names in a player filter are two players who met', '', `
    put('#filter-field', 'player');
    send('#filter-form', '#filter-value', 'Adler and Brandt');
    return until('the filter', () => q('#chips').textContent.includes('Two players: Adler vs Brandt') && /^[1-9]\\d* games?$/.test(q('#games-title').textContent));`],
  ['a wrong filter is explained in the words of the page', '?between=Adler', `
    return until('the message', () => q('#problem').textContent.startsWith("Two players: invalid value 'Adler'"));`],
  ['a filter of the opponent needs a player', '?opponent-elo=2000..', `
    return until('the message', () => q('#problem').textContent === "Opponent's rating: add a player filter first");`],
  ['conditions are shown in the words of the fields', '?where=player+%3D+%22Adler,+Nora%22+and+opening+%3D+%22%3DB90%22', `
    return until('the filter', () => q('#chips').textContent.includes('Player: Adler, Nora and Opening: B90'));`],
  ['a change can be undone, but not the first view', '', `
    await until('the tree', () => row('e4'));
    if (!q('#undo').disabled) return 'nothing to undo';
    row('e4').click();
    await until('the move', () => line() === '1. e4' && !q('#undo').disabled);
    q('#undo').click();
    return until('no move', () => line() === '' && q('#undo').disabled);`],
  ['games are sorted by result and opening', '', `
    const button = name => all('#list th button').find(one => one.textContent === name);
    (await until('the head', () => button('Result'))).click();
    await until('the order', () => new URLSearchParams(location.search).get('sort') === 'result' && q('#sort').value === 'result' && settled() && button('Opening'));
    button('Opening').click();
    return until('the order', () => new URLSearchParams(location.search).get('sort') === 'eco');`],
  ['the preparation has last years, positions of openings and a way back', '?view=prepare&name=Brandt,+Ole', `
    await until('the parts', () => all('#preparation h3').length > 4);
    const table = q('#part-white').nextElementSibling, heads = [...table.querySelectorAll('th[scope=col]')].map(one => one.textContent);
    if (!heads.includes('Last') || !heads.some(one => /^\\d{4}-\\d{4}$/.test(one))) return heads.join();
    const up = all('#preparation a').filter(one => one.getAttribute('href') === '#prepare-title');
    if (up.length !== all('#preparation h3').length) return 'a part without a way up';
    table.querySelector('a').click();
    await until('the position', () => !q('#explore').hidden && !q('#up').hidden);
    if (q('#up').textContent !== '‹ Preparation for Brandt, Ole') return q('#up').textContent;
    q('#up').click();
    return until('the preparation', () => !q('#prepare').hidden && q('#player').value === 'Brandt, Ole' && all('#preparation h3').length > 4);`],
  ['the signs of the pattern board have words', '', `
    q('#pattern-open').click();
    return ['any white piece', 'empty square', 'anything'].every(word => q('#pattern').textContent.includes(word));`],
  ['a pattern shows its hits', '?pattern=move+Nf3', `
    return until('hits', () => all('#list .opening').some(cell => cell.textContent.includes('[')));`],
  ['a hit that lasts several moves opens at the first of them', '?pattern=Pe4+and+Nf3', `
    const range = () => all('#list button[data-ply]').find(button => /^[1-9]\\d*\\.\\./.test(button.dataset.ply));
    const hit = await until('a range', range);
    hit.click();
    return until('its first move', () => location.hash === '#game-' + hit.dataset.game + '-' + parseInt(hit.dataset.ply));`],
  ['the pattern board writes a pattern', '', `
    q('#pattern-open').click();
    await until('the dialog', () => q('#pattern').open && q('#palette button'));
    q('#palette [data-brush=N]').click();
    q('#pattern-board [data-square="37"]').click();
    if (q('#pattern-text').value !== 'Nf5') return q('#pattern-text').value;
    q('#palette [data-brush=k]').click();
    q('#pattern-board [data-square="62"]').click();
    q('#p-either').click();
    if (q('#pattern-text').value !== 'either (Nf5 and kg8)') return q('#pattern-text').value;
    q('[data-act=pattern-use]').click();
    return until('the filter', () => q('#chips').textContent.includes('either (Nf5 and kg8)'));`],
  ['the pattern board excludes a piece from a file', '', `
    q('#pattern-open').click();
    await until('the dialog', () => q('#pattern').open && q('#palette button'));
    q('#palette [data-brush=P]').click();
    q('#pattern-board [data-square="27"]').click();
    q('#p-none').click(); q('#p-file').click();
    q('#pattern-board [data-square="10"]').click();
    q('#pattern-board [data-square="12"]').click();
    const text = q('#pattern-text').value;
    if (text !== 'Pd4 and no Pc and no Pe') return text;
    if (q('#pattern-board [data-square="50"]').getAttribute('aria-label') !== 'c7, anything, no white pawn on the file') return q('#pattern-board [data-square="50"]').getAttribute('aria-label');
    q('#pattern-text').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await until('the filter', () => !q('#pattern').open && q('#chips').textContent.includes(text));
    q('#pattern-open').click();
    if (all('#pattern-board .absent').length !== 16) return 'not read again';
    q('#pattern-board [data-square="2"]').click();
    return q('#pattern-text').value === 'Pd4 and no Pe';`],
  ['games can be sorted', '', `
    await until('games', () => all('#list tbody tr').length > 5);
    put('#sort', '-plies');
    return until('the longest first', () => { const plies = all('#list .plies').slice(1).map(cell => Number(cell.textContent)); return plies.length > 5 && plies.every((n, i) => i === 0 || n <= plies[i - 1]); });`],
  ['a click on the head of a column sorts by it', '', `
    (await until('the head', () => q('#list [data-sort="-date"]'))).click();
    await until('the order', () => q('#list [aria-sort=descending]')?.textContent === 'Date' && all('#list tbody .date').length > 5);
    const dates = all('#list tbody .date').map(cell => cell.textContent);
    return q('#sort').value === '-date' && dates.every((date, i) => i === 0 || date <= dates[i - 1]);`],
  ['the Back button closes a game, and the list stays', '', `
    const button = await until('games', () => q('#list tbody button'));
    button.click();
    await until('the viewer', () => q('#viewer').open && location.hash);
    q('#viewer [data-go=on]').click();
    history.back();
    await until('it closes', () => !q('#viewer').open && location.hash === '');
    return button.isConnected;`],
  ['a game has its first new move', '#game-9', `
    const found = await until('the novelty', () => q('#v-novelty button'));
    if (found.textContent !== '3... a6') return found.textContent;
    found.click();
    if (location.hash !== '#game-9-6') return location.hash;
    q('#v-novelty a').click();
    return until('the earlier game', () => location.hash.startsWith('#game-2-') && q('#v-novelty').textContent.startsWith('No earlier game'));`],
  ['findings of a game are explained', '#game-2', `
    (await until('the finding', () => q('#v-findings summary'))).click();
    return until('the explanation', () => q('#v-findings .law').textContent.length > 20);`],
  ['a game is replayed, with the keyboard too', '?player=Adler,+N', `
    (await until('games', () => q('#list tbody button'))).click();
    await until('the viewer', () => q('#viewer').open && q('#v-moves button'));
    q('#viewer [data-go=last]').click();
    if (!/^#game-\\d+-\\d+$/.test(location.hash)) return location.hash;
    q('#viewer').dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
    if (!location.hash.endsWith('-0')) return location.hash;
    q('#viewer [data-do=close]').click();
    return until('it closes', () => !q('#viewer').open && location.hash === '' && document.activeElement.closest('#list'));`],
  ['the next game of the list follows', '', `
    (await until('games', () => q('#list tbody button'))).click();
    await until('the viewer', () => q('#viewer').open && q('#v-moves button'));
    const first = location.hash;
    q('#viewer [data-do=next]').click();
    return until('another', () => location.hash && location.hash.split('-')[1] !== first.split('-')[1]);`],
  ['the position of a game is explored', '', `
    (await until('games', () => q('#list tbody button'))).click();
    await until('the viewer', () => q('#viewer').open && q('#v-moves button'));
    q('#viewer [data-go=on]').click(); q('#viewer [data-go=on]').click();
    q('#viewer [data-act=from-game]').click();
    return until('two moves', () => all('#line button').length === 2 && Number(count()) >= 1);`],
  ['an address opens a game at its move', '#game-1-3', `
    return until('the game', () => q('#viewer').open && location.hash === '#game-1-3' && q('#v-now').textContent.startsWith('2.'));`],
  ['games can be saved', '?player=Adler,+N', `
    const link = await until('the link', () => q('#export').href && !q('#export').hidden && q('#games-title').textContent === '3 games' && q('#export'));
    return link.getAttribute('href').includes('player=Adler') && link.hasAttribute('download');`],
  ['statistics have totals and bars', '?view=stats', `
    await until('the totals', () => all('#totals dd').length > 6 && all('#groups tbody tr').length > 0);
    put('#by', 'player');
    return until('players', () => q('#groups').textContent.includes('Adler, Nora'));`],
  ['a group of the statistics leads to its games', '?view=stats&by=player', `
    (await until('a player', () => all('#groups a').find(link => link.textContent === 'Adler, Nora'))).click();
    return until('the games', () => !q('#explore').hidden && q('#games-title').textContent === '3 games');`],
  ['statistics follow the filters', '?view=stats&player=Adler,+N', `
    return until('the totals', () => q('#totals dd')?.textContent === '3');`],
  ['the views are links', '', `
    await until('the tree', () => row('e4'));
    q('[data-view=stats]').click();
    await until('statistics', () => !q('#stats').hidden && q('#explore').hidden);
    q('[data-view=check]').click();
    await until('the check', () => !q('#check').hidden);
    history.back();
    return until('statistics again', () => !q('#stats').hidden);`],
  ['a player is prepared for', '?view=prepare', `
    send('#prepare-form', '#player', 'Brandt, Ole');
    await until('the parts', () => all('#preparation h3').length > 4);
    if (!all('#preparation nav a').every(link => q(link.getAttribute('href'))?.textContent === link.textContent)) return 'a link to no part';
    const link = all('#preparation a').find(link => link.getAttribute('href').includes('where='));
    link.click();
    return until('its games', () => !q('#explore').hidden && /^[1-9]\\d* game/.test(q('#games-title').textContent));`],
  ['the player to prepare for has one field', '?view=prepare', `
    await until('the view', () => !q('#prepare').hidden);
    return q('#filter-field').value === 'date' && all('#filter-field option').filter(option => !option.hidden).every(option => !/players?$|^White$|^Black$/i.test(option.textContent));`],
  ['a player without games is reported', '?view=prepare&name=Nobody', `
    return until('a message', () => q('#prepared').textContent.includes('No games'));`],
  ['a check without games is explained', '?view=check', `
    q('#check-form').requestSubmit();
    return q('#verdict').textContent === 'Paste games, or choose a file.';`],
  ['pasted games are checked', '?view=check', `
    send('#check-form', '#pgn', '[Event "?"]\\n[White "A"]\\n[Black "B"]\\n[Result "1-0"]\\n\\n1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4 Nxd4 1-0\\n');
    await until('the finding', () => q('#findings').textContent.includes('pinned'));
    q('#findings summary').click();
    await until('the explanation', () => q('#findings .law').textContent.length > 20);
    if (q('#findings .board') === null || !q('#verdict').textContent.startsWith('1 game: 1 error')) return q('#verdict').textContent;
    if (q('#checked a').textContent !== 'Explore the legal moves') return q('#checked a').textContent;
    q('#checked a').click();
    return until('its legal moves', () => line() === '1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4');`],
  ['a file is checked', '?view=check', `
    const files = new DataTransfer();
    files.items.add(new File(['1. e4 e5 2. Ke3 *'], 'round1.pgn'));
    q('#file').files = files.files;
    q('#file').dispatchEvent(new Event('change', { bubbles: true }));
    await until('the verdict', () => q('#verdict').textContent.startsWith('round1.pgn: 1 game: 1 error'));
    return q('#findings').textContent.includes('Ke3');`],
  ['a file that is too large to check is reported', '?view=check', `
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(9 << 20)], 'big.pgn'));
    q('#file').files = files.files;
    q('#file').dispatchEvent(new Event('change', { bubbles: true }));
    return until('the verdict', () => q('#verdict').textContent.includes('more than 8 MB'));`],
  ['a game without faults is reported', '?view=check', `
    send('#check-form', '#pgn', '1. f3 e5 2. g4 Qh4# 0-1');
    return until('the verdict', () => q('#verdict').textContent.startsWith('1 game: 0 errors'));`],
  ['the keyboard walks over the board', '', `
    await until('legal moves', () => q('#board .own'));
    q('#board [tabindex="0"]').focus();
    press('ArrowUp'); document.activeElement.click();
    await until('the targets', () => q('#board [data-square="28"]').classList.contains('target'));
    press('ArrowUp'); press('ArrowUp'); document.activeElement.click();
    return until('the line', () => line() === '1. e4');`],
];

// Drags a piece with the mouse.
async function checkDrag(tab, where) {
  await tab.go(address);
  await tab.run(inPage);
  await tab.run(`until('legal moves', () => q('#board .own')).then(() => true)`);
  const [from, to] = await tab.run('[center(12), center(28)]');
  const mouse = (type, [x, y]) => tab.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });
  await mouse('mousePressed', from);
  await mouse('mouseMoved', [from[0], from[1] - 30]);
  await mouse('mouseMoved', to);
  await save(tab, `${where}-drag`);
  await mouse('mouseReleased', to);
  await tab.run(`until('the line', () => line() === '1. e4').then(() => true)`).catch(fault => faults.push(`${where}: dragging: ${fault.message}`));
}

// Castles in Chess960 with two taps: on the king, and on its rook.
async function checkTap(tab, where) {
  await tab.go('about:blank');
  await tab.go(address + castling);
  await tab.run(inPage);
  await tab.run(`until('legal moves', () => square(1)?.classList.contains('own')).then(() => true)`);
  for (const n of [1, 7]) {
    const [x, y] = await tab.run(`center(${n})`);
    await tab.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await tab.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await tab.painted();
  }
  await tab.run(`until('the line', () => line() === '1. O-O').then(() => true)`).catch(fault => faults.push(`${where}: tapping: ${fault.message}`));
}

// Scrolls to the end of the list again and again, faster than it grows.
async function checkScrolling(tab, where) {
  await tab.go(long);
  await tab.run(inPage);
  const result = await tab.run(`(async () => {
    const games = await until('the list', () => Number(q('#games-title').textContent.match(/^\\d+/)?.[0]));
    const numbers = () => all('#list tbody .no').map(cell => cell.textContent);
    await until('all games', () => { scrollTo(0, document.body.scrollHeight); return numbers().length >= games; });
    return games > 100 && q('#more').hidden && numbers().length === games && new Set(numbers()).size === games;
  })()`).catch(fault => String(fault));
  if (result !== true) faults.push(`${where}: scrolling: ${result}`);
}

// Prepares for a player whose name has a shorter spelling in other games.
async function checkSpelling(tab, where) {
  await tab.go(`${long}?view=prepare&name=Nr0+Brandt,+Ole`);
  await tab.run(inPage);
  const result = await tab.run(`(async () => {
    const link = await until('the spelling', () => q('#prepared a'));
    if (link.textContent !== 'Nr0 Brandt, O (1 game)') return link.textContent;
    const before = parseInt(q('#prepared').textContent);
    q('#prepared button').click();
    if (!q('#problem').textContent.endsWith("long.db --merge 'Nr0 Brandt, O' 'Nr0 Brandt, Ole'")) return q('#problem').textContent;
    link.click();
    return until('the games of both', () => parseInt(q('#prepared').textContent) === before + 1 && !q('#prepared a'));
  })()`).catch(fault => String(fault));
  if (result !== true) faults.push(`${where}: spelling: ${result}`);
}

// Saves a search and uses it. If the page is read-only, checks that it displays the command that saves the search.
async function checkSearches(tab, where) {
  await tab.go(`${long}?player=Nr1+Adler,+Nora&won=1`);
  await tab.run(inPage);
  const result = await tab.run(`(async () => {
    const games = await until('the tree', () => row('e4') && count());
    await until('the searches', () => !q('#saved').hidden);
    q('#saved summary').click();
    send('#save-form', '#save-name', "Adler's wins");
    const saved = await until('the search', () => all('#searches button').find(button => button.textContent === "Adler's wins"));
    all('#chips [data-drop]')[0].click();
    await until('all games', () => row('e4') && count() !== games);
    saved.click();
    await until('its games', () => row('e4') && count() === games);
    return until('its condition', () => q('#chips').textContent.includes('Nr1 Adler, Nora'));
  })()`).catch(fault => String(fault));
  if (result !== true) faults.push(`${where}: saved searches: ${result}`);
  await tab.painted();
  await checkWidth(tab, `${where}-searches`);
  await checkAccess(tab, `${where}-searches`);
  await save(tab, `${where}-searches`, true);
}

// Milliseconds from a click on a move to its tree on the screen.
async function measureMoves(tab) {
  await tab.go(address);
  await tab.run(inPage);
  moveTimes = await tab.run(`(async () => {
    const times = [];
    await until('the tree', () => q('#tree [data-san]'));
    for (let i = 0; i < 8 && q('#tree [data-san]'); ++i) {
      const before = all('#line button').length, begin = performance.now();
      const done = new Promise(done => new MutationObserver((changes, observer) => {
        if (all('#line button').length === before + 1) { observer.disconnect(); requestAnimationFrame(() => done(performance.now() - begin)); }
      }).observe(q('#tree'), { childList: true }));
      q('#tree [data-san]').click();
      times.push(Math.round(await done));
      await new Promise(done => setTimeout(done, 150));
    }
    return times;
  })()`);
}

const chromium = new Chromium(process.env.ARBITER_CHROMIUM ?? 'chromium');
const views = [['explore', ''], ['filtered', '?player=Adler,+N&moves=e4'], ['prepare', '?view=prepare&name=Brandt,+Ole'], ['stats', '?view=stats'], ['check', '?view=check'], ['game', '#game-1-5']];
async function visit(name, width, height, scheme) {
  const tab = await Tab.open(chromium);
  await tab.size(width, height, width < 500);
  await tab.media('screen', scheme);
  for (const [view, query] of views) {
    await tab.go('about:blank');
    await tab.go(address + query);
    await tab.run(inPage);
    await tab.run(`new Promise(done => setTimeout(done, 400)).then(settled).then(() => true)`);
    if (view === 'check') await tab.run(`send('#check-form', '#pgn', '1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4 Nxd4 1-0'); until('findings', () => q('#findings li')).then(() => true)`);
    await tab.painted();
    await checkWidth(tab, `${name}-${view}`);
    await checkAccess(tab, `${name}-${view}`);
    await save(tab, `${name}-${view}`, view !== 'game');
  }
  if (scheme === 'light') {
    for (const [what, begin, steps] of journeys) {
      await tab.go('about:blank');
      await tab.go(address + begin);
      await tab.run(inPage);
      const result = await tab.run(`(async () => { ${steps} })().then(value => value === true || value instanceof Node || value ? (typeof value === 'string' ? value : true) : String(value), fault => String(fault))`);
      if (result !== true) faults.push(`${name}: ${what}: ${result}`);
    }
    await checkDrag(tab, name);
    await checkScrolling(tab, name);
    await checkSpelling(tab, name);
    await checkSearches(tab, name);
    if (name === 'phone') await checkTap(tab, name);
  }
  if (name === 'desk') await measureMoves(tab);
  for (const message of tab.messages) if (!/status of 40[04]/.test(message)) faults.push(`${name}: the console says: ${message}`);
  for (const request of tab.requests) if (!origins.some(origin => request.startsWith(origin)) && !request.startsWith('about:') && !request.startsWith('data:')) faults.push(`${name}: the page asks for ${request}`);
  await tab.close();
}
try {
  await visit('desk', 1280, 900, 'light');
  await visit('phone', 390, 844, 'light');
  await visit('desk-dark', 1280, 900, 'dark');
  await visit('phone-dark', 390, 844, 'dark');
} finally {
  await chromium.close();
}
for (const fault of faults) console.log(fault);
console.log(JSON.stringify({ journeys: journeys.length, moveTimes, minor }));
process.exit(faults.length ? 1 : 0);

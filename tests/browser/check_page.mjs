// node check_page.mjs PAGE GAMES [PICTURES]: opens a page of `arbiter report` in Chromium on a phone, a
// desktop and a printer, light and dark, and plays through its games. GAMES contains the same games, as
// `arbiter filter --format jsonl --add fens` writes them. Prints the problems, line by line, and then the
// figures; status 1 if it found a problem. Pictures go to the folder PICTURES.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Chromium, Tab } from './chromium.mjs';
import { checkAccess, checkWidth, faults, minor, savePicture } from './page_checks.mjs';

const [page, gamesFile, pictures] = process.argv.slice(2);
const url = pathToFileURL(resolve(page)).href;
const figures = {};
const games = readFileSync(gamesFile, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line));

const save = (tab, name, full) => savePicture(pictures, tab, name, full);

// A page of thousands of games is checked only once, because that takes half a minute.
async function checkReaders(tab, where) {
  if (games.length <= 1000 || where === 'desk') await checkAccess(tab, where);
}

// Milliseconds from the request to the first text on the screen.
const firstPaint = `new Promise(done => new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') done(entry.startTime);
}).observe({ type: 'paint', buffered: true }))`;

// The pieces on the viewer's board in the form of a FEN.
const placement = `(() => {
  const rows = Array.from({ length: 8 }, () => Array(8).fill(''));
  for (const use of document.querySelectorAll('#v-board use')) {
    const match = /^#([wb])([0-5])$/.exec(use.getAttribute('href'));
    if (!match) continue;
    const letter = 'PNBRQK'[match[2]];
    rows[use.getAttribute('y') / 45][(use.getAttribute('x') - 18) / 45] = match[1] === 'w' ? letter : letter.toLowerCase();
  }
  return rows.map(row => row.map(c => c || '1').join('').replace(/1+/g, ones => ones.length)).join('/');
})()`;

// Checks that each game ends in the position that the program computed.
async function checkGames(tab) {
  const inlined = await tab.run(`[...document.querySelectorAll('script[id^="data-"]')].map(e => Number(e.id.slice(5)))`);
  figures.played = inlined.length;
  for (const number of inlined.slice(0, 60)) {
    const { moves, tags, words } = games[number - 1];
    if (words) continue;  // a variant without a board
    await tab.run(`location.hash = '#game-${number}'; new Promise(done => setTimeout(done, 0))`);
    await tab.run(`document.querySelector('[data-go=last]').click()`);
    const shown = await tab.run(placement);
    const fen = moves.length ? moves[moves.length - 1].fen : tags.FEN ?? 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
    if (shown !== fen.split(' ')[0]) faults.push(`game ${number} ends with ${shown}, not ${fen}`);
  }
  await tab.run(`document.querySelector('#viewer [data-do=close]').click()`);
}

async function checkKeyboard(tab) {
  const first = await tab.run(`document.querySelector('td a[href^="#game-"]') !== null`);
  if (!first) return;
  await tab.run(`document.querySelector('td a[href^="#game-"]').focus()`);
  await tab.key('Enter', '\r');
  await tab.painted();
  const open = () => tab.run(`document.getElementById('viewer').open`);
  if (!await open()) faults.push('Enter on a game does not open it');
  const now = () => tab.run(`document.getElementById('v-now').textContent`);
  await tab.key('ArrowRight');
  const after = await now();
  if (!/^\d+(\.|…) /.test(after)) faults.push(`after one move the viewer says '${after}'`);
  await tab.key('ArrowLeft');
  if (await now() !== 'First position') faults.push(`back at the start the viewer says '${await now()}'`);
  await tab.key('End');
  await tab.key('f', 'f');
  await tab.painted();
  if (await tab.run(`document.querySelector('[href="#coordinates-b"]') === null`)) faults.push('F does not turn the board');
  await tab.key('f', 'f');
  await tab.painted();
}

// Opens folded parts, and checks what the page searches and saves.
async function checkTools(tab) {
  const [rows, folded] = await tab.run(`(() => {
    const folded = document.querySelectorAll('#games noscript').length;
    for (const part of document.querySelectorAll('details.fold')) part.open = true;
    return new Promise(done => setTimeout(() => done([document.querySelectorAll('#games tbody tr').length, folded]), 50));
  })()`);
  figures.rows = rows;
  figures.folded = folded;
  if (rows !== Math.min(games.length, 5000)) faults.push(`the page lists ${rows} of ${games.length} games`);
  const name = games[0].tags.White;
  const expected = games.slice(0, rows).filter(game => [game.tags.White, game.tags.Black].includes(name)).length;
  const found = await tab.run(`(() => {
    const input = document.getElementById('search');
    const search = text => { input.value = text; input.dispatchEvent(new Event('input')); return new Promise(done => setTimeout(done, 400)); };
    const count = () => document.querySelectorAll('#games tbody tr:not([hidden])').length;
    return search(${JSON.stringify(name.toUpperCase())}).then(count).then(found => search('').then(() => [found, count()]));
  })()`);
  if (found[0] < expected || found[0] === 0) faults.push(`the search for ${name} shows ${found[0]} games, not ${expected}`);
  if (found[1] !== rows) faults.push(`without a search ${found[1]} games are shown`);

  // Files are captured instead of saved.
  await tab.run(`window.saved = []; URL.createObjectURL = blob => { saved.push(blob.text()); return 'blob:none'; };
    HTMLAnchorElement.prototype.click = () => {}; true`);
  const save = async selector => tab.run(`(document.querySelector('${selector}').click(), saved.pop())`);
  const table = await save('#games [data-do=csv]');
  const lines = table.split('\r\n').filter(Boolean);
  if (lines.length !== rows + 1) faults.push(`the table of ${rows} games has ${lines.length} lines`);
  if (lines.some(line => /(^|,)"?[=@]/.test(line))) faults.push('a field of the table is a formula');
  if (await tab.run(`document.querySelector('#games [data-do=all-pgn]') !== null`)) {
    writeFileSync(`${page}.pgn`, await save('#games [data-do=all-pgn]'));
  }
}

// Checks that a name opens a card, and that a result on the card opens the game on top of it.
async function checkCard(tab) {
  if (!await tab.run(`document.querySelector('#standings th a') !== null`)) return;
  await tab.run(`document.querySelector('#standings th a').click(); new Promise(done => setTimeout(done, 50))`);
  const card = await tab.run(`(() => { const card = document.getElementById('card');
    return card && card.open ? [card.querySelector('h2').textContent, card.querySelectorAll('tbody tr').length] : null; })()`);
  if (!card || card[1] === 0) { faults.push(`a name opens no card: ${card}`); return; }
  await checkReaders(tab, 'a card');
  await save(tab, 'card');
  const opened = await tab.run(`(() => { const link = document.querySelector('#card td.result a');
    if (!link) return true; link.click();
    return new Promise(done => setTimeout(() => done(document.getElementById('viewer').open), 50)); })()`);
  if (!opened) faults.push('a result on a card does not open the game');
  await tab.run(`document.querySelectorAll('dialog[open]').forEach(dialog => dialog.close())`);
}

// Checks that the first columns of the standings stay in place when the table is scrolled.
async function checkColumns(tab, where) {
  const moved = await tab.run(`(() => {
    const region = document.querySelector('#standings .scroll:last-of-type');
    if (!region || region.scrollWidth <= region.clientWidth) return 0;
    const name = region.querySelector('tbody th'), before = name.getBoundingClientRect().left;
    region.scrollLeft = 1000;
    const after = name.getBoundingClientRect().left;
    region.scrollLeft = 0;
    return before - after;
  })()`);
  if (moved > 60) faults.push(`${where}: the names move by ${moved} pixels`);
}

async function visit(chromium, name, width, height, media, scheme) {
  const tab = await Tab.open(chromium);
  await tab.size(width, height, width < 500);
  await tab.media(media, scheme);
  if (name === 'slow-phone') await tab.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await tab.go(url);
  await tab.painted();
  (figures.paint ??= {})[name] = Math.round(await tab.run(firstPaint));
  await checkWidth(tab, name);
  await save(tab, name, true);
  if (media === 'screen' && name !== 'slow-phone') {
    await checkReaders(tab, name);
    await checkKeyboard(tab);
    await save(tab, `${name}-game`);
    if (await tab.run(`document.getElementById('viewer')?.open ?? false`)) await checkReaders(tab, `${name}, a game`);
    await tab.key('Escape');
    if (await tab.run(`document.getElementById('viewer')?.open ?? false`)) faults.push(`${name}: Escape does not close a game`);
    if (name === 'phone') await checkColumns(tab, name);
    if (name === 'desk') {
      await checkGames(tab);
      await checkCard(tab);
      await checkTools(tab);
    }
  }
  for (const message of tab.messages) faults.push(`${name}: the console says: ${message}`);
  for (const request of tab.requests) {
    if (request.split('#')[0] !== url) faults.push(`${name}: the page asks for ${request}`);
  }
  await tab.close();
}

const chromium = new Chromium(process.env.ARBITER_CHROMIUM ?? 'chromium');
try {
  await visit(chromium, 'desk', 1280, 900, 'screen', 'light');
  await visit(chromium, 'desk-dark', 1280, 900, 'screen', 'dark');
  await visit(chromium, 'phone', 390, 844, 'screen', 'light');
  await visit(chromium, 'slow-phone', 390, 844, 'screen', 'dark');
  await visit(chromium, 'print', 794, 1123, 'print', 'light');
} finally {
  await chromium.close();
}
for (const fault of faults) console.log(fault);
if (minor.length) figures.minor = minor;
console.log(JSON.stringify(figures));
process.exit(faults.length ? 1 : 0);

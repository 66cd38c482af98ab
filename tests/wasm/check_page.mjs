// node check_page.mjs ARBITER PAGE [PICTURES]: uses arbiter.html from a file, without a network, in Chromium on a phone and
// at a desk, and compares what it shows and saves with the program. Prints the problems, and then figures; status 1 if
// it found a problem. Pictures go to the folder PICTURES.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Chromium, Tab } from '../browser/chromium.mjs';
import { checkAccess, checkWidth, faults, minor, savePicture } from '../browser/page_checks.mjs';

const [arbiter, page, pictures] = process.argv.slice(2);
const url = pathToFileURL(resolve(page)).href;
const figures = { megabytes: Math.round(statSync(page).size / 1e4) / 100 };
const output = (...args) => spawnSync(arbiter, args, { encoding: 'utf8', maxBuffer: 1 << 30, cwd: 'testdata' }).stdout;
const recordsOf = (...args) => output(...args).split('\n').filter(Boolean).map(line => JSON.parse(line));

const inPage = `
  window.q = selector => document.querySelector(selector);
  window.all = selector => [...document.querySelectorAll(selector)];
  window.until = async (what, test) => {
    for (let i = 0; i < 6000; ++i) {
      const value = test();
      if (value) return value;
      await new Promise(done => setTimeout(done, 10));
    }
    throw new Error('never: ' + what + '; ' + q('#problem').textContent);
  };
  window.idle = () => until('the end', () => q('#busy').hidden);
  window.saved = [];
  { const make = URL.createObjectURL; URL.createObjectURL = blob => { saved.push(blob); return make.call(URL, blob); }; }
  window.lastSaved = () => saved[saved.length - 1].text();
true`;

async function open(chromium, width, scheme) {
  const tab = await Tab.open(chromium);
  await tab.size(width, width < 500 ? 844 : 800, width < 500);
  await tab.media('screen', scheme);
  await tab.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
  await tab.go(url);
  await tab.painted();
  await tab.run(inPage);
  return tab;
}
async function choose(tab, ...names) {
  const { root } = await tab.send('DOM.getDocument', {});
  const { nodeId } = await tab.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#file' });
  await tab.send('DOM.setFileInputFiles', { nodeId, files: names.map(name => resolve('testdata', name)) });
  await tab.run(`until('results', () => !q('#results').hidden).then(idle)`);
}
async function expect(what, tab, expression, expected) {
  let value;
  try { value = await tab.run(expression); } catch (fault) { value = fault.message; }
  if (JSON.stringify(value) !== JSON.stringify(expected)) {
    const [shown, wanted] = [value, expected].map(one => JSON.stringify(one) ?? '');
    const same = Math.max([...wanted].findIndex((letter, i) => letter !== shown[i]) - 100, 0);
    faults.push(`${what}: ${shown.slice(same, same + 300)}, not ${wanted.slice(same, same + 300)}`);
  }
}

async function journeys(tab, where) {
  const step = (what, expression, expected = true) => expect(`${where}: ${what}`, tab, `(async () => { ${expression} })()`, expected);
  await checkAccess(tab, `${where}, empty`);
  const started = Date.now();
  await choose(tab, 'tournament.pgn');
  (figures.firstFindings ??= []).push(Date.now() - started);
  const findings = recordsOf('validate', '--format=json', '--notes', 'tournament.pgn');
  const summary = findings.pop(), loud = findings.filter(finding => finding.severity !== 'note');
  await step('the verdict', `return q('#verdict').textContent`, `Errors: ${summary.errors}. Warnings: ${summary.warnings}. Games: 15.`);
  await step('the messages', `return all('#findings .message').map(line => line.textContent)`, loud.map(finding => finding.message));
  await step('a board at each finding in a move', `return all('#findings svg.board').length`, loud.filter(finding => finding.fen).length);
  await step('notes are shown on request', `q('#notes').click(); return all('#findings li').length`, findings.length);
  await step('one kind', `q('#notes').click(); q('#kind').value = 'pinned'; q('#kind').dispatchEvent(new Event('change')); return all('#findings li').length`, 1);
  await checkAccess(tab, `${where}, findings`);
  await checkWidth(tab, `${where}, findings`);
  await savePicture(pictures, tab, `${where}-findings`, true);
  await step('an explanation', `q('[data-explain=pinned]').click(); const text = await until('it', () => q('.explanation')?.textContent); return text.includes('pinned')`);
  await step('the score sheet opens before the move', `q('[data-sheet]').click(); await until('the viewer', () => q('#viewer').open); await idle();
    return [q('#v-title').textContent, q('#v-now').textContent, all('#v-moves button').length]`, ['Castell, Mira – Dorn, Jakob', '5. Nxd4 · 1-0', 9]);
  await savePicture(pictures, tab, `${where}-sheet`);
  await tab.key('ArrowLeft');
  await step('a key takes a move back', `return q('#v-now').textContent`, '4… exd4');
  await step('the viewer closes', `q('#viewer [data-do=close]').click(); return q('#viewer').open`, false);
  await step('repairs are those of the program', `q('[data-repair]').click(); await until('repairs', () => q('.repairs')); return all('.repairs li').map(one => one.textContent.split(' ')[0])`,
    recordsOf('repair', '--format=json', '--game=2', 'tournament.pgn')[0].repairs.map(repair => repair.san ?? repair.text));
  await step('standings', `return all('#standings tbody th').map(name => name.textContent)`,
    recordsOf('standings', '--format=json', '-q', 'tournament.pgn').map(player => [player.title, player.name].filter(Boolean).join(' ')));
  await step('formatted games', `q('[data-make=fmt]').click(); await until('a link', () => q('#downloads a[download]')); await idle(); return lastSaved()`, output('fmt', '-q', 'tournament.pgn'));
  await step('the changes', `return q('#downloads pre').textContent.replace(/^(---|\\+\\+\\+).*\\n/gm, '')`, output('fmt', '-q', '--diff', 'tournament.pgn').replace(/^(---|\+\+\+).*\n/gm, ''));
  await step('the tournament page', `q('[data-act=report]').click(); await until('a link', () => q('#report-made a')); await idle(); return lastSaved()`,
    output('report', '-q', '--one-page', 'tournament.pgn', '-o', '-'));
  await step('a repair is applied, and checked again', `q('[data-apply]').click(); await idle(); await until('fewer', () => !q('#results').hidden && q('#verdict').textContent.includes('Errors: 12.')); return all('#downloads a[download]').length > 0`);

  await choose(tab, 'masters.pgn', 'lindenau.trf');
  const compared = recordsOf('crosscheck', '--format=json', 'masters.pgn', 'lindenau.trf').filter(record => record.type === 'finding');
  await step('games and report are compared', `return all('#crosscheck .message').map(line => line.textContent)`, compared.map(finding => finding.message));
  await checkAccess(tab, `${where}, crosscheck`);
  await checkWidth(tab, `${where}, crosscheck`);

  // The explorer is the page of `arbiter serve`, which tests/browser uses more thoroughly.
  const frame = `const frame = q('#explorer').contentDocument, one = selector => frame.querySelector(selector), those = selector => [...frame.querySelectorAll(selector)],
    settled = async (what, test) => { await until(what, test); await until('the end', () => one('#busy').hidden && !frame.body.classList.contains('loading')); };`;
  const movesOf = (...args) => recordsOf('tree', '-q', '--format=json', ...args, 'masters.pgn').filter(record => record.move).map(record => record.move);
  await step('the explorer shows the tree of the program', `q('[data-act=explore]').click(); await until('the tree', () => q('#explorer').contentDocument?.querySelector('#tree tr[data-san]')); await idle();
    ${frame} return those('#tree tr[data-san]').map(row => row.dataset.san)`, movesOf());
  await checkAccess(tab, `${where}, explorer`);
  await checkWidth(tab, `${where}, explorer`);
  await savePicture(pictures, tab, `${where}-explorer`);
  await step('a move is played', `${frame} one('#tree tr[data-san=e4]').click(); await settled('the next tree', () => those('#line button').length === 1 && one('#tree tr[data-san]')?.dataset.san !== 'e4');
    return those('#tree tr[data-san]').map(row => row.dataset.san)`, movesOf('--moves', 'e4'));
  await step('it is undone', `${frame} one('#undo').click(); await settled('the first tree', () => one('#tree tr[data-san]')?.dataset.san === 'e4'); return one('#undo').disabled`);
  await step('a filter', `${frame} one('#filter-field').value = 'result'; one('#filter-value').value = '1/2-1/2'; one('#filter-form').requestSubmit();
    await settled('the games', () => one('#chips li') && one('#games-title').textContent === '1 game'); return those('#list tbody tr').length`, 1);
  await step('the games of the filter are saved', `${frame} const { URL } = frame.defaultView, make = URL.createObjectURL, made = [];
    URL.createObjectURL = blob => { made.push(blob); return make.call(URL, blob); }; one('#export').click(); await until('the text', () => made.length); return made[0].text()`,
    output('export', '-q', '--result', '1/2-1/2', 'masters.pgn'));
  await step('a game is opened', `${frame} one('#list tbody tr').click(); await until('the game', () => one('#viewer').open && one('#v-moves button')); one('#viewer [data-do=close]').click(); return one('#viewer').open`, false);
  await step('statistics', `${frame} one('[data-view=stats]').click(); await settled('groups', () => one('#groups tbody tr')); return those('#groups tbody th').map(name => name.textContent)`, ['2024']);

  await step('German', `q('#language').value = 'de'; q('#language').dispatchEvent(new Event('change')); await until('the page', () => q('#results').hidden === false); await idle();
    return [document.documentElement.lang, q('#findings-title').textContent, q('#standings thead th').textContent, q('#viewer [data-do=close]').ariaLabel]`, ['de', 'Befunde', 'Platz', 'Partie schließen']);
  await step('English again', `q('#language').value = 'en'; q('#language').dispatchEvent(new Event('change')); await idle(); return q('#findings-title').textContent`, 'Findings');

  await step('pasted games', `q('#pgn').value = '1. e4 e5 2. Ke3 *'; q('#files').requestSubmit(); await until('the finding', () => all('#findings .message').some(line => line.textContent.includes('the king on e1 does not move to e3'))); await idle(); return true`);
  await step('text that is no game is explained', `q('#pgn').value = 'Hello'; q('#files').requestSubmit(); await until('a problem', () => !q('#problem').hidden); await idle(); return q('#problem').textContent.length > 5`);
  await step('a request is refused', `return fetch('https://example.org/').then(() => 'sent', () => 'refused')`, 'refused');
  const wrong = tab.requests.filter(address => !/^(file|data|blob):/.test(address) && address !== 'https://example.org/');
  if (wrong.length) faults.push(`${where}: the page requested ${wrong}`);
  const messages = tab.messages.filter(text => !text.includes('example.org') && !text.includes('Content Security Policy'));
  if (messages.length) faults.push(`${where}: ${messages.join('; ').slice(0, 500)}`);
}

const chromium = new Chromium(process.env.CHROMIUM ?? 'chromium');
for (const [where, width, scheme] of [['phone', 390, 'light'], ['desk', 1280, 'dark']]) {
  const tab = await open(chromium, width, scheme);
  (figures.firstPaint ??= []).push(Math.round(await tab.run(`new Promise(done => new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') done(entry.startTime);
  }).observe({ type: 'paint', buffered: true }))`)));
  await journeys(tab, where);
  await tab.close();
}
await chromium.close();
for (const line of faults) console.log(line);
for (const line of minor) console.log(`minor: ${line}`);
console.log(JSON.stringify(figures));
process.exitCode = faults.length ? 1 : 0;

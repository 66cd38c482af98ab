// Search without a server: the index is one script, loaded when the search field is first used.
'use strict';
const base = document.currentScript.dataset.base;
const field = document.querySelector('input[type=search]');
const list = document.getElementById('results');
let searchIndex = null;
let isLoading = false;

function load() {
  if (isLoading) return;
  isLoading = true;
  const script = document.createElement('script');
  script.src = base + 'search-index.js';
  script.onload = show;
  document.head.append(script);
}

// Returns how well a page matches all words; 0 if a word is missing.
function score(page, words) {
  const title = page.t.toLowerCase();
  let total = 0;
  for (const word of words) {
    const at = page.l.indexOf(word);
    if (title === word) total += 100;
    else if (title.startsWith(word)) total += 40;
    else if (title.includes(word)) total += 20;
    else if (at >= 0) total += 1 + 4 / (1 + at / 200);
    else return 0;
  }
  return total + (page.s === 'Diagnostics' ? 0 : 3);
}

function excerpt(page, word) {
  const at = Math.max(0, page.l.indexOf(word) - 40);
  return (at ? '…' : '') + page.x.slice(at, at + 120) + '…';
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  list.replaceChildren();
  list.hidden = !words.length || !searchIndex;
  if (list.hidden) return;
  for (const page of searchIndex) page.l ??= page.x.toLowerCase();
  const found = searchIndex.map(page => [score(page, words), page]).filter(([points]) => points)
    .sort((a, b) => b[0] - a[0]).slice(0, 12);
  for (const [, page] of found) {
    const link = document.createElement('a');
    link.href = base + page.u;
    link.append(page.t, Object.assign(document.createElement('small'), {textContent: page.s + ': ' + excerpt(page, words[0])}));
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  if (!found.length) list.append(Object.assign(document.createElement('li'), {textContent: 'No page contains all words'}));
}

field.addEventListener('focus', load);
field.addEventListener('input', () => { load(); show(); });
field.form.addEventListener('submit', event => { event.preventDefault(); list.querySelector('a')?.click(); });
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== field) { event.preventDefault(); field.focus(); }
  if (event.key === 'Escape') { list.hidden = true; field.blur(); }
});
document.addEventListener('click', event => { if (!field.form.contains(event.target)) list.hidden = true; });
if (matchMedia('(max-width: 50em)').matches) document.querySelector('nav details').open = false;

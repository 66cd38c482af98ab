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

const weights = {Start: 0.6, Reference: 0.8, Project: 0.4, Diagnostics: 0.5};

// Returns how well a section of a page matches all words; 0 if a word is missing.
function score(part, words) {
  const title = part.t.toLowerCase();
  const heading = part.h.toLowerCase();
  part.l ??= part.x.toLowerCase();
  if (title === words.join('-')) return 1000;
  let total = 0;
  for (const word of words) {
    const count = part.l.split(word).length - 1;
    if (title.split(' ').includes(word)) total += 30;
    else if (title.includes(word)) total += 20;
    if (heading.includes(word)) total += 20;
    else if (!count && !title.includes(word)) return 0;
    if (!heading && part.l.slice(0, 200).includes(word)) total += 15;
    total += Math.min(count, 5) + 300 * count / (300 + part.l.length / 6);
  }
  return total * (weights[part.s] ?? 1) * (/^(help|options)$/.test(heading) ? 0.3 : 1);
}

// Returns the best sections for the text, one of each page.
function search(text) {
  // A plural finds the singular too.
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).map(word => word.replace(/(..[^s])s$/, '$1'));
  const pages = new Set();
  return searchIndex.map(part => [score(part, words), part]).filter(([points]) => points)
    .sort((a, b) => b[0] - a[0]).map(([, part]) => part)
    .filter(part => !pages.has(part.t) && pages.add(part.t)).slice(0, 12);
}

function excerpt(part, word) {
  const at = Math.max(0, part.x.toLowerCase().indexOf(word) - 40);
  return (at ? '…' : '') + part.x.slice(at, at + 120) + '…';
}

function show() {
  const text = field.value.trim();
  list.replaceChildren();
  list.hidden = !text || !searchIndex;
  if (list.hidden) return;
  const found = search(text);
  for (const part of found) {
    const link = document.createElement('a');
    link.href = base + part.u;
    const detail = part.s + ': ' + excerpt(part, text.toLowerCase().split(/\s+/)[0]);
    link.append(part.t + (part.h && ' › ' + part.h), Object.assign(document.createElement('small'), {textContent: detail}));
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

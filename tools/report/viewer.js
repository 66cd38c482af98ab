// The viewer of games, for the page of a report and for the explorer. It knows no rules: each move
// comes with the squares that it changes.
const gameViewer = (() => {
  'use strict';
  const byId = id => document.getElementById(id);
  const jsonOf = id => { const data = byId(id); return data && JSON.parse(data.textContent); };
  let words = null;
  const speak = given => { words = given; };
  // A text of the page in its language, with values in place of {}.
  function t(text, ...values) {
    words ??= jsonOf('words');
    return values.reduce((filled, value) => filled.replace('{}', () => value), words?.[text] ?? text);
  }
  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function save(name, type, text) {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const stem = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 80) || 'games';
    const link = element('a', { href: address, download: `${stem}.${type.slice(5)}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }
  const clockText = seconds => {
    const s = Math.floor(seconds), two = n => String(n).padStart(2, '0');
    return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  };

  // A game as PGN, with the clocks, evaluations and marks that the viewer shows.
  function pgnOf(game) {
    function commentOf(node) {
      const marks = (node.q || '').split(' ').filter(Boolean);
      const squares = marks.filter(mark => mark.length === 3), arrows = marks.filter(mark => mark.length === 5);
      const commands = [];
      if ('k' in node) commands.push(`[%clk ${clockText(node.k)}${String(node.k).replace(/^\d+/, '')}]`);
      if ('e' in node) commands.push(`[%eval ${node.e}]`);
      if ('f' in node) commands.push(`[%eval #${node.f}]`);
      const shapes = (squares.length ? `[%csl ${squares.join()}]` : '') + (arrows.length ? `[%cal ${arrows.join()}]` : '');
      if (shapes) commands.push(shapes);
      const text = commands.concat(node.c || []).join(' ').replace(/\}/g, ')').replace(/\s+/g, ' ');
      return text && [`{${text}}`];
    }
    function tokensOf(line, ply) {
      const tokens = [...(line.g || []).map(n => `$${n}`), ...commentOf(line)];
      let force = true;
      for (const move of line.m || []) {
        const half = game.b + ply;
        if (half % 2 === 0 || force) tokens.push(`${game.n + Math.floor(half / 2)}${half % 2 ? '...' : '.'}`);
        const comment = commentOf(move);
        tokens.push(move.s, ...(move.g || []).map(n => `$${n}`), ...comment);
        for (const variation of move.v || []) {
          const inner = tokensOf(variation, ply);
          if (!inner.length) continue;
          inner[0] = `(${inner[0]}`;
          inner[inner.length - 1] += ')';
          tokens.push(...inner);
        }
        force = Boolean(move.v || comment);
        ++ply;
      }
      return tokens;
    }
    const tags = game.t.map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]\n`).join('');
    const tokens = 'p' in game ? tokensOf(game, 0) : (game.x || '').split(' ').filter(Boolean);
    let text = '', column = 0;
    for (const token of [...tokens, game.r]) {
      const breaks = column + token.length + 1 > 80;
      text += column === 0 ? token : breaks ? `\n${token}` : ` ${token}`;
      column = column === 0 || breaks ? token.length : column + token.length + 1;
    }
    return `${tags}\n${text}\n\n`;
  }

  const SVG = 'http://www.w3.org/2000/svg';
  const PIECES = 'PNBRQK';
  const SQUARE = 45, MARGIN = 18, BOARD = 8 * SQUARE;
  const COLORS = { G: '#15803d', R: '#c81e1e', Y: '#d9a400', B: '#1d5fbf' };
  const SIGNS = { 1: '!', 2: '?', 3: '‼', 4: '⁇', 5: '⁉', 6: '⁈', 7: '□', 10: '=', 13: '∞', 14: '+/=', 15: '=/+', 16: '±', 17: '∓', 18: '+−', 19: '−+', 22: 'zugzwang', 23: 'zugzwang', 36: '↑', 40: '→', 132: 'counterplay', 140: '∆', 146: 'N' };
  const viewer = byId('viewer');
  const isEmbedded = document.body.classList.contains('embedded');
  let nodes = [], at = 0, turned = false, game = null, number = null;
  // Functions that each page replaces: the numbers of the games in order, and the data of a game. The others are called
  // when another game is chosen, or when another position is on the board.
  const hooks = { games: () => [], load: () => null, choose: id => open(id, 0), moved: () => {} };

  function shape(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  // Squares from 0 (a1) to 63 (h8).
  const squareAt = (text, i) => text.charCodeAt(i) - 97 + 8 * (text.charCodeAt(i + 1) - 49);
  function boardOf(placement) {
    const board = new Array(64).fill('-');
    placement.split('/').forEach((row, i) => {
      let file = 0;
      for (const c of row) {
        if (c >= '1' && c <= '8') file += +c;
        else if (c !== '~') board[8 * (7 - i) + file++] = c;
      }
    });
    return board;
  }
  function changed(board, changes) {
    const after = board.slice();
    for (let i = 0; i + 2 < changes.length; i += 3) after[squareAt(changes, i)] = changes[i + 2];
    return after;
  }

  // The moves of a line as nodes, each of which refers to its neighbours in the line.
  function addLine(line, parent, depth) {
    let before = parent;
    for (const move of line.m || []) {
      const from = nodes[before];
      const node = {
        san: move.s, board: changed(from.board, move.d || ''), changes: move.d || '',
        ply: from.ply + 1, depth, previous: before, next: null, move, index: nodes.length,
      };
      nodes.push(node);
      if (from.next === null && (from.depth === depth || from.index === 0)) from.next = node.index;
      for (const variation of move.v || []) addVariation(variation, before, depth + 1, node);
      before = node.index;
    }
  }
  function addVariation(line, parent, depth, replaced) {
    const first = nodes.length;
    const kept = nodes[parent].next;
    addLine(line, parent, depth);
    nodes[parent].next = kept;
    (replaced.variations ||= []).push({ line, first: nodes.length > first ? first : null });
  }

  function numbered(node, force) {
    const half = game.b + node.ply - 1;
    const full = game.n + Math.floor(half / 2);
    return half % 2 === 0 ? `${full}.` : force ? `${full}…` : '';
  }
  const signsOf = move => (move.g || []).map(n => SIGNS[n] || `$${n}`).join(' ');

  function showComments(comments, into) {
    for (const text of comments || []) into.append(element('span', { class: 'v-comment' }, text), ' ');
  }
  // Shows a line from `index` on. Each move is a button, and only one of them is in the tab order.
  function showLine(index, into) {
    let force = true;
    for (let node = nodes[index]; node; node = node.next === null ? null : nodes[node.next]) {
      const button = element('button', { type: 'button', tabindex: '-1', 'data-node': node.index }, node.san + signsText(node));
      const no = numbered(node, force);
      into.append(no ? element('span', { class: 'v-first' }, element('span', { class: 'v-no' }, no), button) : button, ' ');
      showComments(node.move.c, into);
      force = Boolean(node.move.c);
      for (const { line, first } of node.variations || []) {
        const block = element('div', { class: 'v-line' });
        showComments(line.c, block);
        if (first !== null) showLine(first, block);
        into.append(block);
        force = true;
      }
    }
  }
  const signsText = node => { const signs = signsOf(node.move); return signs ? (/^[!?‼⁇⁉⁈]/.test(signs) ? signs : ' ' + signs) : ''; };

  // A board as a picture: its pieces by square, the squares that the last move changed, and marks.
  function drawnBoard({ board, changes = '', marks = [], isTurned = false, label }) {
    const extent = BOARD + MARGIN;
    const svg = shape('svg', { class: 'board', viewBox: `0 0 ${extent} ${extent}`, role: 'img', 'aria-label': label });
    const x = square => MARGIN + SQUARE * (isTurned ? 7 - square % 8 : square % 8);
    const y = square => SQUARE * (isTurned ? square >> 3 : 7 - (square >> 3));
    svg.append(shape('use', { href: '#squares', x: MARGIN }));
    for (let i = 0; i + 2 < changes.length; i += 3) {
      const square = squareAt(changes, i);
      svg.append(shape('rect', { class: 'board-moved', x: x(square), y: y(square), width: SQUARE, height: SQUARE }));
    }
    for (const mark of marks.filter(m => m.length === 3)) {
      const square = squareAt(mark, 1);
      svg.append(shape('rect', { x: x(square) + 2, y: y(square) + 2, width: SQUARE - 4, height: SQUARE - 4, fill: 'none', stroke: COLORS[mark[0]], 'stroke-width': 4 }));
    }
    board.forEach((piece, square) => {
      if (piece === '-') return;
      const role = PIECES.indexOf(piece.toUpperCase());
      svg.append(shape('use', { href: `#${piece < 'a' ? 'w' : 'b'}${role}`, x: x(square), y: y(square) }));
    });
    for (const mark of marks.filter(m => m.length === 5)) drawArrow(svg, mark, x, y);
    svg.append(shape('use', { href: isTurned ? '#coordinates-b' : '#coordinates-w' }));
    return svg;
  }
  function drawBoard(node) {
    byId('v-board').replaceChildren(drawnBoard({
      board: node.board, changes: node.changes, marks: ((node.move && node.move.q) || '').split(' ').filter(Boolean), isTurned: turned,
      label: node.index ? t('The position after {}', `${numbered(node, true)} ${node.san}`) : t('First position'),
    }));
  }
  function drawArrow(svg, mark, x, y) {
    const middle = i => { const s = squareAt(mark, i); return [x(s) + SQUARE / 2, y(s) + SQUARE / 2]; };
    const [x1, y1] = middle(1), [x2, y2] = middle(3);
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (!length) return;
    const dx = (x2 - x1) / length, dy = (y2 - y1) / length, head = 16, half = 11;
    const nx = x2 - dx * head, ny = y2 - dy * head;
    const group = shape('g', { opacity: 0.75, fill: COLORS[mark[0]], stroke: COLORS[mark[0]] });
    group.append(shape('path', { d: `M${x1} ${y1}L${nx} ${ny}`, 'stroke-width': 7, 'stroke-linecap': 'round' }),
      shape('path', { stroke: 'none', d: `M${x2} ${y2}L${nx - dy * half} ${ny + dx * half} ${nx + dy * half} ${ny - dx * half}z` }));
    svg.append(group);
  }

  const evalText = move => 'f' in move ? t(move.f < 0 ? 'mate in {} for Black' : 'mate in {} for White', Math.abs(move.f)) : `${move.e > 0 ? '+' : ''}${move.e}`;
  const sideOf = node => (game.b + node.ply - 1) % 2;

  // The clocks after the moves up to `node`, by side.
  function clocksAt(node) {
    const clocks = [null, null];
    for (let n = node; n.index && (clocks[0] === null || clocks[1] === null); n = nodes[n.previous]) {
      const side = sideOf(n);
      if (clocks[side] === null && 'k' in n.move) clocks[side] = n.move.k;
    }
    return clocks;
  }
  function tag(name) {
    const found = game.t.find(pair => pair[0] === name);
    return found && found[1] !== '?' && found[1] !== '-' ? found[1] : '';
  }
  function showPlayers(node) {
    const clocks = clocksAt(node);
    const line = (side) => {
      const name = ['White', 'Black'][side];
      const elo = tag(`${name}Elo`);
      const title = tag(`${name}Title`);
      return [element('span', {}, `${title ? title + ' ' : ''}${tag(name) || '?'}${elo ? ` (${elo})` : ''}`),
        element('span', {}, clocks[side] === null ? '' : clockText(clocks[side]))];
    };
    byId('v-top').replaceChildren(...line(turned ? 0 : 1));
    byId('v-bottom').replaceChildren(...line(turned ? 1 : 0));
  }

  // Curves along the main line.
  function mainLine() {
    const line = [];
    for (let i = nodes[0].next; i !== null; i = nodes[i].next) line.push(nodes[i]);
    return line;
  }
  function curve(name, label, paths) {
    const svg = shape('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none', role: 'img', 'aria-label': label });
    svg.append(...paths, shape('path', { class: 'cursor', d: '' }));
    svg.addEventListener('click', event => {
      const box = svg.getBoundingClientRect();
      const line = mainLine();
      const place = Math.round((event.clientX - box.left) / box.width * line.length);
      go(place <= 0 ? 0 : line[Math.min(place, line.length) - 1].index);
    });
    return element('figure', { class: 'curve' }, svg, element('figcaption', {}, name));
  }
  function drawCurves() {
    const line = mainLine();
    const into = byId('v-curves');
    into.replaceChildren();
    if (line.length < 2) return;
    const x = ply => (100 * ply / line.length).toFixed(2);
    const clocks = line.filter(n => 'k' in n.move);
    if (clocks.length > 1) {
      const most = Math.max(...clocks.map(n => n.move.k), 1);
      const path = side => 'M' + clocks.filter(n => sideOf(n) === side).map(n => `${x(n.ply)} ${(97 - 94 * n.move.k / most).toFixed(2)}`).join('L');
      into.append(curve(t('Clocks: White solid, Black dashed; the top is {}', clockText(most)), t('Clocks of both players along the game'),
        [0, 1].filter(side => clocks.some(n => sideOf(n) === side)).map(side => shape('path', { class: side ? 'black' : 'white', d: path(side) }))));
    }
    const values = line.filter(n => 'e' in n.move || 'f' in n.move);
    if (values.length > 1) {
      const height = n => { const v = 'f' in n.move ? (n.move.f < 0 ? -10 : 10) : n.move.e; return (50 - 48 * Math.tanh(v / 4)).toFixed(2); };
      const points = values.map(n => `${x(n.ply)} ${height(n)}`).join('L');
      into.append(curve(t('Evaluation: above the middle White is better'), t('Evaluation along the game'),
        [shape('path', { class: 'area', d: `M${x(values[0].ply)} 50L${points}L${x(values[values.length - 1].ply)} 50z` }), shape('path', { class: 'zero', d: 'M0 50H100' })]));
    }
  }
  function moveCursors(node) {
    let main = node;
    while (main.depth > 0) main = nodes[main.previous];
    const place = (100 * main.ply / Math.max(mainLine().length, 1)).toFixed(2);
    for (const cursor of document.querySelectorAll('.curve .cursor')) cursor.setAttribute('d', `M${place} 0V100`);
  }

  function go(index) {
    at = index;
    const node = nodes[index];
    drawBoard(node);
    showPlayers(node);
    moveCursors(node);
    for (const old of viewer.querySelectorAll('[aria-current]')) { old.removeAttribute('aria-current'); old.tabIndex = -1; }
    const button = viewer.querySelector(`[data-node="${index}"]`);
    if (button) {
      button.setAttribute('aria-current', 'true');
      button.tabIndex = 0;
      // If the list does not scroll, the page would scroll away from the board.
      const list = byId('v-moves');
      if (list.scrollHeight > list.clientHeight) button.scrollIntoView({ block: 'nearest' });
    }
    const facts = [];
    if (index) facts.push(`${numbered(node, true)} ${node.san}${signsText(node)}`);
    if (node.move && ('e' in node.move || 'f' in node.move)) facts.push(t('evaluation {}', evalText(node.move)));
    if (index && node.next === null && node.depth === 0) facts.push(game.r);
    byId('v-now').textContent = facts.join(' · ') || t('First position');
    if (viewer.open) hooks.moved(node.depth === 0 ? `#game-${number}-${node.ply}` : `#game-${number}`);
  }
  function step(where) {
    const node = nodes[at];
    if (where === 'first') go(0);
    if (where === 'back' && at) go(node.previous);
    if (where === 'on' && node.next !== null) go(node.next);
    if (where === 'last') { let n = node; while (n.next !== null) n = nodes[n.next]; go(n.index); }
    if (where === 'flip') { turned = !turned; go(at); }
  }

  function open(id, ply) {
    const data = viewer && hooks.load(id);
    if (!data) return false;
    game = data;
    number = id;
    const hasBoard = 'p' in game;
    if (!hasBoard) Object.assign(game, { n: 1, b: 0 });
    nodes = [{ index: 0, san: '', board: boardOf(game.p || '8/8/8/8/8/8/8/8'), changes: '', ply: 0, depth: 0, previous: 0, next: null, move: { q: game.q } }];
    addLine(game, 0, 0);
    byId('v-title').textContent = `${tag('White') || '?'} – ${tag('Black') || '?'}`;
    byId('v-about').textContent = [tag('Event'), tag('Round') && t('round {}', tag('Round')), tag('Date'), game.o, game.r].filter(Boolean).join(' · ');
    const moves = byId('v-moves');
    moves.replaceChildren();
    showComments(game.c, moves);
    if (nodes[0].next !== null) showLine(nodes[0].next, moves);
    if (game.x) moves.append(element('p', {}, game.x));
    moves.append(element('span', {}, game.r));
    byId('v-tags').replaceChildren(...game.t.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
    byId('v-board').hidden = !hasBoard;
    drawCurves();
    showNeighbours();
    if (isEmbedded) viewer.setAttribute('open', '');
    if (!viewer.open) { turned = false; viewer.showModal(); viewer.scrollTop = 0; }
    const line = mainLine();
    go(ply > 0 && line.length ? line[Math.min(ply, line.length) - 1].index : 0);
    return true;
  }
  // Shows whether there are games before and after this one.
  function showNeighbours() {
    const ids = hooks.games(), place = ids.indexOf(number);
    viewer.querySelector('[data-do=previous]').disabled = place <= 0;
    viewer.querySelector('[data-do=next]').disabled = place < 0 || place + 1 >= ids.length;
  }
  function openOther(distance) {
    const ids = hooks.games(), other = ids[ids.indexOf(number) + distance];
    if (!other) return;
    turned = false;
    hooks.choose(other);
  }
  // The moves of the game that lead to the position on the board.
  function movesToBoard() {
    const moves = [];
    for (let node = nodes[at]; node.index; node = nodes[node.previous]) moves.unshift(node.san);
    return moves;
  }

  const actions = {
    close: button => button.closest('dialog').close(),
    previous: () => openOther(-1),
    next: () => openOther(1),
    pgn: () => save(byId('v-title').textContent, 'text/pgn', pgnOf(game)),
  };
  document.addEventListener('click', event => {
    const button = event.target.closest('button');
    if (event.target === viewer) viewer.close();
    if (!button) return;
    if (button.dataset.go) step(button.dataset.go);
    else if (button.dataset.node) go(Number(button.dataset.node));
    else if (button.dataset.do) actions[button.dataset.do]?.(button);
  });
  viewer?.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last', f: 'flip', F: 'flip' }[event.key];
    if (key) { step(key); event.preventDefault(); return; }
    const other = { n: 1, N: 1, p: -1, P: -1 }[event.key];
    if (other) { openOther(other); event.preventDefault(); }
  });
  return {
    byId, jsonOf, speak, t, element, shape, save, pgnOf, boardOf, changed, squareAt, drawnBoard, open, showNeighbours, hooks, actions, viewer, isEmbedded, movesToBoard,
    isAtEnd: () => Boolean(viewer?.open) && nodes[at].depth === 0 && nodes[at].next === null,
    openNumber: () => number,
    openGame: () => game,
  };
})();

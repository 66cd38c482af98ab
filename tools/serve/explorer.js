// The explorer. The address of the page is its whole state, and all chess is computed by the server.
(() => {
  'use strict';
  const { byId, element, shape, boardOf, squareAt, drawnBoard, hooks, viewer } = gameViewer;
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  document.documentElement.classList.add('js');
  // The offline page shows the explorer in a frame, and answers its requests without a server.
  const isOffline = parent !== window;
  const host = isOffline ? parent.explorerHost : window;
  const { location, history } = host;

  // The filters, which have the names of the options of `arbiter find`.
  const fields = {
    player: ['Player', 'Carlsen, M'], white: ['White', 'Carlsen, M'], black: ['Black', 'Anand'], between: ['Two players', 'Carlsen vs Anand'],
    event: ['Event', 'olympiad'], site: ['Site', 'Wijk'], date: ['Date', '2010..2020'], round: ['Round', '3'],
    elo: ['Both ratings', '2600..'], 'white-elo': ["White's rating", '2600..'], 'black-elo': ["Black's rating", '2600..'], 'opponent-elo': ["Opponent's rating", '2600..'], title: ['Title', 'GM'],
    result: ['Result', '1-0'], opening: ['Opening', 'najdorf'], eco: ['ECO code', 'B90..B99'], plies: ['Half-moves', '..40'],
    'time-control': ['Time control', '300+5'], ending: ['Ending', 'mate'], has: ['Movetext with', 'comments'], eval: ['Evaluation', '3..'], blunder: ['Blunder of pawns', '2'],
    material: ['Material', 'KRPkr~'], pattern: ['Pattern', 'Nf5 and kg8'], finding: ['Finding', 'errors'], tag: ['Tag', 'Annotator=kasparov'],
    source: ['Source file', 'club.pgn'], where: ['Condition', 'elo>=2400 and not eco=B90'],
  };
  const ofPlayer = { 'as-white': 'with White', 'as-black': 'with Black', won: 'won', drew: 'drew', lost: 'lost' };
  const fieldOf = name => name.replace(/^not-/, '');
  const isFilter = name => fieldOf(name) in fields || name in ofPlayer;
  // Returns conditions such as `opening = "=B90"` with the names of the fields.
  const readable = text => text.replace(/\b([a-z][\w-]*)(?:\.\w+)? (=|!=|[<>]=?) ("(?:[^"]|"")*"|[^\s()]+)/g, (all, name, sign, value) => !(name in fields) || name === 'tag' ? all
    : `${fields[name][0]}${sign === '=' ? ':' : ` ${sign}`} ${value.replace(/^"|"$/g, '').replaceAll('""', '"').replace(/^=/, '')}`);
  // The server names a field as an option, as in "--where: between: invalid value".
  const inWords = message => message.replace(/^--where: (between: )?/, (all, isPair) => `${fields[isPair ? 'between' : 'where'][0]}: `)
    .replace(/^--(?:not-)?([\w-]+): /, (all, name) => name in fields ? `${fields[name][0]}: ` : all)
    .replace('needs a player: --player, --white, --black or --between', 'add a player filter first');
  const filterText = (name, value) => name in ofPlayer ? ofPlayer[name] : name.startsWith('not-') ? `not ${filterText(fieldOf(name), value)}`
    : name === 'where' ? readable(value) : `${fields[name][0]}: ${value}`;

  // The state.
  let view = 'explore', root = '', moves = [], filters = [], sort = '', isTurned = false, extra = {};
  let names = [], indexPlies = null, isEditable = false;  // facts about the served files
  let aboutGames;  // the response about the served files
  let fullRoot = '', fullLine = [];  // the moves, and those after them that were taken back

  function readAddress() {
    const given = new URLSearchParams(location.search);
    view = ['prepare', 'stats', 'check'].includes(given.get('view')) ? given.get('view') : 'explore';
    root = given.get('fen') ?? '';
    moves = (given.get('moves') ?? '').split(/\s+/).filter(Boolean);
    sort = given.get('sort') ?? '';
    isTurned = given.get('flip') === '1';
    filters = [...given].filter(([name]) => isFilter(name));
    extra = Object.fromEntries(['name', 'against', 'by'].map(name => [name, given.get(name) ?? '']));
  }
  // The filters as options of the server. Two players are a condition. All conditions must hold; other
  // filters of the same name are alternatives.
  const filterQuery = () => new URLSearchParams(filters.map(([name, value]) => {
    const field = fieldOf(name);
    if (field !== 'where' && field !== 'between') return [name, value];
    const condition = field === 'between' ? `between = ${value}` : value;
    return ['where', name === field ? condition : `not (${condition})`];
  }));
  function withPosition(query, line) {
    if (root) query.set('fen', root);
    if (line.length) query.set('moves', line.join(' '));
    return query;
  }
  const positionQuery = (line = moves) => withPosition(filterQuery(), line);
  function address() {
    const query = new URLSearchParams();
    if (view !== 'explore') query.set('view', view);
    if (root) query.set('fen', root);
    if (moves.length) query.set('moves', moves.join(' '));
    for (const [name, value] of filters) query.append(name, value);
    if (sort) query.set('sort', sort);
    if (isTurned) query.set('flip', '1');
    for (const [name, value] of Object.entries(extra)) if (value) query.set(name, value);
    const text = query.toString();
    return text ? `?${text}` : location.pathname;
  }
  // Changes the state and what is shown; the change can be undone by the Back button.
  function change(next) {
    next();
    enter(address());
    show();
  }
  // Each entry of the history has the number of entries before it, so that Undo stays on the page.
  const enter = (to, state = {}) => history.pushState({ ...state, step: (history.state?.step ?? 0) + 1 }, '', to);

  // The browser's cache is slower than the server.
  async function recordsOf(path, options = {}) {
    const response = await host.fetch(`/api/v1/${path}`, { cache: 'no-store', ...options });
    const text = await response.text();
    const records = text.split('\n').filter(Boolean).map(line => JSON.parse(line));
    if (!response.ok) throw new Error(records[0]?.message ?? response.statusText);
    return records;
  }
  const maxSeconds = 1;  // maximum time of a response that is not slow
  // Responses that are likely to be needed again, or soon. Games may be added, so they are kept for a while.
  const kept = new Map();
  function keep(path, records, seconds) {
    kept.set(path, records);
    setTimeout(() => { if (kept.get(path) === records) kept.delete(path); }, 1000 * seconds);
  }
  function askAhead(path) {
    if (!kept.has(path)) keep(path, recordsOf(path).catch(() => null), 60);
    return kept.get(path);
  }
  // Requests: a later one of the same kind replaces an earlier one.
  const running = {};
  async function ask(kind, path, options = {}) {
    running[kind]?.abort();
    const { signal } = running[kind] = new AbortController();
    const begin = performance.now();
    const records = (kept.has(path) && await kept.get(path)) || await recordsOf(path, { ...options, signal });
    // Slow responses are kept for the Back button and other orders.
    if (!options.method && performance.now() - begin > 1000 * maxSeconds) keep(path, records, 300);
    return records;
  }
  const isAborted = fault => fault.name === 'AbortError';
  // A message stays until the next change of the state.
  function tell(message, isNote = false) {
    byId('problem').textContent = message;
    byId('problem').classList.toggle('note', isNote);
    byId('problem').hidden = false;
  }
  function complain(fault) {
    if (!isAborted(fault)) tell(fault instanceof TypeError ? 'The server does not respond. Is `arbiter serve` still running?' : inWords(fault.message));
  }

  const number = new Intl.NumberFormat('en').format;
  const counted = (n, word) => `${number(n)} ${word}${n === 1 ? '' : 's'}`;
  const percent = x => `${(100 * x).toFixed(1)} %`;
  const cell = (text, kind = '') => element('td', kind ? { class: kind } : {}, text);
  // The head of a table. A click on a column with several orders sorts by the first, and the next click by the next
  // order.
  function head(...columns) {
    const cellOf = ([name, kind, ...orders]) => {
      const attributes = { scope: 'col', ...(kind ? { class: kind } : {}) };
      if (!orders.length) return element('th', attributes, name);
      const place = orders.indexOf(sort);
      if (place >= 0) attributes['aria-sort'] = sort.startsWith('-') ? 'descending' : 'ascending';
      return element('th', attributes, element('button', { type: 'button', 'data-sort': orders[(place + 1) % orders.length], title: `Sort by ${name}` }, name));
    };
    return element('thead', {}, element('tr', {}, ...columns.map(cellOf)));
  }

  const wordsOf = name => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/[\s,.]+/).filter(Boolean);
  const opening = (text, full = text) => element('td', { class: 'opening', title: full ?? '' }, text);

  // The counts of a record by result: from White's side, or from that of the player who is filtered.
  const results = record => [record.white_wins ?? record.wins ?? 0, record.draws ?? 0, record.black_wins ?? record.losses ?? 0];
  function resultBar(record) {
    const counts = results(record), all = counts[0] + counts[1] + counts[2];
    const names = 'wins' in record ? ['won', 'drawn', 'lost'] : ['White won', 'drawn', 'Black won'];
    const label = counts.map((n, i) => `${all ? Math.round(100 * n / all) : 0} % ${names[i]}`).join(', ');
    const svg = shape('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', role: 'img', 'aria-label': label });
    let x = 0;
    counts.forEach((n, i) => {
      const width = all ? 100 * n / all : 0;
      svg.append(shape('rect', { class: ['bar-white', 'bar-draw', 'bar-black'][i], x, y: 0.5, width, height: 9 }));
      x += width;
    });
    const title = shape('title', {});
    title.textContent = label;
    svg.prepend(title);
    return element('td', { class: 'bar' }, svg);
  }

  // The board of the explorer.
  let fen = start, legal = {}, chosen = null, cursor = 4, lastMove = '', treeRows = [];
  const pieceNames = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
  const squareName = square => 'abcdefgh'[square % 8] + (1 + (square >> 3));
  const pieceName = piece => piece === '-' ? 'empty' : `${piece < 'a' ? 'white' : 'black'} ${pieceNames[piece.toLowerCase()]}`;

  // Builds a board with a grid of buttons over its picture; `act` is called with a square.
  function buildBoard(into, { board, turned, changes = '', label, state, act }) {
    const focused = into.contains(document.activeElement);
    const svg = drawnBoard({ board, changes, isTurned: turned, label });
    svg.setAttribute('aria-hidden', 'true');
    svg.removeAttribute('role');
    const grid = element('div', { class: 'x-grid', role: 'grid', 'aria-label': label });
    const at = (row, column) => turned ? 8 * row + 7 - column : 8 * (7 - row) + column;
    for (let row = 0; row < 8; ++row) {
      const line = element('div', { role: 'row' });
      for (let column = 0; column < 8; ++column) {
        const square = at(row, column);
        const button = element('button', { type: 'button', role: 'gridcell', tabindex: square === cursor ? '0' : '-1', 'data-square': square });
        state(button, square);
        line.append(button);
      }
      grid.append(line);
    }
    grid.addEventListener('keydown', event => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 8, ArrowDown: -8 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = cursor + (turned ? -step : step);
      const isBeside = Math.abs(next % 8 - cursor % 8) <= 1;
      if (next < 0 || next > 63 || !isBeside) return;
      cursor = next;
      for (const one of grid.querySelectorAll('button')) one.tabIndex = one.dataset.square === String(cursor) ? 0 : -1;
      grid.querySelector('button[tabindex="0"]').focus();
    });
    grid.addEventListener('click', event => {
      const button = event.target.closest('button');
      if (button) act(Number(button.dataset.square));
    });
    into.replaceChildren(svg, grid);
    if (focused) grid.querySelector('button[tabindex="0"]')?.focus({ preventScroll: true });
    return grid;
  }

  // The rook that castles with the king on `from`: the outermost one, or that whose file is in the FEN.
  function castlingRook(from, isLong) {
    const board = boardOf(fen.split(' ')[0]), isWhite = board[from] === 'K', rank = from - from % 8;
    const files = [...fen.split(' ')[2]].filter(c => isWhite ? c >= 'A' && c <= 'H' : c >= 'a' && c <= 'h').map(c => 'abcdefgh'.indexOf(c.toLowerCase()));
    const rooks = [0, 1, 2, 3, 4, 5, 6, 7].filter(file => board[rank + file] === (isWhite ? 'R' : 'r') && (isLong ? file < from % 8 : file > from % 8));
    const file = rooks.find(one => files.includes(one)) ?? rooks.at(isLong ? 0 : -1);
    return rank + file;
  }
  // The squares to which a move in SAN can be made. A king castles by going to its rook, or to its
  // square after castling if no other move of it goes there.
  function targets(san, from) {
    const castling = /^O-O(-O)?/.exec(san);
    if (castling) {
      const square = from - from % 8 + (castling[1] ? 2 : 6), rook = castlingRook(from, Boolean(castling[1]));
      return Math.abs(square - from) > 1 && square !== rook ? [rook, square] : [rook];
    }
    const found = /([a-h][1-8])(=[QRBN])?[+#]?$/.exec(san);
    return found ? [squareAt(found[1], 0)] : [];
  }
  const movesFrom = square => (legal[squareName(square)] ?? []).flatMap(san => targets(san, square).map(to => ({ san, to })));

  function drawBoard() {
    const board = boardOf(fen.split(' ')[0]);
    const to = chosen === null ? [] : movesFrom(chosen).map(move => move.to);
    const changes = /^[a-h][1-8][a-h][1-8]/.test(lastMove) ? `${lastMove.slice(0, 2)}-${lastMove.slice(2, 4)}-` : '';
    const grid = buildBoard(byId('board'), {
      board, turned: isTurned, changes, label: `Board, ${fen.split(' ')[1] === 'b' ? 'Black' : 'White'} to move`,
      state: (button, square) => {
        button.setAttribute('aria-label', `${squareName(square)}, ${pieceName(board[square])}${to.includes(square) ? ', possible' : ''}`);
        if (legal[squareName(square)]) button.classList.add('own');
        if (square === chosen) button.setAttribute('aria-selected', 'true');
        if (to.includes(square)) button.classList.add('target');
      },
      act: touch,
    });
    grid.addEventListener('pointerdown', event => drag(event, board));
  }
  function touch(square) {
    cursor = square;
    if (chosen !== null && chosen !== square && movesFrom(chosen).some(move => move.to === square)) return playTo(chosen, square);
    chosen = chosen === square || !legal[squareName(square)] ? null : square;
    drawBoard();
  }
  function drag(event, board) {
    const button = event.target.closest('button');
    const from = button ? Number(button.dataset.square) : -1;
    if (from < 0 || !legal[squareName(from)] || event.button !== 0) return;
    const possible = movesFrom(from).map(move => move.san);
    treeRows.filter(row => possible.includes(row.move)).slice(0, 3).forEach(row => exploreAhead(row.move));
    const box = byId('board').getBoundingClientRect();
    let ghost = null;
    const follow = move => {
      if (!ghost && Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) < 5) return;
      if (!ghost) {
        chosen = from;
        cursor = from;
        drawBoard();
        ghost = shape('svg', { class: 'x-drag', viewBox: '0 0 45 45', 'aria-hidden': 'true' });
        ghost.append(shape('use', { href: `#${board[from] < 'a' ? 'w' : 'b'}${'PNBRQK'.indexOf(board[from].toUpperCase())}` }));
        byId('board').append(ghost);
      }
      ghost.style.left = `${move.clientX - box.left}px`;
      ghost.style.top = `${move.clientY - box.top}px`;
    };
    const drop = move => {
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', drop);
      if (!ghost) return;
      ghost.remove();
      // The click that follows belongs to the drag.
      const stop = click => { click.stopPropagation(); click.preventDefault(); };
      addEventListener('click', stop, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', stop, { capture: true }), 0);
      const square = document.elementFromPoint(move.clientX, move.clientY)?.closest('#board [data-square]');
      const to = square ? Number(square.dataset.square) : -1;
      chosen = null;
      if (move.type === 'pointerup' && to !== from && movesFrom(from).some(one => one.to === to)) playTo(from, to);
      else drawBoard();
    };
    addEventListener('pointermove', follow);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', drop);
  }
  function playTo(from, to) {
    const found = movesFrom(from).filter(move => move.to === to).map(move => move.san);
    if (found.length === 1) return play(found[0]);
    const dialog = byId('promotion');
    dialog.onclick = event => {
      const piece = event.target.value;
      if (piece) { dialog.close(); play(found.find(san => san.includes(`=${piece}`))); }
    };
    dialog.showModal();
  }
  function play(...sans) {
    chosen = null;
    change(() => moves.push(...sans));
  }

  // The explorer.
  let offset = 0, total = 0, ids = [];
  const squaresOf = new Map();  // the squares of the last move of a line: "e2e4"
  // The number before the move at `i` in the line: "3. ", or "3… " for Black.
  function numberAt(i) {
    const [, turn, , , , first] = (root || start).split(' '), half = i + (turn === 'b' ? 1 : 0);
    return `${(Number(first) || 1) + (half >> 1)}${half % 2 ? '…' : '.'} `;
  }
  function showLine() {
    if (root !== fullRoot || moves.some((san, i) => san !== fullLine[i])) [fullRoot, fullLine] = [root, [...moves]];
    const parts = fullLine.map((san, i) => {
      const no = numberAt(i), button = element('button', { type: 'button', 'data-ply': i + 1 }, san);
      return [i === 0 || no.includes('.') ? no : '', button, ' '];
    });
    const later = parts.slice(moves.length).flat();
    byId('line').replaceChildren(...parts.slice(0, moves.length).flat(), ...(later.length ? [element('span', { class: 'x-later' }, ...later)] : []));
  }

  // The summary of the tree, and how the game ended if it is over in the position.
  let summary = '', ending = '';
  const showStatus = () => { byId('status').textContent = summary + ending; };
  function showTree(records) {
    const position = records.find(record => record.type === 'position');
    fen = position.fen;
    treeRows = records.filter(record => record.type === 'move');
    for (const row of treeRows) if (row.move) squaresOf.set([root, ...moves, row.move].join(' '), row.uci);
    const isOfPlayer = 'wins' in position;
    // The name of the opening family is already above the table.
    const family = `${(position.opening ?? '').split(':')[0]}: `;
    const within = name => name.startsWith(family) ? name.slice(family.length) : name;
    const rows = treeRows.map(row => {
      const name = row.move ? numberAt(moves.length) + row.move : '(end)';
      const first = row.move ? element('button', { type: 'button', 'data-san': row.move }, name) : name;
      const years = row.first_year ? (row.first_year === row.last_year ? String(row.first_year) : `${row.first_year}–${row.last_year}`) : '';
      return element('tr', row.move ? { 'data-san': row.move } : {},
        element('th', { scope: 'row' }, first), cell(number(row.games), 'num'), cell(percent(row.games / Math.max(position.games, 1)), 'num'), resultBar(row),
        cell(row.score == null ? '' : percent(row.score), 'num'), cell(row.elo == null ? '' : String(row.elo), 'num elo'),
        cell(row.performance == null ? '' : String(row.performance), 'num perf'), cell(years, 'years'),
        opening(row.opening ? `${row.eco} ${within(row.opening)}` : '', row.opening));
    });
    const all = element('tfoot', {}, element('tr', { class: 'all' }, element('th', { scope: 'row' }, 'all'), cell(number(position.games), 'num'), cell('', 'num'), resultBar(position),
      cell('', 'num'), cell('', 'num elo'), cell('', 'num perf'), cell('', 'years'), cell('', 'opening')));
    const wasFocused = byId('tree').contains(document.activeElement);
    byId('tree').replaceChildren(element('caption', {}, 'Moves played in this position'),
      head(['Move', ''], ['Games', 'num'], ['Share', 'num'], [isOfPlayer ? 'Won, drawn, lost' : 'White, draw, Black', 'bar'], ['Score', 'num'], ['Rating', 'num elo'], ['Perf.', 'num perf'], ['Years', 'years'], ['Opening', 'opening']),
      element('tbody', {}, ...rows), all);
    if (wasFocused) byId('tree').querySelector('button')?.focus({ preventScroll: true });
    byId('place').textContent = position.opening ? `${position.eco} ${position.opening}` : moves.length || root ? 'Position' : 'Initial position';
    const limit = position.index_plies == null ? '' : `; only the first ${position.index_plies} half-moves of each game are indexed`;
    byId('total').textContent = `${counted(position.games, 'game')} reached this position${limit}`;
    byId('known').hidden = true;
    if (!moves.length && !root && treeWait < 1000 * maxSeconds) showOthers(position.games).catch(complain);
    if (!position.games && moves.length && (filters.length || treeWait < 1000 * maxSeconds)) showLastKnown().catch(complain);
    const best = treeRows.find(row => row.move);
    summary = `${moves.length ? `After ${moves.at(-1)}: ` : ''}${counted(position.games, 'game')}${best ? `; most played ${best.move}, ${counted(best.games, 'game')}` : ''}.`;
    showStatus();
    byId('fen').value = fen;
  }

  // Shows why the start position has fewer games than the filters select.
  async function showOthers(games) {
    const query = filterQuery();
    query.set('limit', 0);
    const records = await ask('others', `games?${query}`), isShown = !moves.length && !root;
    const others = records.find(record => record.type === 'summary').games - games;
    if (others > 0 && isShown) byId('total').append(`; ${counted(others, 'other game')} begin${others === 1 ? 's' : ''} elsewhere, or ${others === 1 ? 'is' : 'are'} of a variant`);
  }

  // Shows which move of the line is new in all games: the one after the last position that games have reached.
  // It needs a request for each position, so without filters it is used only if the server is quick.
  async function showLastKnown() {
    const line = moves.join(' '), scope = filters.length ? ' without the filters' : '';
    for (let games = 0, ply = moves.length - (scope ? 0 : 1); !games && ply >= 0; --ply) {
      const records = await ask('known', `tree?${withPosition(new URLSearchParams({ limit: 1 }), moves.slice(0, ply))}`);
      if (moves.join(' ') !== line) return;
      ({ games } = records.find(record => record.type === 'position'));
      if (!games) continue;
      byId('known').replaceChildren(...(ply === moves.length ? [`${counted(games, 'game')} reached this position${scope}.`]
        : ['New: ', element('button', { type: 'button', 'data-ply': ply }, numberAt(ply) + moves[ply]), `; ${counted(games, 'game')} reached the position before it${scope}.`]));
      byId('known').hidden = false;
    }
  }

  function gameRow(game) {
    const player = (name, elo) => `${name ?? '?'}${elo == null ? '' : ` (${elo})`}`;
    const place = game.hit_contexts?.[0] ?? (game.opening ? `${game.opening_eco ?? ''} ${game.opening}` : '');
    return element('tr', { 'data-game': game.id },
      cell(String(game.id), 'num no'),
      element('th', { scope: 'row', class: 'name' }, element('button', { type: 'button', 'data-game': game.id, 'data-ply': game.hit_plies?.[0] ?? game.ply ?? 0, 'aria-label': `Replay ${game.white ?? '?'} against ${game.black ?? '?'}` }, player(game.white, game.white_elo))),
      cell(game.result === '1/2-1/2' ? '½-½' : game.result, 'result'), cell(player(game.black, game.black_elo), 'name'),
      cell((game.date ?? '').replaceAll('.??', ''), 'date'), cell(String(Math.ceil(game.plies / 2)), 'num plies'), cell(game.event ?? '', 'event'), opening(place));
  }
  const more = () => showGames(true).catch(complain);
  const endOfList = new IntersectionObserver(entries => { if (entries[0].isIntersecting && offset) more(); }, { rootMargin: '300px' });
  async function showGames(isMore) {
    const list = byId('list');
    if (!isMore) { offset = 0; ids = []; }
    const query = positionQuery();
    if (sort) query.set('sort', sort);
    query.set('offset', offset);
    query.set('limit', 50);
    const records = await ask('games', `games?${query}`);
    const games = records.filter(record => record.type === 'game');
    const summary = records.find(record => record.type === 'summary');
    const message = records.find(record => record.type === 'message');
    if (!isMore) {
      const what = filters.some(([name]) => name === 'pattern') ? 'Hit' : 'Opening';
      const column = list.tHead?.contains(document.activeElement) ? document.activeElement.closest('th').cellIndex : -1;
      list.replaceChildren(element('caption', {}, 'Games that reached this position'),
        head(['No.', 'num no', ''], ['White', 'name', 'white'], ['Result', 'result', 'result', '-result'], ['Black', 'name', 'black'], ['Date', 'date', '-date', 'date'], ['Moves', 'num plies', '-plies', 'plies'], ['Event', 'event', 'event'], [what, 'opening', 'eco', '-eco']), element('tbody', {}));
      list.tHead.rows[0].cells[column]?.querySelector('button').focus({ preventScroll: true });
    }
    list.tBodies[0].append(...games.map(gameRow));
    ids.push(...games.map(game => game.id));
    offset += games.length;
    total = summary.games;
    byId('games-title').textContent = counted(total, 'game');
    byId('more').hidden = offset >= total;
    // Observes the end again, so that it is reported again if it is still visible.
    endOfList.unobserve(byId('more'));
    endOfList.observe(byId('more'));
    gameViewer.showNeighbours();
    if (message) tell(message.message, true);
    else if (!total && filters.length > 1) tell(`No game matches all ${filters.length} filters.`, true);
    const saved = positionQuery();
    if (sort) saved.set('sort', sort);
    saved.set('limit', 10000);
    const link = byId('export');
    link.href = `/api/v1/export?${saved}`;
    link.hidden = total === 0;
  }
  // Saves all games of the list. Responses of more than 10,000 games are fetched in parts.
  let saving = null;
  async function saveGames() {
    const link = byId('export'), href = link.getAttribute('href'), parts = [], all = total;
    saving = new AbortController();
    try {
      for (let done = 0; done < all; done += 10000) {
        link.textContent = `${percent(done / all)} – stop`;
        const response = await host.fetch(`${href}&offset=${done}`, { signal: saving.signal });
        if (!response.ok) throw new Error(JSON.parse(await response.text()).message);
        parts.push(await response.blob());
      }
      gameViewer.save('games', 'text/pgn', new Blob(parts));
    } catch (fault) { complain(fault); }
    saving = null;
    link.textContent = 'Save as PGN';
  }

  function clearGames() {
    for (const id of ['tree', 'list', 'total', 'games-title']) byId(id).replaceChildren();
    for (const id of ['more', 'export']) byId(id).hidden = true;
  }
  const treeOf = line => `tree?${positionQuery(line)}`;
  const positionOf = line => `position?${withPosition(new URLSearchParams(), line)}`;
  // A tree that takes longer is not requested in advance.
  const maxWait = 100;
  let treeWait = 0;  // milliseconds
  function exploreAhead(san) {
    if (view !== 'explore' || treeWait > maxWait) return;
    const line = [...moves, san];
    return Promise.all([treeOf(line), positionOf(line)].map(askAhead));
  }
  // The requests are sent first, and the list waits for the tree, which is shown as soon as possible.
  async function explore() {
    const key = treeOf(moves), begin = performance.now();
    const isShown = () => key === treeOf(moves);
    running.games?.abort();
    running.known?.abort();
    offset = 0;
    legal = {};
    summary = ending = '';
    const tree = ask('tree', key).then(records => {
      if (!isShown()) return;
      treeWait = performance.now() - begin;
      showTree(records);
    });
    const position = ask('position', positionOf(moves)).then(([record]) => {
      if (!isShown()) return;
      legal = record.moves ?? {};
      fen = record.fen;
      ending = record.end ? ` ${record.end.reason}.` : '';
      showStatus();
      drawBoard();
    });
    const list = tree.then(() => isShown() && showGames(false));
    showLine();
    lastMove = squaresOf.get([root, ...moves].join(' ')) ?? '';
    byId('sort').value = sort;
    await Promise.all([position, list]);
    for (const { move } of treeRows.filter(row => row.move).slice(0, 4)) {
      if (!isShown()) return;
      await exploreAhead(move);
    }
  }

  // Groups of games with a bar for each: its length is the share of the largest group.
  function groupRow(record, most, name) {
    const [wins, draws, losses] = results(record);
    const svg = shape('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    let x = 0;
    [[wins, 'bar-white'], [draws, 'bar-draw'], [losses, 'bar-black'], [record.unfinished ?? 0, 'bar-none']].forEach(([n, kind]) => {
      const width = 100 * n / Math.max(most, 1);
      svg.append(shape('rect', { class: kind, x, y: 0.5, width, height: 9 }));
      x += width;
    });
    const finished = wins + draws + losses;
    return element('tr', {}, element('th', { scope: 'row' }, name), cell(number(record.games), 'num'), cell(number(wins), 'num'), cell(number(draws), 'num'), cell(number(losses), 'num'),
      cell(finished ? percent((wins + draws / 2) / finished) + (record.field_score == null ? '' : ` (all: ${percent(record.field_score)})`) : '', 'num'), element('td', { class: 'bar' }, svg));
  }
  // Names of openings in groups begin with their codes.
  const nameOf = (row, by) => by === 'opening' ? row.name.replace(/^[A-E]\d\d /, '') : row.name;
  const groupHead = (name, isOfPlayer) => head([name, ''], ['Games', 'num'], [isOfPlayer ? 'Won' : 'White won', 'num'], ['Drawn', 'num'], [isOfPlayer ? 'Lost' : 'Black won', 'num'], ['Score', 'num'], ['Results', 'bar']);

  async function showStats() {
    const by = extra.by || 'year';
    byId('by').value = by;
    const query = filterQuery();
    query.set('by', by);
    // Groups of numbers are in ascending order only without a limit.
    if (!['year', 'elo', 'plies'].includes(by)) query.set('limit', 50);
    const [records, groups] = await Promise.all([ask('totals', `stats?${filterQuery()}`), ask('groups', `stats?${query}`)]);
    const totals = records.find(record => record.type === 'totals');
    const [wins, draws, losses] = results(totals), finished = wins + draws + losses;
    const share = n => finished ? percent(n / finished) : '–';
    const isOfPlayer = 'wins' in totals;
    const facts = [['games', number(totals.games)], [isOfPlayer ? 'won' : 'White won', share(wins)], ['drawn', share(draws)], [isOfPlayer ? 'lost' : 'Black won', share(losses)],
      ['moves a game', totals.games ? (totals.plies / totals.games / 2).toFixed(1) : '–'], ['players', number(totals.players)], ['events', number(totals.events)],
      ['mean rating', totals.mean_elo == null ? '–' : Math.round(totals.mean_elo)], ['dates', totals.first_date ? `${totals.first_date.slice(0, 4)}–${totals.last_date.slice(0, 4)}` : '–']];
    byId('totals').replaceChildren(...facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, String(value)))));
    const rows = groups.filter(record => record.type === 'group');
    const most = Math.max(1, ...rows.map(row => row.games));
    const name = byId('by').selectedOptions[0].textContent;
    const filterBy = { year: 'date', family: 'opening', opening: 'opening', player: 'player', result: 'result', eco: 'eco', event: 'event', site: 'site', ending: 'ending' }[by];
    const groupName = row => !row.name ? 'unknown' : !filterBy ? row.name
      : element('a', { href: `?${new URLSearchParams([...filters, [filterBy, `${['opening', 'player'].includes(by) ? '=' : ''}${nameOf(row, by)}`]])}` }, row.name);
    byId('groups').replaceChildren(element('caption', {}, `Games by ${name}`), groupHead(name[0].toUpperCase() + name.slice(1), isOfPlayer),
      element('tbody', {}, ...rows.map(row => groupRow(row, most, groupName(row)))));
    const endings = records.filter(record => record.type === 'ending'), found = records.filter(record => record.type === 'finding');
    byId('endings-title').hidden = !endings.length && !found.length;
    byId('endings').replaceChildren(...(endings.length ? [element('caption', {}, 'Endings'), head(['Ending', ''], ['Games', 'num']), element('tbody', {}, ...endings.map(e => element('tr', {}, element('th', { scope: 'row' }, e.ending), cell(number(e.games), 'num'))))] : []));
    const findingLink = id => element('a', { href: `?${new URLSearchParams([...filters, ['finding', id]])}` }, id);
    byId('findings-table').replaceChildren(...(found.length ? [element('caption', {}, 'Findings'), head(['Finding', ''], ['Severity', ''], ['Games', 'num']), element('tbody', {}, ...found.map(f => element('tr', {}, element('th', { scope: 'row' }, findingLink(f.id)), cell(f.severity), cell(number(f.games), 'num'))))] : []));
  }

  // The games of a row, by the command that lists them.
  function questionOf(command) {
    const option = name => {
      const found = new RegExp(`--${name} ('(?:[^']|'\\\\'')*'|\\S+)`).exec(command ?? '');
      return found ? found[1].replace(/^'|'$/g, '').replaceAll("'\\''", "'") : '';
    };
    const query = new URLSearchParams();
    if (option('moves')) query.set('moves', option('moves'));
    if (option('where')) query.set('where', option('where'));
    for (const name of ['name', 'against']) if (extra[name]) query.set(name, extra[name]);
    return `?${query}`;
  }
  const partTitles = { form: 'Results', years: 'Form by year', ratings: "By the opponent's rating", against: 'Against the other player', white: 'Repertoire as White', black: 'Repertoire as Black',
    endings: 'Endings', claims: 'Unclaimed draws', games: 'Games worth looking at', 'weak-white': 'Worst openings as White', 'weak-black': 'Worst openings as Black', novelties: 'Novelties', clocks: 'Time trouble' };
  const weakCaption = 'The openings that lose the most points compared with the average of all players';
  const partCaptions = { 'weak-white': weakCaption, 'weak-black': weakCaption };
  const partHeads = { form: 'Colour', years: 'Year', ratings: 'Rating', against: 'Colour', white: 'Moves', black: 'Moves', endings: 'Ending', claims: 'Result', 'weak-white': 'Opening', 'weak-black': 'Opening' };
  async function prepare() {
    byId('player').value = extra.name;
    byId('against').value = extra.against;
    const into = byId('preparation');
    const report = text => { byId('prepared').textContent = text; };
    into.replaceChildren();
    if (!extra.name) return report('Enter a name to see results, repertoire, weak openings and games of a player.');
    report(`Reading the games of ${extra.name} …`);
    const query = filterQuery();
    query.set('name', extra.name);
    if (extra.against) query.set('against', extra.against);
    const rows = await ask('prepare', `prepare?${query}`).catch(fault => { if (!isAborted(fault)) report(''); throw fault; });
    const parts = new Map();
    for (const row of rows) parts.set(row.part, [...(parts.get(row.part) ?? []), row]);
    ids = rows.filter(row => row.game).map(row => row.game);
    if (!rows.some(row => row.games > 0)) return report(`No games of '${extra.name}'. A name matches by the prefixes of its words.`);
    report(`${counted(parts.get('form')?.[0].games ?? 0, 'game')} of ${extra.name}. Each row leads to its games.`);
    showSpellings().catch(complain);
    const links = [...parts.keys()].map(id => element('a', { href: `#part-${id}` }, partTitles[id] ?? id));
    const link = row => {
      const made = element('a', { href: questionOf(row.find) }, row.label);
      made.style.paddingLeft = `${1.2 * (row.depth ?? 0)}em`;
      return made;
    };
    const weak = [];  // openings, and the links to their games
    const recent = row => {
      const to = row.recent_games && row.find_recent;
      return element('td', { class: 'num recent' }, to ? element('a', { href: questionOf(to) }, number(row.recent_games)) : String(row.recent_games ?? ''));
    };
    const lineRow = (row, line) => {
      line.append(cell(String(row.last_year ?? ''), 'num recent'), recent(row));
      return line;
    };
    const partOf = ([id, own]) => {
      const title = partTitles[id] ?? id, most = Math.max(1, ...own.map(row => row.games));
      const [heads, lines] = own[0].game
        ? [head(['Reason', ''], ['Game', '']), own.map(row => element('tr', {}, element('th', { scope: 'row' }, row.label), element('td', {}, element('a', { href: `#game-${row.game}` }, row.title))))]
        : [groupHead(partHeads[id] ?? 'Group', true), own.map(row => {
          const made = link(row);
          if (id.startsWith('weak-')) weak.push([row, made]);
          return groupRow(row, most, made);
        })];
      if (own[0].recent_years) {
        lines.forEach((line, i) => lineRow(own[i], line));
        heads.rows[0].append(...['Last', own[0].recent_years].map(name => element('th', { scope: 'col', class: 'num recent' }, name)));
      }
      const table = element('table', {}, element('caption', {}, partCaptions[id] ?? title), heads, element('tbody', {}, ...lines));
      return [element('h3', { id: `part-${id}` }, title), element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title }, table),
        element('p', { class: 'more' }, element('a', { href: '#prepare-title', 'aria-label': `↑ Parts, from ${title}` }, '↑ Parts'))];
    };
    into.replaceChildren(element('nav', { class: 'x-row', 'aria-label': 'Parts' }, ...links), ...[...parts].flatMap(partOf));
    leadToPositions(weak, shown).catch(complain);
  }

  // Lets the row of an opening lead to the last position that nine of ten of its games have in common.
  async function leadToPositions(rows, mine) {
    for (const [row, link] of rows) {
      const query = new URLSearchParams(link.getAttribute('href'));
      const records = await recordsOf(`tree?${new URLSearchParams({ where: query.get('where'), depth: 8, limit: 1, 'min-games': Math.ceil(0.9 * row.games) })}`);
      const last = records.filter(record => record.type === 'move' && record.move).at(-1);
      if (mine !== shown) return;
      if (last) query.set('moves', last.line);
      link.setAttribute('href', `?${query}`);
    }
  }

  // Shows shorter spellings of the name, whose games are not among those of the longer one.
  async function showSpellings() {
    const mine = shown, words = wordsOf(extra.name);
    const isShorter = name => {
      const own = wordsOf(name);
      return own[0] === words[0] && own.length > 1 && own.every((word, i) => words[i]?.startsWith(word)) && own.join(' ') !== words.join(' ');
    };
    if (words.length < 2) return;
    const query = filterQuery();
    for (const [name, value] of Object.entries({ by: 'player', player: words[0], limit: 50 })) query.set(name, value);
    const rows = await ask('names', `stats?${query}`);
    const shorter = rows.filter(row => row.type === 'group' && isShorter(row.name));
    if (!shorter.length || mine !== shown) return;
    const linkTo = row => element('a', { href: `?${new URLSearchParams([['view', 'prepare'], ...filters, ['name', row.name]])}` }, `${row.name} (${counted(row.games, 'game')})`);
    const whole = rows.find(row => row.type === 'group' && hasWords(row.name, extra.name) && !isShorter(row.name)), isDatabase = await hasSearches();
    const merge = row => whole && isDatabase ? [' ', element('button', { type: 'button', 'data-merge': JSON.stringify([row.name, whole.name]), 'aria-label': `Merge ${row.name} with ${whole.name}` }, 'Merge')] : [];
    byId('prepared').append(' Not included: ', ...shorter.flatMap((row, i) => [i ? ', ' : '', linkTo(row), ...merge(row)]), '.');
  }

  // The moves of a game in PGN, without tags, comments, variations and results.
  function movesOf(pgn) {
    let text = pgn.replace(/\[\s*\w+\s+"(?:\\.|[^"\\])*"\s*\]|\{[^}]*\}|;.*|\$\d+/g, ' ');
    for (let before = ''; before !== text;) { before = text; text = text.replace(/\([^()]*\)/g, ' '); }
    return text.split(/\s+/).map(word => word.replace(/^\d+\.+|[!?]+$/g, '')).filter(word => !/^(\d*\.*|1-0|0-1|1\/2-1\/2|\*)$/.test(word));
  }

  // The first position of a game in PGN; empty: the usual one.
  const fenOf = pgn => /\[FEN\s+"([^"]*)"/.exec(pgn)?.[1] ?? '';

  // The check of pasted games.
  const maxChecked = 8 << 20;
  async function check(games, name = '') {
    byId('problem').hidden = true;
    byId('findings').replaceChildren();
    byId('checked').replaceChildren();
    if (games.size > maxChecked) { byId('verdict').textContent = `${name} has more than 8 MB; use \`arbiter validate\` for it.`; return; }
    byId('verdict').textContent = `Checking ${name || 'the games'} …`;
    const records = await ask('check', 'validate', { method: 'POST', headers: { 'Content-Type': 'application/x-chess-pgn' }, body: games });
    const texts = (await games.text()).split(/(?:^|\n)(?=\[Event\s)/).filter(text => text.trim());
    const failure = records.find(record => record.type === 'failure');
    if (failure) throw new Error(`${name || 'The text'}: ${failure.message}`);
    const checked = records.filter(record => record.type === 'game');
    const found = records.filter(record => record.type === 'finding');
    const count = severity => found.filter(finding => finding.severity === severity).length;
    byId('verdict').textContent = `${name ? `${name}: ` : ''}${counted(checked.length, 'game')}: ${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}, ${counted(count('note'), 'note')}.`;
    if (texts.length === checked.length) {
      byId('checked').replaceChildren(...texts.slice(0, 100).map((text, i) => {
        const query = new URLSearchParams();
        const first = fenOf(text);
        if (first) query.set('fen', first);
        const words = movesOf(text);
        query.set('moves', words.slice(0, checked[i].plies).join(' '));
        const players = `${checked[i].white ?? '?'} – ${checked[i].black ?? '?'}`, what = words.length > checked[i].plies ? 'Explore the legal moves' : 'Explore';
        return element('li', {}, `${players} `, element('a', { href: `?${query}`, 'aria-label': `${what}: ${players}` }, what));
      }));
    }
    const order = { error: 0, warning: 1, note: 2 };
    found.sort((a, b) => order[a.severity] - order[b.severity] || a.line - b.line);
    byId('findings').replaceChildren(...found.map(finding => {
      const text = element('div', finding.fen ? {} : { class: 'alone' },
        element('p', { class: 'message' }, finding.message),
        ...(finding.help ? [element('p', { class: 'help' }, finding.help)] : []),
        element('p', { class: 'source' }, [finding.severity, finding.article, finding.file.replace(/^text:?/, ''), `line ${finding.line}`, finding.white && `${finding.white} – ${finding.black}`].filter(Boolean).join(' · ')),
        element('details', {}, element('summary', {}, finding.id), element('p', { class: 'law', 'data-explain': finding.id }, '…')));
      const board = finding.fen ? [element('div', {}, drawnBoard({ board: boardOf(finding.fen.split(' ')[0]), label: `The position: ${finding.fen}` }))] : [];
      return element('li', {}, ...board, text);
    }));
  }
  document.addEventListener('toggle', async event => {
    const place = event.target.open && event.target.querySelector('[data-explain]');
    if (!place) return;
    const [entry] = await ask(`explain-${place.dataset.explain}`, `explain?id=${place.dataset.explain}`).catch(() => [{ explanation: '' }]);
    place.textContent = entry.explanation;
  }, true);

  // The pattern board.
  const palette = ['K', 'Q', 'R', 'B', 'N', 'P', 'A', 'k', 'q', 'r', 'b', 'n', 'p', 'a', '!', '_', '-'];
  const paletteNames = { A: 'any white piece', a: 'any black piece', '!': 'any piece', _: 'empty square', '-': 'anything' };
  // `terms` are the conditions besides those of single squares: "no Pc", "Rd", "no Nf5".
  let pattern = new Array(64).fill('-'), terms = [], brush = 'P';
  const termForm = /^(no )?([KQRBNPAkqrbnpa])([a-h])([1-8]?)$/;
  function patternText() {
    const rows = [];
    const isPlain = !pattern.some(piece => 'Aa!_'.includes(piece));
    if (isPlain) {
      const squares = {};
      pattern.forEach((piece, square) => { if (piece !== '-') (squares[piece] ??= []).push(piece + squareName(square)); });
      rows.push(...Object.values(squares).flat());
    }
    const rank = r => pattern.slice(8 * r, 8 * r + 8).map(piece => piece === '-' ? '?' : piece).join('');
    if (!isPlain) rows.push(`board "${[7, 6, 5, 4, 3, 2, 1, 0].map(rank).join('/')}"`);
    let text = [...rows, ...terms].join(' and ');
    if (!text) return '';
    for (const word of ['shift', 'mirror', 'either']) if (byId(`p-${word}`).checked) text = `${word} (${text})`;
    return text;
  }
  // Reads a pattern that patternText() has written, into the board.
  function readPattern(text) {
    for (const word of ['either', 'mirror', 'shift']) {
      const inner = new RegExp(`^${word} \\((.*)\\)$`).exec(text);
      byId(`p-${word}`).checked = Boolean(inner);
      if (inner) text = inner[1];
    }
    const parts = text.split(' and ');
    const isSquare = part => /^[KQRBNPkqrbnp][a-h][1-8]$/.test(part), boardForm = /^board "([^"]{71})"$/;
    if (!parts.every(part => isSquare(part) || termForm.test(part) || boardForm.test(part))) return;
    clearPattern();
    for (const part of parts) {
      const rows = boardForm.exec(part)?.[1].split('/');
      if (rows) pattern = rows.reverse().flatMap(row => [...row].map(piece => piece === '?' ? '-' : piece));
      else if (isSquare(part)) pattern[squareAt(part, 1)] = part[0];
      else terms.push(part);
    }
  }
  function clearPattern() {
    pattern = new Array(64).fill('-');
    terms = [];
  }
  // Places the brush on a square; or on its file, or as a piece that must not be there.
  function paint(square) {
    cursor = square;
    const isAbsent = byId('p-none').checked, isFile = byId('p-file').checked;
    const term = `${isAbsent ? 'no ' : ''}${brush}${isFile ? 'abcdefgh'[square % 8] : squareName(square)}`;
    if ((isAbsent || isFile) && termForm.test(term)) terms = terms.includes(term) ? terms.filter(one => one !== term) : [...terms, term];
    else pattern[square] = pattern[square] === brush ? '-' : brush;
    drawPattern();
  }
  function usePattern(also = () => {}) {
    const text = byId('pattern-text').value.trim();
    byId('pattern').close();
    if (text) change(() => { filters = [...filters.filter(([name]) => name !== 'pattern'), ['pattern', text]]; also(); });
  }
  function drawPattern() {
    const shown = pattern.map(piece => 'Aa!_'.includes(piece) ? '-' : piece);
    const into = byId('pattern-board');
    buildBoard(into, {
      board: shown, turned: isTurned, label: 'Pattern',
      state: (button, square) => {
        const piece = pattern[square];
        const own = terms.map(term => termForm.exec(term)).filter(([, , , file, rank]) => squareName(square).startsWith(file + rank));
        for (const [, isAbsent] of own) button.classList.add(isAbsent ? 'absent' : 'somewhere');
        const conditions = own.map(([, isAbsent, other, , rank]) => `, ${isAbsent ? 'no ' : ''}${paletteNames[other] ?? pieceName(other)}${rank ? '' : ' on the file'}`);
        button.setAttribute('aria-label', `${squareName(square)}, ${paletteNames[piece] ?? pieceName(piece)}${conditions.join('')}`);
        if ('Aa!_'.includes(piece)) button.textContent = { A: '○', a: '●', '!': '◐', _: '∅' }[piece];
      },
      act: paint,
    });
    byId('palette').replaceChildren(...palette.map(piece => {
      const isPiece = /[a-z]/i.test(piece) && !'Aa'.includes(piece);
      const button = element('button', { type: 'button', role: 'radio', 'aria-checked': String(piece === brush), 'data-brush': piece, 'aria-label': paletteNames[piece] ?? pieceName(piece), title: paletteNames[piece] ?? pieceName(piece) });
      if (isPiece) {
        const svg = shape('svg', { viewBox: '0 0 45 45', 'aria-hidden': 'true' });
        svg.append(shape('use', { href: `#${piece < 'a' ? 'w' : 'b'}${'PNBRQK'.indexOf(piece.toUpperCase())}` }));
        button.append(svg);
      } else button.textContent = { A: '○', a: '●', '!': '◐', _: '∅', '-': '✕' }[piece];
      return button;
    }));
    byId('pattern-text').value = patternText();
  }

  // Filters.
  const select = byId('filter-field');
  for (const [name, [label]] of Object.entries(fields)) select.append(element('option', { value: name }, label));
  const hint = () => {
    byId('filter-value').placeholder = fields[select.value][1];
    byId('names').replaceChildren();
  };
  select.addEventListener('change', hint);
  hint();
  // Suggests names that match what is typed, those of most games first.
  const namesBy = { player: 'player', white: 'player', black: 'player', event: 'event', site: 'site', opening: 'opening' };
  // The games of a player have the names of the opponents too.
  const hasWords = (name, text) => wordsOf(text).every(word => wordsOf(name).some(own => own.startsWith(word)));
  function suggestNames(field, kindOf) {
    let timer = 0;
    field.addEventListener('input', () => {
      clearTimeout(timer);
      const text = field.value.trim(), by = namesBy[kindOf()];
      if (!by || text.length < 3) return;
      timer = setTimeout(async () => {
        const rows = await ask('names', `stats?${new URLSearchParams({ by, [by]: text, limit: 30 })}`).catch(() => null);
        if (rows) byId('names').replaceChildren(...rows.filter(row => row.type === 'group' && (by !== 'player' || hasWords(row.name, text))).slice(0, 8).map(row => element('option', { value: nameOf(row, by) }, counted(row.games, 'game'))));
      }, 200);
    });
  }
  suggestNames(byId('filter-value'), () => select.value);
  for (const id of ['player', 'against']) suggestNames(byId(id), () => 'player');
  byId('filter-form').addEventListener('submit', event => {
    event.preventDefault();
    const value = byId('filter-value').value.trim();
    if (!value) return;
    byId('filter-value').value = '';
    // Two names in the field of a player are two players who met.
    const versus = /\s+(?:vs?\.?|and|against|&|[-–—/;])\s+/i;
    const isPair = ['player', 'between'].includes(select.value) && versus.test(value);
    const field = isPair ? 'between' : select.value;
    const name = byId('filter-not').checked ? `not-${field}` : field;
    byId('filter-not').checked = false;
    change(() => filters.splice(edited ?? filters.length, 1, [name, isPair ? value.replace(versus, ' vs ') : value]));
  });
  let edited = null;  // the filter whose value is in the form
  function edit(i) {
    edited = i;
    byId('filter-add').textContent = i === null ? 'Add' : 'Change';
    if (i === null) return;
    const [name, value] = filters[i];
    select.value = fieldOf(name);
    hint();
    byId('filter-not').checked = name.startsWith('not-');
    byId('filter-value').value = value;
    byId('filter-value').focus();
  }
  function showChips() {
    edit(null);
    const players = filters.filter(([name]) => ['player', 'white', 'black'].includes(name)).length > 0;
    const isAlternative = (name, i) => !['where', 'between'].includes(name) && !name.startsWith('not-') && filters.findIndex(([other]) => other === name) < i;
    const chips = filters.map(([name, value], i) => {
      const text = filterText(name, value);
      const chip = name in ofPlayer ? element('span', {}, text) : element('button', { type: 'button', class: 'edit', 'data-edit': i, title: 'Change this filter' }, text);
      return element('li', {}, isAlternative(name, i) ? element('span', {}, 'or') : '', chip, element('button', { type: 'button', 'data-drop': i, 'aria-label': `Remove the filter ${text}` }, '✕'));
    });
    const more = filters.some(([name]) => name === 'player') && view !== 'prepare'
      ? ['as-white', 'as-black', 'won', 'lost'].filter(name => !filters.some(([own]) => own === name)).map(name => element('li', {}, element('button', { type: 'button', 'data-add': name }, `+ ${filterText(name, '')}`))) : [];
    byId('chips').replaceChildren(...chips, ...(players ? more : []));
    byId('chips').hidden = !filters.length;
    showCommand();
  }
  const word = text => /^[\w.,:=/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  const optionsOf = query => [...query].map(([name, value]) => name in ofPlayer ? `--${name}` : `--${name} ${word(value)}`);
  const commandOf = (name, ...options) => [`arbiter ${name}`, ...names.map(word), ...options].join(' ');
  const showCommand = () => { byId('command').textContent = commandOf('find', ...optionsOf(positionQuery())); };

  // The saved searches, which only a database file has. Without --edit, the page shows commands that would change it.
  const hasSearches = async () => (await aboutGames).database && names.length === 1 && !names[0].startsWith('clickhouse:');
  async function showSearches() {
    const rows = await recordsOf('searches');
    byId('searches').replaceChildren(...rows.map(row => element('li', {}, element('button', { type: 'button', class: 'edit', 'data-search': row.where, title: row.where }, row.name))));
    byId('searches').hidden = !rows.length;
    byId('saved').hidden = false;
  }
  async function saveSearch(name) {
    const query = filterQuery();
    query.set('save', name);
    if (!isEditable) return tell(`The page is read-only. This command saves the search:\n${commandOf('find', ...optionsOf(query))}`, true);
    await ask('save', `save?${query}`, { method: 'POST', headers: { 'Content-Type': 'application/json' } });
    byId('save-name').value = '';
    await showSearches();
  }

  // Games are replayed by the viewer of reports.
  const games = new Map();
  let opener = null;
  async function openGame(id, ply = 0) {
    try {
      if (!games.has(id)) {
        const [game, ...findings] = await ask('game', `game?id=${id}`);
        if (games.size > 200) games.clear();
        games.set(id, { data: game.game, source: `${game.source}, line ${game.line}`, findings });
      }
      gameViewer.open(id, ply);
      const { findings, source } = games.get(id);
      byId('v-findings').replaceChildren(...findings.map(finding => element('li', {}, `${finding.severity}: ${finding.meaning}`,
        ...(finding.ply ? [' (', element('button', { type: 'button', 'data-ply': finding.ply }, `half-move ${finding.ply}`), ')'] : []),
        element('details', {}, element('summary', {}, finding.article ?? finding.id), element('p', { class: 'law', 'data-explain': finding.id }, '…')))),
      element('li', { class: 'source' }, source));
      showNovelty(id).catch(fault => { if (!isAborted(fault)) byId('v-novelty').textContent = fault.message; });
    } catch (fault) { complain(fault); }
  }
  // Shows the first move of a game that no earlier game of the database has.
  const novelties = new Map();
  async function showNovelty(id) {
    const into = byId('v-novelty');
    if (!novelties.has(id)) {
      into.replaceChildren('Comparing with the database …');
      const [found] = await ask('novelty', `novelty?${new URLSearchParams({ only: id, 'not-game': id })}`);
      if (novelties.size > 1000) novelties.clear();
      novelties.set(id, found);
    }
    if (gameViewer.openNumber() !== id) return;
    const found = novelties.get(id);
    if (!found) return into.replaceChildren('Arbiter does not check the moves of this variant.');
    const others = `${number(found.games_before)} ${/^\d{4}/.test(found.date ?? '') ? 'earlier' : 'other'} game${found.games_before === 1 ? '' : 's'}`;
    const example = () => [' (', element('a', { href: `#game-${found.example}-${found.known_plies}` }, `game ${found.example}`), ')'];
    if (!found.games_before) return into.replaceChildren(`No ${/^\d{4}/.test(found.date ?? '') ? 'earlier' : 'other'} game of the database has a position of this game.`);
    const limit = indexPlies ? ` Only the first ${indexPlies} half-moves of each game are indexed.` : '';
    if (!found.novelty) return into.replaceChildren(`No move is new: ${others} reached the last position`, ...example(), '.');
    into.replaceChildren('New: ', element('button', { type: 'button', 'data-ply': found.known_plies + 1 }, found.novelty), `; ${others} reached the position before it`, ...example(), `.${limit}`);
  }
  hooks.games = () => ids;
  hooks.load = id => games.get(id)?.data;
  hooks.choose = id => openGame(id);
  hooks.moved = place => history.replaceState(history.state, '', `${location.pathname}${location.search}${place}`);
  viewer.querySelector('.v-tools').prepend(element('button', { type: 'button', 'data-act': 'from-game' }, 'Explore'));
  byId('v-moves').after(element('h3', {}, 'Novelty'), element('p', { id: 'v-novelty', role: 'status' }),
    element('h3', { id: 'v-findings-title' }, 'Findings and source'), element('ul', { id: 'v-findings', 'aria-labelledby': 'v-findings-title' }));
  // A game that was opened by a link is an entry of the history, so that the Back button closes it.
  function enterGame(from, id, ply = 0) {
    if (!viewer.open) opener = from;
    const isNew = !viewer.open;
    const to = `${location.pathname}${location.search}#game-${id}`;
    isNew ? enter(to, { isGame: true }) : history.replaceState(history.state, '', to);
    openGame(id, ply);
  }
  viewer.addEventListener('close', () => {
    if (history.state?.isGame && location.hash) history.back();
    else history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    if (opener?.isConnected) opener.focus();
  });
  function openFromHash() {
    const found = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    if (found) openGame(Number(found[1]), Number(found[2] ?? 0));
    else if (viewer.open) viewer.close();
  }

  // The whole page.
  let shown = 0, shownSearch = '', waiting = 0;
  let isAboutGames = false;  // true if the next view was requested because of its games
  async function show() {
    const mine = ++shown, scrollsToGames = isAboutGames;
    isAboutGames = false;
    shownSearch = location.search;
    byId('problem').hidden = true;
    const last = { explore, prepare, stats: showStats, check: async () => {} }[view]();
    for (const name of ['explore', 'prepare', 'stats', 'check']) byId(name).hidden = name !== view;
    byId('filters').hidden = view === 'check';
    byId('pattern-open').hidden = view === 'prepare';
    byId('undo').disabled = !history.state?.step;
    byId('up').hidden = view !== 'explore' || !extra.name;
    byId('up').textContent = `‹ Preparation for ${extra.name}`;
    byId('up').href = `?${new URLSearchParams({ view: 'prepare', name: extra.name, against: extra.against })}`;
    // In the view of a preparation, the player has a field of its own.
    for (const name of ['player', 'white', 'black', 'between']) select.querySelector(`[value=${name}]`).hidden = view === 'prepare';
    if (select.selectedOptions[0].hidden) { select.value = 'date'; hint(); }
    for (const link of document.querySelectorAll('[data-view]')) {
      const query = new URLSearchParams(filters);
      if (link.dataset.view !== 'explore') query.set('view', link.dataset.view);
      link.href = `?${query}`;
      link.dataset.view === view ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current');
    }
    showChips();
    // Most responses about a position arrive before a reader would notice a change.
    document.body.classList.toggle('loading', view !== 'explore');
    const slow = setTimeout(() => document.body.classList.add('loading'), 200);
    if (scrollsToGames) clearGames();
    const begin = performance.now();
    const showWait = () => {
      byId('busy-time').textContent = `${Math.round((performance.now() - begin) / 1000)} s`;
      byId('busy').hidden = false;
    };
    clearInterval(waiting);
    byId('busy').hidden = true;
    waiting = setInterval(showWait, 1000);
    try { await last; } catch (fault) {
      if (view === 'explore' && !isAborted(fault)) clearGames();
      complain(fault);
    }
    clearTimeout(slow);
    if (mine !== shown) return;
    clearInterval(waiting);
    byId('busy').hidden = true;
    document.body.classList.remove('loading');
    if (scrollsToGames) byId(total ? 'games-title' : 'filters').scrollIntoView();
  }

  const actions = {
    first: () => change(() => { moves = []; }),
    back: () => moves.length && change(() => moves.pop()),
    on: () => { const next = fullLine[moves.length] ?? treeRows.find(row => row.move)?.move; if (next) play(next); },
    stop: () => {
      for (const one of Object.values(running)) one.abort();
      clearGames();
      byId('prepared').textContent = '';
      tell('Stopped. Change a filter, or load the page again.', true);
    },
    undo: () => history.back(),
    flip: () => { isTurned = !isTurned; history.replaceState(history.state, '', address()); shownSearch = location.search; drawBoard(); },
    setup: () => { const form = byId('fen-form'); form.hidden = !form.hidden; if (!form.hidden) byId('fen').focus(); },
    'pattern-close': () => byId('pattern').close(),
    'pattern-clear': () => { clearPattern(); drawPattern(); },
    'pattern-position': () => { clearPattern(); pattern = boardOf(fen.split(' ')[0]); drawPattern(); },
    'pattern-pawns': () => { clearPattern(); pattern = boardOf(fen.split(' ')[0]).map(piece => 'Pp'.includes(piece) ? piece : '-'); drawPattern(); },
    'pattern-use': () => usePattern(),
    'pattern-find': () => usePattern(() => { root = ''; moves = []; isAboutGames = true; }),
    'from-game': () => {
      const played = gameViewer.movesToBoard(), tags = gameViewer.openGame().t;
      const first = tags.find(([name]) => name === 'FEN')?.[1] ?? '';
      change(() => { view = 'explore'; root = first; moves = played; });
      viewer.close();
    },
  };
  document.addEventListener('click', event => {
    const from = event.target.closest('button, a, tr[data-san], tr[data-game]');
    if (!from) return;
    const data = from.dataset;
    if (from.tagName === 'A') {
      const to = from.getAttribute('href');
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (to.startsWith('?')) {
        event.preventDefault();
        isAboutGames = Boolean(from.closest('#preparation')) && !new URLSearchParams(to).has('moves');
        enter(to === '?' ? location.pathname : to);
        readAddress();
        if (!isAboutGames) scrollTo(0, 0);
        show();
      } else if (to.startsWith('#game-')) {
        event.preventDefault();
        enterGame(from, ...to.slice(6).split('-').map(Number));
      } else if (from === byId('export') && (saving || total > 10000 || isOffline)) {
        event.preventDefault();
        saving ? saving.abort() : saveGames();
      }
    } else if (data.act) actions[data.act]();
    else if (data.san) play(data.san);
    else if (data.game) {
      const button = from.querySelector('button') ?? from;
      // The plies of a hit may be a range: "27..37".
      enterGame(button, Number(data.game), Number.parseInt(button.dataset.ply ?? 0, 10));
    }
    else if (data.drop) change(() => {
      const [name] = filters.splice(Number(data.drop), 1)[0];
      if (name === 'player') filters = filters.filter(([own]) => !['as-white', 'as-black', 'won', 'drew', 'lost'].includes(own));
    });
    else if (data.edit) edit(Number(data.edit));
    else if (data.search !== undefined) change(() => { filters = data.search ? [['where', data.search]] : []; });
    else if (data.merge) tell(`This command merges the two names:\n${commandOf('players', '--merge', ...JSON.parse(data.merge).map(word))}`, true);
    else if (data.sort !== undefined) change(() => { sort = data.sort; });
    else if (data.add) change(() => filters.push([data.add, '1']));
    else if (data.brush) { brush = data.brush; drawPattern(); byId('palette').querySelector('[aria-checked=true]').focus(); }
    else if (data.ply && from.closest('#line, #known')) change(() => { moves = fullLine.slice(0, Number(data.ply)); });
    else if (data.ply && from.closest('#v-findings, #v-novelty')) {
      gameViewer.open(gameViewer.openNumber(), Number(data.ply));
      byId('v-board').scrollIntoView({ block: 'nearest' });
    }
  });
  byId('pattern-open').addEventListener('click', () => {
    const [, own] = filters.find(([name]) => name === 'pattern') ?? [];
    if (own) readPattern(own);
    byId('pattern').showModal();
    drawPattern();
    if (own) byId('pattern-text').value = own;
  });
  byId('tree').addEventListener('pointerover', event => {
    const row = event.target.closest('tr[data-san]');
    if (row) exploreAhead(row.dataset.san);
  });
  byId('pattern-text').addEventListener('keydown', event => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    actions['pattern-find']();
  });
  for (const word of ['either', 'mirror', 'shift']) byId(`p-${word}`).addEventListener('change', () => { byId('pattern-text').value = patternText(); });
  byId('move-form').addEventListener('submit', async event => {
    event.preventDefault();
    const text = byId('move').value, words = movesOf(text);
    if (!words.length) return;
    // A game begins at its own first position, and other moves at the position on the board.
    const first = /^\s*\[/.test(text) ? fenOf(text) : root;
    const line = [...(/^\s*(\[|1\.(?!\s*\.))/.test(text) ? [] : moves), ...words];
    // The server parses the moves, and returns them in SAN.
    const query = new URLSearchParams({ moves: line.join(' ') });
    if (first) query.set('fen', first);
    try {
      await ask('move', `position?${query}`);
      byId('move').value = '';
      chosen = null;
      change(() => { root = first; moves = line; });
    } catch (fault) {
      fault.message = fault.message.replace(/^--moves: /, '');
      complain(fault);
    }
  });
  byId('fen-form').addEventListener('submit', event => {
    event.preventDefault();
    const text = byId('fen').value.trim();
    change(() => { root = text === start ? '' : text; moves = []; });
  });
  byId('save-form').addEventListener('submit', event => {
    event.preventDefault();
    const name = byId('save-name').value.trim();
    if (name) saveSearch(name).catch(complain);
  });
  byId('sort').addEventListener('change', () => change(() => { sort = byId('sort').value; }));
  byId('by').addEventListener('change', () => change(() => { extra.by = byId('by').value; }));
  byId('prepare-form').addEventListener('submit', event => {
    event.preventDefault();
    change(() => { extra.name = byId('player').value.trim(); extra.against = byId('against').value.trim(); });
  });
  byId('more').addEventListener('click', more);
  const startCheck = (games, name) => check(games, name).catch(fault => { if (!isAborted(fault)) byId('verdict').textContent = ''; complain(fault); });
  byId('check-form').addEventListener('submit', event => {
    event.preventDefault();
    const text = byId('pgn').value;
    if (text.trim()) startCheck(new Blob([text]));
    else byId('verdict').textContent = 'Paste games, or choose a file.';
  });
  // A file is sent as it is, in its encoding and compression.
  const checkFile = file => { if (file) startCheck(file, file.name); };
  byId('file').addEventListener('change', event => { checkFile(event.target.files[0]); event.target.value = ''; });
  const drop = byId('check');
  drop.addEventListener('dragover', event => { event.preventDefault(); byId('pgn').classList.add('over'); });
  drop.addEventListener('dragleave', () => byId('pgn').classList.remove('over'));
  drop.addEventListener('drop', event => {
    const [file] = event.dataTransfer.files;
    byId('pgn').classList.remove('over');
    if (!file) return;
    event.preventDefault();
    checkFile(file);
  });
  document.addEventListener('keydown', event => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.closest('[role=grid], dialog');
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey || view !== 'explore') return;
    const act = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', f: 'flip' }[event.key];
    if (act) { event.preventDefault(); actions[act](); }
  });
  addEventListener('popstate', () => {
    readAddress();
    if (location.search !== shownSearch) show();
    openFromHash();
  });

  if (isOffline) document.querySelector('[data-view=check]').parentElement.remove();
  readAddress();
  show();
  openFromHash();
  aboutGames = ask('about', 'about').then(([about]) => {
    const shortNames = about.names.map(name => name.startsWith('clickhouse:') ? 'cluster' : name.split('/').pop());
    names = about.names;
    indexPlies = about.index_plies;
    isEditable = about.edit;
    byId('busy-what').textContent = `Searching ${counted(about.games, 'game')} … `;
    byId('about').textContent = `${names.length > 3 ? `${names.length} files` : shortNames.join(', ')}: ${counted(about.games, 'game')}${about.complete ? '' : '; some files could not be read'}`;
    document.title = `${shortNames[0]} – Arbiter explorer`;
    showCommand();
    return about;
  });
  hasSearches().then(has => has && showSearches()).catch(complain);
})();

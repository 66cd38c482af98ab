// compare.mjs LAYOUT TABLE GAMES FOUND: compares every column of a table of games, as DuckDB and
// hyparquet read it, with GAMES, the same games by `export --format jsonl`. Columns that are not in
// GAMES are compared with FOUND, by `find --format jsonl`. Prints the number of rows; with status 1,
// the first differences.
import { readFileSync } from 'node:fs';
import { readers } from './readers.mjs';

const [layout, table, games_file, found_file] = process.argv.slice(2);

const known = (value) => (value === undefined || value === '' || value === '?' ? null : value);

// The first value of a tag.
const tag = (game, name) => known([game.tags[name]].flat()[0]);

const number = (text, pattern) => (pattern.test(text ?? '') ? Number(text) : null);
const elo = (text) => number(text, /^\d{1,4}$/) || null;
const difference = (text) => {
  const value = number(text, /^[+-]?\d+$/);
  return value !== null && value >= -32768 && value <= 32767 ? value : null;
};

// A date with "??" for a day that does not exist; null if nothing is known.
function date(text) {
  const parts = /^(\d{4}|\?{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(text ?? '');
  if (!parts || !/\d/.test(text)) return null;
  const [year, month, day] = parts.slice(1);
  const last = new Date(Date.UTC(Number(year) || 2000, Number(month), 0)).getUTCDate();
  return `${year}.${month}.${Number(day) > last ? '??' : day}`;
}
const year = (text) => number(text?.slice(0, 4), /^\d+$/);
const day = (text) => (text === null || text.includes('?') ? null : text.replaceAll('.', '-'));
const time = (text) => (/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text ?? '') ? text : null);

const kStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const kParts = { N: 'nags', C: 'comments', V: 'variations', E: 'escapes', W: 'words' };

// The texts of a line in PGN. `offset` is the number of half-moves before its ply 1.
function texts_of(line, offset) {
  const texts = [];
  let needs_number = true;
  const write = {
    N: (nag) => texts.push(`$${nag}`),
    C: (comment) => texts.push(`{${comment}}`),
    V: (variation) => texts.push(`(${texts_of(variation, offset).join(' ')})`),
    E: (escape) => texts.push(`\n${escape}\n`),
    W: (word) => texts.push(word),
  };
  const write_parts = (node) => {
    const lists = Object.entries(kParts).map(([kind, name]) => [kind, [...(node[name] ?? [])]]);
    const order = node.order ?? lists.map(([kind, list]) => kind.repeat(list.length)).join('');
    const parts = Object.fromEntries(lists);
    for (const kind of order) {
      write[kind](parts[kind].shift());
      needs_number ||= 'CV'.includes(kind);
    }
  };
  write_parts(line);
  for (const move of line.moves) {
    const half = offset + move.ply - 1;
    if (half % 2 === 0 || needs_number) texts.push(`${Math.floor(half / 2) + 1}.${half % 2 ? '..' : ''}`);
    needs_number = false;
    texts.push(move.san);
    write_parts(move);
  }
  return texts;
}

function movetext(game) {
  const [, turn, , , , full] = (tag(game, 'FEN') ?? kStart).split(' ');
  const offset = 2 * (Number(full) - 1) + (turn === 'b' ? 1 : 0);
  return [...texts_of(game, offset), game.result].join(' ').replace(/ ?\n ?/g, '\n').trim();
}

const each = (game, member) => game.moves.map((move) => move[member] ?? null);
const unless_unknown = (list) => (list.some((value) => value !== null) ? list : null);
const is_of_other_rules = (game) => !/^$|standard|chess ?960|from position/i.test(tag(game, 'Variant') ?? '');

// If the date of a game is unknown, its UTCDate is used.
const date_of = (game) => date(tag(game, 'Date')) ?? date(tag(game, 'UTCDate'));

const kPlain = {
  id: (game, found) => found.id,
  white: (game) => tag(game, 'White'),
  black: (game) => tag(game, 'Black'),
  white_elo: (game) => elo(tag(game, 'WhiteElo')),
  black_elo: (game) => elo(tag(game, 'BlackElo')),
  event: (game) => tag(game, 'Event'),
  site: (game) => tag(game, 'Site'),
  round: (game) => tag(game, 'Round'),
  date: date_of,
  year: (game) => year(date_of(game)),
  day: (game) => day(date_of(game)),
  result: (game) => game.result,
  ending: (game, found) => (found.ending === 'unknown' ? null : known(found.ending)),
  eco: (game, found) => /^[A-E]\d\d/.exec(tag(game, 'ECO'))?.[0] ?? known(found.opening_eco),
  opening: (game, found) => known(found.opening),
  plies: (game) => game.moves.length,
  start: (game, found) => known(found.start),
};
const kSource = { source: (game, found) => found.source };
const columns = {
  plain: { ...kPlain, moves: (game) => each(game, 'san').join(' '), ...kSource },
  lists: {
    ...kPlain,
    time_control: (game) => tag(game, 'TimeControl'),
    fen: (game) => (is_of_other_rules(game) ? null : (tag(game, 'FEN') ?? kStart)),
    san: (game) => each(game, 'san'),
    uci: (game) => each(game, 'uci'),
    clocks: (game) => unless_unknown(each(game, 'clock')),
    evals: (game) => unless_unknown(each(game, 'eval')),
    mates: (game) => unless_unknown(each(game, 'mate')),
    ...kSource,
  },
  lichess: {
    Event: (game) => tag(game, 'Event'),
    Site: (game) => tag(game, 'Site'),
    White: (game) => tag(game, 'White'),
    Black: (game) => tag(game, 'Black'),
    Result: (game) => game.result,
    WhiteTitle: (game) => tag(game, 'WhiteTitle'),
    BlackTitle: (game) => tag(game, 'BlackTitle'),
    WhiteElo: (game) => elo(tag(game, 'WhiteElo')),
    BlackElo: (game) => elo(tag(game, 'BlackElo')),
    WhiteRatingDiff: (game) => difference(tag(game, 'WhiteRatingDiff')),
    BlackRatingDiff: (game) => difference(tag(game, 'BlackRatingDiff')),
    UTCDate: (game) => day(date(tag(game, 'UTCDate'))),
    UTCTime: (game) => time(tag(game, 'UTCTime')),
    ECO: (game) => tag(game, 'ECO'),
    Opening: (game) => tag(game, 'Opening'),
    Termination: (game) => tag(game, 'Termination'),
    TimeControl: (game) => tag(game, 'TimeControl'),
    movetext,
  },
}[layout];

// Values in one spelling: DuckDB prints 64-bit numbers and times as text, hyparquet reads times as
// milliseconds.
function plain(name, value) {
  if (value === null || value === undefined) return null;
  if (name === 'id') return Number(value);
  if (name === 'UTCTime' && typeof value === 'number') return new Date(value).toISOString().slice(11, 19);
  if (name === 'UTCTime') return value.slice(0, 8);
  return value instanceof Date ? value.toISOString().slice(0, 10) : value;
}

const lines_of = (file) => readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
const games = lines_of(games_file);
const found = lines_of(found_file);
const names = Object.keys(columns);
const differences = [];
for (const [reader, source] of Object.entries({ duckdb: `from '${table}'`, hyparquet: table })) {
  const rows = await readers[reader](source);
  const compare = (place, value, expected) => {
    const [written, right] = [JSON.stringify(value), JSON.stringify(expected)];
    if (written !== right) differences.push(`${reader}, ${place}: ${written} instead of ${right}`);
  };
  compare('rows', rows.length, games.length);
  compare('columns', Object.keys(rows[0]), names);
  for (const [i, game] of games.entries()) {
    for (const name of names) compare(`row ${i} ${name}`, plain(name, rows[i][name]), columns[name](game, found[i]));
  }
}
console.log(differences.length > 0 ? differences.slice(0, 10).join('\n') : games.length);
process.exitCode = differences.length > 0 ? 1 : 0;

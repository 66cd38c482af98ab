// node node_module.mjs TESTDATA: tests the JavaScript interface from the folder where it is installed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createReadStream, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const testdata = process.argv[2];
const require = createRequire(path.join(process.cwd(), 'package.json'));
const arbiter = await import(pathToFileURL(require.resolve('arbiter-chess')));
const file = path.join(testdata, 'tournament.pgn');
const illegal = Buffer.from('[White "Müller"]\n\n1. e4 e5 2. Ke3 *\n');

async function all(steps) {
  const list = [];
  for await (const step of steps) list.push(step);
  return list;
}

test('import and require give the same functions', () => {
  assert.equal(require('arbiter-chess').validate, arbiter.validate);
  assert.deepEqual(Object.keys(require('arbiter-chess')).sort(),
    ['ArbiterError', 'findings', 'fmt', 'games', 'position', 'programPath', 'validate']);
});

test('validate returns all findings and the summary', async () => {
  const { findings, summary } = await arbiter.validate(file);
  assert.equal(findings.length, summary.errors + summary.warnings);
  assert.equal(summary.games, 15);
  const pinned = findings.find(finding => finding.id === 'pinned');
  assert.deepEqual([pinned.line, pinned.column, pinned.san, pinned.article], [28, 50, 'Nxd4', 'Laws 3.9.2']);
});

test('paths, URLs, bytes and streams are sources of the same findings', async () => {
  const expected = (await all(arbiter.findings(file))).map(({ id, offset }) => [id, offset]);
  for (const source of [pathToFileURL(file), [file], readFileSync(file), createReadStream(file), new Blob([readFileSync(file)]).stream()]) {
    assert.deepEqual((await all(arbiter.findings(source))).map(({ id, offset }) => [id, offset]), expected);
  }
});

test('options are those of the command line', async () => {
  const { findings } = await arbiter.validate(file, { select: ['pinned', 'ending'], ignore: 'fivefold-ended', maxFindings: 2 });
  assert.deepEqual(findings.map(finding => finding.id), ['pinned', 'mate-vs-result']);
  const { summary } = await arbiter.validate(file, { notes: true, strict: false });
  assert.equal(summary.hidden, 0);
});

test('a file name may begin with a hyphen', async () => {
  writeFileSync('-o', illegal);
  const files = (await arbiter.validate('-o')).findings.map(finding => finding.file);
  assert.deepEqual(new Set(files), new Set(['-o']));
});

test('fmt returns the export format', async () => {
  assert.equal((await arbiter.fmt(Buffer.from('[White "A"]\n\n1.e4 e5 2.Nf3'))).split('\n\n')[1].trim(), '1. e4 e5 2. Nf3 *');
  assert.match(await arbiter.fmt(illegal), /Müller/);
});

test('games have tags, moves and findings', async () => {
  const games = await all(arbiter.games(file, { add: 'fens' }));
  assert.equal(games.length, 15);
  assert.equal(games[0].tags.White, 'Adler, Nora');
  assert.deepEqual([games[0].moves[2].san, games[0].moves[2].uci], ['Nf3', 'g1f3']);
  assert.match(games[0].moves[0].fen, /^rnbqkbnr\/pppppppp\/8\/8\/4P3/);
  assert.ok(games[1].findings.some(({ id, ply }) => id === 'pinned' && ply === 10));
  assert.equal((await all(arbiter.games(file, { player: 'Adler' }))).length, 3);
});

test('games can be left early', async () => {
  for await (const game of arbiter.games(file)) {
    assert.equal(game.tags.Round, '1.1');
    break;
  }
});

test('a position has its legal moves, and rules on impossible ones', async () => {
  assert.equal((await arbiter.position()).legal_moves, 20);
  assert.deepEqual((await arbiter.position('k7/8/8/8/8/8/8/K1r5 w - - 0 1')).moves, { a1: ['Ka2', 'Kb2'] });
  assert.equal((await arbiter.position(undefined, { moves: 'e4 c5' })).turn, 'white');
  assert.equal((await arbiter.position('kK6/8/8/8/8/8/8/8 w - - 0 1')).playable, false);
});

test('errors are exceptions with the message of the program', async () => {
  const isError = pattern => error => error instanceof arbiter.ArbiterError && error.status === 2 && pattern.test(error.message);
  await assert.rejects(arbiter.validate('missing.pgn'), isError(/missing\.pgn/));
  await assert.rejects(arbiter.position('8/8'), isError(/FEN/));
  await assert.rejects(arbiter.validate(file, { selekt: 'all' }), isError(/--selekt/));
  await assert.rejects(arbiter.validate(5), TypeError);
  async function* broken() {
    yield illegal;
    throw new Error('the stream broke');
  }
  await assert.rejects(arbiter.validate(broken()), /the stream broke/);
});

test('a signal stops the program', async () => {
  await assert.rejects(arbiter.fmt(file, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  const stop = new AbortController();
  async function* endless() {
    for (;;) {
      yield illegal;
      stop.abort();
    }
  }
  await assert.rejects(arbiter.validate(endless(), { signal: stop.signal }), { name: 'AbortError' });
});

test('many games come in order', async () => {
  const many = Buffer.concat(Array.from({ length: 3000 }, (_, i) => Buffer.from(`[Round "${i}"]\n\n1. e4 {é} *\n\n`)));
  const rounds = (await all(arbiter.games(many))).map(game => Number(game.tags.Round));
  assert.deepEqual(rounds, Array.from({ length: 3000 }, (_, i) => i));
});

test('the page of the package shows what its examples print', () => {
  const page = readFileSync(path.join(path.dirname(require.resolve('arbiter-chess')), 'README.md'), 'utf8');
  const examples = [...page.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];
  assert.equal(examples.length, 4);
  symlinkSync(testdata, 'testdata');
  for (const [, code, printed] of examples) {
    writeFileSync('example.mjs', code);
    assert.equal(execFileSync(process.execPath, ['example.mjs'], { encoding: 'utf8' }), printed);
  }
});

// node compare.mjs ARBITER WASM [STEP]: runs commands on every file of testdata, or on each STEP-th one, with the
// program for this machine and with the one for WebAssembly. Prints the commands whose output or status differs;
// status 1 if there is one.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { WasiFile, runWasi } from '../../tools/wasm/wasi.mjs';

const [arbiter, wasm, step = 1] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(wasm));
const names = execFileSync('find', ['testdata', '-type', 'f'], { encoding: 'utf8' }).split('\n').filter(Boolean).sort();

function runHere(args, input) {
  const { stdout, stderr, status } = spawnSync(arbiter, args, { input, maxBuffer: 1 << 30 });
  return { output: stdout, errors: stderr.toString(), status };
}
function runThere(args, input) {
  const files = new Map(names.map(name => ['/' + name, new WasiFile(readFileSync(name))]));
  const output = [[], [], []];
  const status = runWasi(module, ['arbiter', ...args], { files, input: new WasiFile(Buffer.from(input)), print: (stream, bytes) => output[stream].push(bytes) });
  return { output: Buffer.concat(output[1]), errors: Buffer.concat(output[2]).toString(), status };
}

// With libc++, equally likely repairs are in another order, so repairs are compared only by tests/wasm/check_page.mjs,
// and only those of one file.
const games = names.filter(name => name.endsWith('.pgn')).filter((name, i) => i % step === 0);
const reports = names.filter(name => name.endsWith('.trf'));
const commands = [
  ['validate', '-'], ['fmt', '-'], ['explain'], ['explain', 'pinned'], ['validate', '--help'], ['fmt', '--halp'],
  ['validate', 'missing.pgn'], ['validate', 'testdata/desk'], ['report', '-o', '-', 'testdata/tournament.pgn'],
  ['standings', 'testdata/tournament.pgn'], ['standings', '--format=json', 'testdata/masters.pgn'], ['standings', '--write-trf=-', 'testdata/masters.pgn'],
  ['crosscheck', 'testdata/masters.pgn', 'testdata/lindenau.trf'], ['crosscheck', '--format=json', 'testdata/masters.pgn', 'testdata/lindenau.trf'],
  ...games.flatMap(name => [
    ['validate', '--notes', '--format=json', name], ['fmt', name], ['fmt', '--format=jsonl', '--add=findings,fens', name],
  ]),
  ...reports.map(name => ['standings', name]),
  ...['tree', 'stats', 'novelty'].map(command => [command, '--format=json', 'testdata/masters.pgn']), ['position', '--format=json', '--moves=e4 e5'],
  ['find', '--pattern=fork', 'testdata/tournament.pgn'], ['export', '-q', '--sort=white', 'testdata/masters.pgn'], ['filter', '-q', '--result=1-0', 'testdata/masters.pgn'],
  ['prepare', '--format=json', 'testdata/masters.pgn', 'Adler, Nora'],
];
// Removes times, and the second choice of a safe guess, because they differ.
const same = text => text.replace(/; next [^,]+, below 1 %/g, '').replace(/; [\d.,]+ (ms|s|min), [^;\n]* (plies|games)\/s/, '').replace(/"seconds":[\d.]+/g, '"seconds":0').replace(/\d[\d.,]* (ms|s)\b/g, 'TIME');
const input = '[White "A"]\n\n1. e4 e5 2. Ke3 *\n';
let differences = 0;
for (const command of commands) {
  const here = runHere(command, input), there = runThere(command, input);
  const isSame = same(here.output.toString('latin1')) === same(there.output.toString('latin1')) && here.status === there.status && same(here.errors) === same(there.errors);
  if (isSame) continue;
  ++differences;
  const [left, right] = [here, there].map(({ output, errors, status }) => `${status}\n${same(output.toString())}${same(errors)}`.split('\n'));
  const line = left.findIndex((text, i) => text !== right[i]);
  console.log(`${command.join(' ')}\n  here:  ${left[line]?.slice(0, 300)}\n  there: ${right[line]?.slice(0, 300)}`);
}
console.log(`${commands.length} commands, ${differences} differ`);
process.exitCode = differences ? 1 : 0;

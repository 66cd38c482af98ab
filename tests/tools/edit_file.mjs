// Edits a file with many games through the client library of VS Code.
//
//   NODE_PATH=MODULES node tests/tools/edit_file.mjs ARBITER FILE EDITS
//
// Each edit adds an illegal move to a game, or removes it. Prints an object with the number of answers, those with
// wrong findings, the longest and the mean time of an edit with its findings and a hover in milliseconds, and the
// memory that the server gained after the first tenth of the edits.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const rpc = createRequire(`${process.env.NODE_PATH}/`)('vscode-languageserver-protocol/node');
const [arbiter, file, edits] = process.argv.slice(2);
const server = spawn(arbiter, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = rpc.createProtocolConnection(
  new rpc.StreamMessageReader(server.stdout),
  new rpc.StreamMessageWriter(server.stdin),
);
const textDocument = { uri: 'file:///games.pgn' };
let receive;
connection.onNotification(rpc.PublishDiagnosticsNotification.type, (params) => receive(params.diagnostics));
connection.listen();
const findings = () => new Promise((done) => (receive = done));
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]);

await connection.sendRequest(rpc.InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
const text = readFileSync(file, 'utf8');
const opened = findings();
connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, {
  textDocument: { ...textDocument, languageId: 'pgn', version: 0, text },
});
const before = (await opened).length;
const lines = text.split('\n').flatMap((line, i) => (line.startsWith('1. ') ? [i] : []));

const times = [];
let wrong = 0;
let early = 0;
let line = 0;
for (let i = 1; i <= edits; ++i) {
  const adds = i % 2 === 1;
  if (adds) line = lines[(i * 48271) % lines.length];
  const range = { start: { line, character: 0 }, end: { line, character: adds ? 0 : 7 } };
  const published = findings();
  const start = performance.now();
  connection.sendNotification(rpc.DidChangeTextDocumentNotification.type, {
    textDocument: { ...textDocument, version: i },
    contentChanges: [{ range, text: adds ? '1. Ke4 ' : '' }],
  });
  const now = (await published).length;
  await connection.sendRequest(rpc.HoverRequest.type, { textDocument, position: { line, character: 4 } });
  times.push(performance.now() - start);
  if (adds ? now <= before : now !== before) ++wrong;
  if (i * 10 <= edits) early = memory();
}
console.log(
  JSON.stringify({
    answers: times.length,
    wrong,
    slowest_ms: Math.max(...times),
    mean_ms: times.reduce((sum, time) => sum + time, 0) / times.length,
    grown_kb: memory() - early,
  }),
);
await connection.sendRequest(rpc.ShutdownRequest.type);
connection.sendNotification(rpc.ExitNotification.type);
server.on('exit', () => process.exit(0));

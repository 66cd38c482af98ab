#!/usr/bin/env node
'use strict';
// `npx arbiter-chess ARGUMENTS...` runs the program with these arguments.
const { spawn } = require('node:child_process');
const { programPath } = require('./index.js');

let program;
try {
  program = programPath();
} catch (error) {
  console.error(`arbiter: ${error.message}`);
  process.exit(2);
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
// A terminal sends Ctrl-C to both processes. The program decides when to end.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', error => {
  console.error(`arbiter: ${error.message}`);
  process.exit(2);
});
child.on('exit', (status, signal) => {
  if (!signal) process.exit(status);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});

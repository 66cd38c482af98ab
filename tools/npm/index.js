'use strict';
// The JavaScript interface: runs the program and parses its JSON lines. index.d.ts describes it.
const { spawn } = require('node:child_process');
const { fileURLToPath } = require('node:url');
const path = require('node:path');

class ArbiterError extends Error {
  constructor(message, status) {
    super(message);
    this.name = 'ArbiterError';
    this.status = status;
  }
}

// Returns the path of the program: that of ARBITER_PROGRAM, or of the optional package for this platform.
function programPath() {
  if (process.env.ARBITER_PROGRAM) return process.env.ARBITER_PROGRAM;
  const platform = `${process.platform}-${process.arch}`;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  try {
    return path.join(path.dirname(require.resolve(`arbiter-chess-${platform}/package.json`)), 'bin', `arbiter${suffix}`);
  } catch {
    throw new ArbiterError(`no program for ${platform}: the package arbiter-chess-${platform} is not installed ` +
      '(ARBITER_PROGRAM can name a program)', 2);
  }
}

// Returns options as command-line arguments: { maxFindings: 5, strict: true } is --max-findings=5 --strict.
function argumentsOf(options) {
  return Object.entries(options).flatMap(([name, value]) => {
    const option = '--' + name.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase());
    return [value].flat().filter(one => one !== undefined && one !== false)
      .map(one => one === true ? option : `${option}=${one}`);
  });
}

// Splits a source into file names and the contents for standard input: a string, a URL or an array of them names
// files; bytes and streams are contents.
function splitSource(source) {
  const list = [source].flat();
  if (list.every(one => typeof one === 'string' || one instanceof URL)) {
    return { files: list.map(one => one instanceof URL ? fileURLToPath(one) : one) };
  }
  if (source instanceof Uint8Array) return { files: ['-'], contents: [source] };
  if (source?.[Symbol.asyncIterator] || source?.getReader) return { files: ['-'], contents: source };
  throw new TypeError('a source is a path, a file URL, an array of these, a Uint8Array or a stream');
}

// Waits until the stream takes more text, or is closed.
function drained(input) {
  return new Promise(resolve => {
    const go = () => {
      input.off('drain', go).off('close', go);
      resolve();
    };
    input.on('drain', go).on('close', go);
  });
}

// Writes contents to a program, which may end before it has read all of them. Returns an error of the stream.
async function feed(input, contents) {
  input.on('error', () => {});
  try {
    for await (const chunk of contents) {
      if (!input.writable) break;
      if (!input.write(chunk)) await drained(input);
    }
  } catch (error) {
    return error;
  } finally {
    input.end();
  }
}

// Yields the standard output of the program in chunks of text. Throws if it ends with status 2 or by a signal.
async function* output(command, source, { signal, ...options } = {}) {
  const { files, contents } = splitSource(source);
  const words = [command, '--quiet', ...argumentsOf(options), '--', ...files];
  signal?.throwIfAborted();
  const child = spawn(programPath(), words, { stdio: [contents ? 'pipe' : 'ignore', 'pipe', 'pipe'], windowsHide: true });
  const abort = () => child.kill();
  signal?.addEventListener('abort', abort);
  const fed = contents && feed(child.stdin, contents);
  let errors = '', failure;
  child.stderr.setEncoding('utf8').on('data', text => { errors = (errors + text).slice(-10000); });
  const ended = new Promise(end => child.on('error', error => { failure = error; end(null); }).on('close', end));
  try {
    yield* child.stdout.setEncoding('utf8');
    const status = await ended;
    signal?.throwIfAborted();
    failure ??= await fed;
    if (failure) throw failure;
    if (status !== 0 && status !== 1) throw new ArbiterError(errors.trim() || `arbiter ended with status ${status}`, status ?? 2);
  } finally {
    signal?.removeEventListener('abort', abort);
    child.kill();
  }
}

async function* records(...call) {
  let rest = '';
  for await (const chunk of output(...call)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
  if (rest) yield JSON.parse(rest);
}

async function* findings(source, options) {
  let summary;
  for await (const record of records('validate', source, { ...options, format: 'json' })) {
    if (record.type === 'finding') yield record;
    if (record.type === 'summary') summary = record;
  }
  return summary;
}

async function validate(source, options) {
  const found = [], steps = findings(source, options);
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return { findings: found, summary: value };
    found.push(value);
  }
}

async function fmt(source, options) {
  let text = '';
  for await (const chunk of output('fmt', source, options)) text += chunk;
  return text;
}

async function* games(source, { add = [], ...options } = {}) {
  yield* records('filter', source, { ...options, format: 'jsonl', add: ['findings', ...[add].flat()] });
}

async function position(fen, options) {
  const words = fen === undefined ? [] : [fen];
  for await (const record of records('position', words, { ...options, format: 'json' })) return record;
}

module.exports = { ArbiterError, findings, fmt, games, position, programPath, validate };

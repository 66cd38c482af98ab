// Runs the program in a Worker, once for each message {id, args, kept}. The message {files} replaces the files. After
// {id, explored}, the paths of games, each message {id, target} is a request to their explorer.
const encoder = new TextEncoder();
let module, files = new Map(), explorer;

async function compile(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

// Reports which part of the files has been read, ten times a second.
function reportParts(id) {
  let total = 0, sent = 0;
  const reached = new Map();
  for (const file of files.values()) total += file.size;
  for (const file of files.values()) {
    file.onRead = end => {
      reached.set(file, Math.max(end, reached.get(file) ?? 0));
      if (Date.now() - sent < 100) return;
      sent = Date.now();
      postMessage({ id, part: [...reached.values()].reduce((sum, one) => sum + one, 0) / (total || 1) });
    };
  }
}

function run({ id, args, kept = [] }) {
  const output = [[], [], []];
  reportParts(id);
  const status = runWasi(module, ['arbiter', ...args], { files, print: (stream, bytes) => output[stream].push(bytes) });
  const made = {};
  for (const name of kept) {
    made[name] = files.get(name)?.bytes().slice();
    files.delete(name);
  }
  postMessage({ id, status, output: new Blob(output[1]), errors: textOf(output[2]), made });
}

const textOf = parts => parts.map(bytes => new TextDecoder().decode(bytes)).join('');
let printed;
function explore({ id, explored }) {
  printed = [[], [], []];
  reportParts(id);
  explorer = startWasi(module, ['arbiter', 'explore', ...explored], { files, print: (stream, bytes) => printed[stream].push(bytes) });
  postMessage({ id, status: explorer.status, errors: textOf(printed[2]) });
}
function answer({ id, target }) {
  printed = [[], [], []];
  const status = explorer.call('arbiter_answer', new WasiFile(encoder.encode(target)));
  postMessage({ id, status, output: new Blob(printed[1]) });
}

let ready;
onmessage = async ({ data }) => {
  if (data.program) {
    ready = compile(data.program).then(compiled => { module = compiled; postMessage({ ready: true }); });
  } else if (data.files) {
    files = new Map(data.files.map(([path, content]) => [path, new WasiFile(typeof content === 'string' ? encoder.encode(content) : content)]));
  } else {
    await ready;
    try {
      (data.explored ? explore : data.target ? answer : run)(data);
    } catch (fault) {
      postMessage({ id: data.id, status: data.target ? 500 : 2, output: new Blob(), errors: `arbiter: ${fault.message}`, made: {} });
    }
  }
};

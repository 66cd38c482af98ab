// The system of one run of the program (WASI preview 1): files that are given or written, standard streams, the time
// and random numbers. Nothing else can be reached.

// A file: given bytes or a Blob, or bytes that the program writes. `onRead` is called with the end of each read.
export class WasiFile {
  constructor(content = new Uint8Array(0)) {
    this.content = content;
    this.size = content.size ?? content.length;
    this.modified = content.lastModified ?? Date.now();
    this.block = { from: 0, bytes: new Uint8Array(0) };  // what was read last of a Blob
  }

  // Returns up to `count` bytes.
  read(from, count) {
    const end = Math.min(this.size, from + count);
    this.onRead?.(end);
    if (this.content instanceof Uint8Array) return this.content.subarray(from, end);
    const { block } = this;
    if (from < block.from || from >= block.from + block.bytes.length) {
      const part = this.content.slice(from, Math.min(this.size, from + (1 << 20)));
      this.block = { from, bytes: new Uint8Array(new FileReaderSync().readAsArrayBuffer(part)) };
    }
    return this.block.bytes.subarray(from - this.block.from, end - this.block.from);
  }

  write(from, bytes) {
    if (!(this.content instanceof Uint8Array)) this.content = this.read(0, this.size).slice();
    if (from + bytes.length > this.content.length) {
      const longer = new Uint8Array(Math.max(2 * this.content.length, from + bytes.length, 4096));
      longer.set(this.content.subarray(0, this.size));
      this.content = longer;
    }
    this.content.set(bytes, from);
    this.size = Math.max(this.size, from + bytes.length);
  }

  bytes() { return this.read(0, this.size); }
}

class Exit {
  constructor(status) { this.status = status; }
}

// Runs a module with these arguments. `files` is a Map from absolute paths to WasiFile, which the program changes;
// `print` receives the bytes that it writes to standard output (1) and standard error (2). Returns the exit status, and
// `call`, which calls a function of the module, given the name of an exported pointer to it, with another standard input.
export function startWasi(module, args, { files, input = new WasiFile(), print }) {
  const [ok, badFile, exists, invalid, isFolderError, missing, unsupported, noFolder, notEmpty, noSeek] = [0, 8, 20, 28, 31, 44, 52, 54, 55, 70];
  const character = 2, folder = 3, regular = 4;
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  let memory, view, bytes;
  const refresh = () => {
    if (bytes?.buffer === memory.buffer) return;
    view = new DataView(memory.buffer);
    bytes = new Uint8Array(memory.buffer);
  };
  const folders = new Set(['/', '/tmp']);
  const addFolders = path => { for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at)); };
  for (const path of files.keys()) addFolders(path);
  const numbers = new Map();
  const numberOf = path => numbers.get(path) ?? numbers.set(path, numbers.size + 1).get(path);
  const open = new Map([
    [0, { kind: regular, file: input, at: 0 }], [1, { kind: character }], [2, { kind: character }], [3, { kind: folder, path: '/' }],
  ]);

  const pathOf = (descriptor, from, length) => {
    const parts = [];
    const text = `${open.get(descriptor)?.path ?? ''}/${decoder.decode(bytes.slice(from, from + length))}`;
    for (const part of text.split('/')) {
      if (part === '..') parts.pop();
      else if (part && part !== '.') parts.push(part);
    }
    return '/' + parts.join('/');
  };
  const put64 = (at, value) => view.setBigUint64(at, BigInt(value), true);
  const put32 = (at, value) => view.setUint32(at, value, true);
  function putState(at, kind, file, path) {
    bytes.fill(0, at, at + 64);
    put64(at, 1);
    put64(at + 8, path === undefined ? 1e6 : numberOf(path));
    bytes[at + 16] = kind;
    put64(at + 24, 1);
    put64(at + 32, file?.size ?? 0);
    for (const time of [40, 48, 56]) put64(at + time, Math.round((file?.modified ?? 0) * 1e6));
    return ok;
  }
  function putList(list, pointers, at) {
    for (const text of list) {
      put32(pointers, at);
      pointers += 4;
      const word = encoder.encode(text + '\0');
      bytes.set(word, at);
      at += word.length;
    }
    return ok;
  }
  const putSizes = (list, count, size) => {
    put32(count, list.length);
    put32(size, list.reduce((sum, text) => sum + encoder.encode(text).length + 1, 0));
    return ok;
  };
  function* vectors(from, count) {
    for (let i = 0; i < count; ++i, from += 8) yield [view.getUint32(from, true), view.getUint32(from + 4, true)];
  }
  function readAt(file, from, list, count) {
    let at = from;
    for (const [to, length] of vectors(list, count)) {
      for (let done = 0; done < length;) {
        const part = file.read(at, length - done);
        if (part.length === 0) return at - from;
        bytes.set(part, to + done);
        done += part.length;
        at += part.length;
      }
    }
    return at - from;
  }
  function writeAt(one, descriptor, from, list, count) {
    let at = from;
    for (const [start, length] of vectors(list, count)) {
      const part = bytes.slice(start, start + length);
      if (one.file) one.file.write(at, part);
      else print(descriptor, part);
      at += length;
    }
    return at - from;
  }
  // Calls `act` with an open file or stream.
  const withOpen = (descriptor, act) => {
    const one = open.get(descriptor);
    return one ? act(one) ?? ok : badFile;
  };

  const calls = {
    args_get: (pointers, at) => putList(args, pointers, at),
    args_sizes_get: (count, size) => putSizes(args, count, size),
    environ_get: (pointers, at) => putList([], pointers, at),
    environ_sizes_get: (count, size) => putSizes([], count, size),
    clock_res_get: (clock, at) => { put64(at, 1000); },
    clock_time_get: (clock, precision, at) => { put64(at, Math.round((clock === 0 ? Date.now() : performance.now()) * 1e6)); },
    random_get: (at, length) => { crypto.getRandomValues(bytes.subarray(at, at + length)); },
    proc_exit: status => { throw new Exit(status); },
    sched_yield: () => ok,
    // All events are ready at once, so the program never waits.
    poll_oneoff(list, events, count, done) {
      for (let i = 0; i < count; ++i) {
        bytes.fill(0, events + 32 * i, events + 32 * i + 32);
        put64(events + 32 * i, view.getBigUint64(list + 48 * i, true));
        bytes[events + 32 * i + 10] = bytes[list + 48 * i + 8];
      }
      put32(done, count);
    },
    fd_prestat_get: (descriptor, at) => descriptor === 3 ? (put32(at, 0), put32(at + 4, 1), ok) : badFile,
    fd_prestat_dir_name: (descriptor, at) => { bytes[at] = 47; },
    fd_close: descriptor => open.delete(descriptor) ? ok : badFile,
    fd_sync: () => ok,
    fd_datasync: () => ok,
    fd_advise: () => ok,
    fd_fdstat_set_flags: () => ok,
    fd_renumber: (from, to) => withOpen(from, one => { open.set(to, one); open.delete(from); }),
    fd_fdstat_get: (descriptor, at) => withOpen(descriptor, one => {
      bytes.fill(0, at, at + 24);
      bytes[at] = one.kind;
      put64(at + 8, -1n & 0x1fffffffn);
      put64(at + 16, -1n & 0x1fffffffn);
    }),
    fd_filestat_get: (descriptor, at) => withOpen(descriptor, one => putState(at, one.kind, one.file, one.path)),
    fd_filestat_set_size: (descriptor, size) => withOpen(descriptor, one => {
      one.file.write(Number(size), new Uint8Array(0));
      one.file.size = Number(size);
    }),
    fd_filestat_set_times: () => ok,
    fd_read: (descriptor, list, count, done) => withOpen(descriptor, one => {
      if (one.kind === folder) return isFolderError;
      const length = one.file ? readAt(one.file, one.at, list, count) : 0;
      if (one.file) one.at += length;
      put32(done, length);
    }),
    fd_pread: (descriptor, list, count, from, done) => withOpen(descriptor, one => { put32(done, readAt(one.file, Number(from), list, count)); }),
    fd_write: (descriptor, list, count, done) => withOpen(descriptor, one => {
      if (one.appends) one.at = one.file.size;
      const length = writeAt(one, descriptor, one.at ?? 0, list, count);
      if (one.file) one.at += length;
      put32(done, length);
    }),
    fd_pwrite: (descriptor, list, count, from, done) => withOpen(descriptor, one => { put32(done, writeAt(one, descriptor, Number(from), list, count)); }),
    fd_seek: (descriptor, offset, whence, to) => withOpen(descriptor, one => {
      if (!one.file) return noSeek;
      const from = [0, one.at, one.file.size][whence] + Number(offset);
      if (from < 0) return invalid;
      one.at = from;
      put64(to, from);
    }),
    fd_tell: (descriptor, to) => withOpen(descriptor, one => one.file ? put64(to, one.at) : noSeek),
    fd_readdir: (descriptor, at, length, cookie, used) => withOpen(descriptor, one => {
      if (one.kind !== folder) return noFolder;
      const start = one.path === '/' ? '/' : one.path + '/';
      const names = [...folders, ...files.keys()].filter(path => path !== '/' && path.startsWith(start) && !path.includes('/', start.length));
      let filled = 0;
      for (let i = Number(cookie); i < names.length && filled < length; ++i) {
        const name = encoder.encode(names[i].slice(start.length)), entry = new Uint8Array(24 + name.length), fields = new DataView(entry.buffer);
        fields.setBigUint64(0, BigInt(i + 1), true);
        fields.setBigUint64(8, BigInt(numberOf(names[i])), true);
        fields.setUint32(16, name.length, true);
        entry[20] = folders.has(names[i]) ? folder : regular;
        entry.set(name, 24);
        bytes.set(entry.subarray(0, length - filled), at + filled);
        filled += Math.min(entry.length, length - filled);
      }
      put32(used, filled);
    }),
    path_open(descriptor, lookup, from, length, how, rights, inherited, flags, to) {
      const path = pathOf(descriptor, from, length);
      const next = Math.max(...open.keys()) + 1;
      if (folders.has(path)) {
        if (how & 9) return isFolderError;
        open.set(next, { kind: folder, path });
      } else {
        if (how & 2) return files.has(path) ? noFolder : missing;
        if (files.has(path) && how & 4) return exists;
        if (!files.has(path)) {
          if (!(how & 1) || !folders.has(path.slice(0, path.lastIndexOf('/')) || '/')) return missing;
          files.set(path, new WasiFile());
        } else if (how & 8) files.set(path, new WasiFile());
        open.set(next, { kind: regular, file: files.get(path), path, at: 0, appends: Boolean(flags & 1) });
      }
      put32(to, next);
    },
    path_filestat_get(descriptor, flags, from, length, at) {
      const path = pathOf(descriptor, from, length);
      if (folders.has(path)) return putState(at, folder, undefined, path);
      return files.has(path) ? putState(at, regular, files.get(path), path) : missing;
    },
    path_filestat_set_times: () => ok,
    path_create_directory(descriptor, from, length) {
      const path = pathOf(descriptor, from, length);
      if (folders.has(path) || files.has(path)) return exists;
      folders.add(path);
    },
    path_remove_directory(descriptor, from, length) {
      const path = pathOf(descriptor, from, length);
      if ([...folders, ...files.keys()].some(one => one.startsWith(path + '/'))) return notEmpty;
      return folders.delete(path) ? ok : missing;
    },
    path_unlink_file: (descriptor, from, length) => files.delete(pathOf(descriptor, from, length)) ? ok : missing,
    path_rename(descriptor, from, length, other, to, toLength) {
      const path = pathOf(descriptor, from, length);
      if (!files.has(path)) return missing;
      files.set(pathOf(other, to, toLength), files.get(path));
      files.delete(path);
    },
    path_readlink: () => invalid,
  };
  const imports = {};
  for (const { module: name, name: call, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') continue;
    (imports[name] ??= {})[call] = calls[call] ? (...values) => { refresh(); return calls[call](...values) ?? ok; } : () => unsupported;
  }
  imports.wasi_snapshot_preview1.proc_exit = calls.proc_exit;
  const instance = new WebAssembly.Instance(module, imports);
  ({ memory } = instance.exports);
  const call = (name, file) => {
    open.set(0, { kind: regular, file, at: 0 });
    refresh();
    return instance.exports.__indirect_function_table.get(view.getUint32(instance.exports[name].value, true))();
  };
  try {
    instance.exports._start();
    return { status: 0, call };
  } catch (end) {
    if (end instanceof Exit) return { status: end.status, call };
    throw end;
  }
}

// Runs a module, and returns the exit status.
export const runWasi = (module, args, system) => startWasi(module, args, system).status;

// Chromium over a pipe (the DevTools protocol), without a library.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Chromium {
  constructor(program) {
    this.folder = mkdtempSync(join(tmpdir(), 'arbiter-browser-'));
    this.waiting = new Map();
    this.listeners = [];
    this.count = 0;
    this.child = spawn(program, [
      '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync', '--mute-audio',
      '--remote-debugging-pipe', `--user-data-dir=${this.folder}`, 'about:blank',
    ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: this.folder } });
    let rest = '';
    this.child.stdio[4].setEncoding('utf8');
    this.child.stdio[4].on('data', text => {
      const messages = (rest + text).split('\0');
      rest = messages.pop();
      for (const message of messages) this.receive(JSON.parse(message));
    });
    this.child.on('exit', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('Chromium has ended'));
    });
    this.child.on('error', error => { for (const { reject } of this.waiting.values()) reject(error); });
  }

  receive(message) {
    const asked = this.waiting.get(message.id);
    if (!asked) return this.listeners.forEach(listener => listener(message));
    this.waiting.delete(message.id);
    if (message.error) asked.reject(new Error(`${asked.method}: ${message.error.message}`));
    else asked.resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, method });
      this.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    });
  }

  async close() {
    const ended = new Promise(resolve => this.child.on('exit', resolve));
    this.send('Browser.close').catch(() => {});
    await ended;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

// A tab, with its console messages and requests.
export class Tab {
  static async open(chromium) {
    const { targetId } = await chromium.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await chromium.send('Target.attachToTarget', { targetId, flatten: true });
    const tab = new Tab();
    Object.assign(tab, { chromium, targetId, sessionId, messages: [], requests: [], events: [] });
    chromium.listeners.push(event => { if (event.sessionId === sessionId) tab.receive(event); });
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await tab.send(`${domain}.enable`);
    return tab;
  }

  receive({ method, params }) {
    if (method === 'Runtime.consoleAPICalled') this.messages.push(params.args.map(a => a.value ?? a.description).join(' '));
    if (method === 'Runtime.exceptionThrown') this.messages.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Log.entryAdded') this.messages.push(params.entry.text);
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    this.events = this.events.filter(wait => wait.method !== method || (wait.resolve(params), false));
  }

  send(method, params) { return this.chromium.send(method, params, this.sessionId); }
  next(method) { return new Promise(resolve => this.events.push({ method, resolve })); }

  async go(url) {
    const loaded = this.next('Page.loadEventFired');
    await this.send('Page.navigate', { url });
    await loaded;
  }

  async run(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Resolves one frame later, when all changes are on the screen.
  painted() { return this.run('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))'); }

  size(width, height, mobile = false) { return this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile }); }
  media(media, scheme) { return this.send('Emulation.setEmulatedMedia', { media, features: [{ name: 'prefers-color-scheme', value: scheme }] }); }

  async key(key, text = undefined) {
    const codes = { Enter: 13, Escape: 27, End: 35, ArrowLeft: 37, ArrowRight: 39, f: 70 };
    const event = { key, text, code: key, windowsVirtualKeyCode: codes[key] };
    await this.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', ...event });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  // A picture of the screen, or of the page from its top up to 8000 pixels.
  async picture(full = false) {
    const [width, height] = await this.run('[innerWidth, document.documentElement.scrollHeight]');
    const clip = full ? { x: 0, y: 0, width, height: Math.min(height, 8000), scale: 1 } : undefined;
    const { data } = await this.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: full, clip });
    return Buffer.from(data, 'base64');
  }

  async close() { await this.chromium.send('Target.closeTarget', { targetId: this.targetId }); }
}

// Checks for any page in Chromium, and screenshots.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const globalModules = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
const axe = readFileSync(join(globalModules, 'axe-core', 'axe.min.js'), 'utf8');

// Problems, and findings of axe-core that are less than serious.
export const faults = [];
export const minor = [];

// Writes a screenshot into the folder, if one is given.
export async function savePicture(folder, tab, name, full = false) {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), await tab.picture(full));
}

// Reports axe-core's findings of impact serious or worse, outside of frames. Only the first rows of a
// long table are checked.
export async function checkAccess(tab, where) {
  await tab.run(axe + ';true');
  const found = await tab.run(`axe.run({ exclude: 'tbody tr:nth-child(n + 30)' }, { resultTypes: ['violations'], iframes: false }).then(result => result.violations
    .map(v => ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '')) })))`);
  for (const { id, impact, help, nodes } of found) {
    const line = `${where}: axe ${impact} ${id}: ${help}: ${nodes.join(' | ')}`;
    (impact === 'serious' || impact === 'critical' ? faults : minor).push(line);
  }
}

export async function checkWidth(tab, where) {
  const [wide, room] = await tab.run('[document.documentElement.scrollWidth, innerWidth]');
  if (wide > room) faults.push(`${where}: the page is ${wide} pixels wide in ${room}`);
}

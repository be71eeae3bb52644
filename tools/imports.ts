import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.ts';

/** The modules that a source imports, as it writes them. */
export const importsOf = (source: string): string[] =>
  [
    ...source.matchAll(
      /^(?:import|export)\s(?:[^;'"]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map(([, fixed, dynamic]) => fixed ?? dynamic ?? '');

/** Whether a file imports another one, directly or indirectly. Both are paths from the root. */
export function reaches(from: string, to: string): boolean {
  const seen = new Set<string>();
  const waiting = [from];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (file === to) return true;
    if (seen.has(file) || !existsSync(join(root, file))) continue;
    seen.add(file);
    for (const imported of importsOf(readFileSync(join(root, file), 'utf8'))) {
      if (/^\.{1,2}\//.test(imported)) waiting.push(join(dirname(file), imported));
      else if (imported.startsWith('#')) waiting.push(imported.slice(1));
    }
  }
  return false;
}

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#tools/root.ts';

/**
 * The paths of the desk's screens after the log-in, with the names of their variable parts. Throws if the router's file has lazily
 * loaded pages that aren't in the list.
 */
export async function readDeskScreens(): Promise<string[]> {
  const routes = await readFile(join(root, 'desk/routes.tsx'), 'utf8');
  const lists = /moneyLists: [^=]+= \[([^\]]+)\]/.exec(routes)?.[1]?.match(/\w+/g) ?? [];
  const screens = [...routes.matchAll(/(?:\bscreen\(\s*|\bpath: )['`]([^'`*]+)['`]/g)].flatMap(
    ([, path = '']) => (path.includes('${') ? lists.map((list) => path.replace(/\$\{.*\}/, list)) : [path]),
  );
  const pages = routes.match(/import\('#desk\/[\w/-]+-page\.tsx'\)/g) ?? [];
  assert.ok(screens.length >= pages.length, `${screens.length} screens, but ${pages.length} pages`);
  return screens.filter((path) => path !== 'login' && path !== 'welcome');
}

import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { root } from './root.ts';

const built = await buildWeb();
if (!built.ok) {
  console.error(`${built.output}\nThe storefront couldn’t be built, so the shop wasn’t started.`);
  process.exit(1);
}
// Caches stripped and compiled code between starts.
enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'));
// Imports the server into this process, so that Ctrl-C and SIGTERM reach it.
await import('#server/main.ts');

import './check-node.mjs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const { buildWeb } = await import('./build-web.ts');
const { root } = await import('./root.ts');
const built = await buildWeb();
if (!built.ok) {
  console.error(`${built.output}\nThe storefront couldn’t be built, so the shop wasn’t started.`);
  process.exit(1);
}
// Caches stripped and compiled code between starts.
enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'));
// Imports the server into this same process, so that Ctrl-C and SIGTERM reach it.
await import('#server/main.ts');

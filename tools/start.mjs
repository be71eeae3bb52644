import './check-node.mjs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const { buildWeb } = await import('./build-web.ts');
const { root } = await import('./root.ts');
const built = await buildWeb();
if (!built.ok) {
  console.error(`${built.output}\nThe storefront could not be built, so the shop was not started.`);
  process.exit(1);
}
// Types are stripped and code is compiled once, not at every start.
enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'));
// In this same process: Ctrl-C and SIGTERM reach the server itself.
await import('#server/main.ts');

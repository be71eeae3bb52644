import './check-node.mjs';

const { buildWeb } = await import('./build-web.ts');
const built = await buildWeb();
if (!built.ok) {
  console.error(`${built.output}\nThe storefront could not be built, so the shop was not started.`);
  process.exit(1);
}
// In this same process: Ctrl-C and SIGTERM reach the server itself.
await import('#server/main.ts');

import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import type { DeskEndpoint } from '#contract/desk/endpoint.ts';
import { bytesOf } from '#contract/endpoint.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { compressFiles } from './web/build/compress-files.ts';
import { fontFolder, subsetFonts } from './web/build/subset-fonts.ts';

/**
 * The table of calls without its schemas: the app needs methods and paths only, and forms import the schemas that they check. Otherwise the
 * log-in page would load the schemas of all screens. Each row is a short call, because every page loads the table.
 */
function slimCalls(): Plugin {
  const root = '/api/desk/';
  const rows = Object.entries(deskEndpoints) as [string, DeskEndpoint][];
  const calls = rows.map(([name, { method, path: address, body, answer }]) => {
    if (!address.startsWith(root)) throw new Error(`${address} isn’t an address of the desk`);
    const bytes = {
      ...(bytesOf(body) ? { body } : {}),
      ...(answer && 'bytes' in answer ? { answer } : {}),
    };
    const more = Object.keys(bytes).length > 0 ? `, ${JSON.stringify(bytes)}` : '';
    return `${name}: ${method}(${JSON.stringify(address.slice(root.length))}${more})`;
  });
  const code = `const call = (method) => (path, bytes) => ({ method, path: ${JSON.stringify(root)} + path, ...bytes });
    const GET = call('GET'), POST = call('POST');
    export const deskEndpoints = { ${calls.join(', ')} };`;
  return {
    name: 'slim-calls',
    load: (id) => (id.endsWith('/contract/desk/endpoints.ts') ? code : undefined),
  };
}

/** Preloads the fonts of text and headlines. The others of ui/fonts.css load where their letters are shown. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /(?:instrument-sans|bricolage-grotesque)-[0-9a-f]+\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/desk/${file}`,
            crossorigin: 'anonymous',
          },
          injectTo: 'head' as const,
        })),
  };
}

/** The staff's app is a build of its own: the storefront's files know nothing of it. */
export default defineConfig(async () => {
  await subsetFonts();
  const outDir = path.join(import.meta.dirname, 'build/desk');
  return {
    root: path.join(import.meta.dirname, 'desk'),
    base: '/desk/',
    publicDir: false as const,
    plugins: [
      tailwindcss(),
      slimCalls(),
      preloadFonts(),
      { name: 'compress', apply: 'build' as const, closeBundle: () => compressFiles(outDir) },
    ],
    resolve: { alias: [{ find: '@fonts', replacement: fontFolder }], conditions: ['browser'] },
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: false,
      target: 'es2023',
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
        // the first script names each of the others: these names can be compressed
        output: { hashCharacters: 'hex' as const },
      },
    },
  };
});

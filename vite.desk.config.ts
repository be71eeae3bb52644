import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compressFiles } from './web/build/compress-files.ts';
import { fontFolder, subsetFonts } from './web/build/subset-fonts.ts';

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
      { name: 'compress', apply: 'build' as const, closeBundle: () => compressFiles(outDir) },
    ],
    resolve: { alias: [{ find: '@fonts', replacement: fontFolder }], conditions: ['browser'] },
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: false,
      target: 'es2023',
      rolldownOptions: { checks: { moduleLevelDirective: false } },
    },
  };
});

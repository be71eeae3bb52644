import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { inlineCalls } from './web/build/inline-calls.ts';
import { fontFolder, subsetFonts } from './web/build/subset-fonts.ts';

const frameModules =
  /lucide[\\/]dist[\\/]esm[\\/]icons[\\/](?:menu|x|loader-circle|arrow-right|plus|check)\.|web[\\/](?:shell[\\/]page-meta|balance[\\/]known-balance|stored-orders[\\/]cart-store|products[\\/]sample-sheet|api[\\/]call-api|session[\\/](?:session-tokens|redirect-target|renew-session|session\.ts))|[\\/]ui[\\/](?:api-error|send-call|browser-storage|button|icon|error-screen|questions|route-announcer|shared-state|snackbar|theme|use-hydrated)|contract[\\/](?:problems|shop)/;
const formModules =
  /node_modules[\\/]zod|contract[\\/](?:bounds|delivery-date|text|catalogue[\\/](?:brief|order-details|pricing))\.ts|web[\\/]stored-orders[\\/](?:cart-actions|draft-store|line-files)|[\\/]ui[\\/](?:order-form[\\/](?:delivery-time|quote|price-parts|variant-field|quantity-field|option-fields|express-field|restored-details)|choices|error-summary|field|parse-form|select-field|text-field|use-form)/;

function measurementId(): string {
  const id = process.env['ANALYTICS_MEASUREMENT_ID'] ?? '';
  if (!/^(?:G-[A-Z0-9]+)?$/.test(id))
    throw new Error('ANALYTICS_MEASUREMENT_ID must be a Google Analytics 4 id, like G-AB12CD34EF.');
  return id;
}

const partModules =
  /lucide[\\/]dist[\\/]esm[\\/]icons[\\/](?:chevron|circle|info|minus)|web[\\/](?:balance[\\/]refresh-balance|session[\\/]logged-in-layout)|[\\/]ui[\\/](?:breadcrumb|focus-soon|needs-script|new-id|notice|save-file|skeleton|use-busy|use-minute-clock)|contract[\\/]money|vite[\\/]preload-helper/;

/** What a visitor has chosen and agreed to before the login. */
const visitModules =
  /web[\\/](?:billing[\\/]billing-store|checkout[\\/]agreement-store|products[\\/]chosen-price|session[\\/]known-browser)|contract[\\/]seller/;

export default defineConfig(async () => {
  await subsetFonts();
  return {
    plugins: [tailwindcss(), inlineCalls(), reactRouter()],
    resolve: {
      alias: [
        { find: '@fonts', replacement: fontFolder },
        {
          find: /^\.\/routeModules\.js$/,
          replacement: path.resolve(import.meta.dirname, 'web/build/load-route-module.ts'),
        },
      ],
    },
    define: {
      'import.meta.env.ANALYTICS_MEASUREMENT_ID': JSON.stringify(measurementId()),
      'import.meta.env.HAS_SECOND_READER': JSON.stringify((process.env['LANGUAGETOOL_URL'] ?? '') !== ''),
      'import.meta.env.API_ROOT': JSON.stringify((process.env['API_ROOT'] ?? '/api').replace(/\/+$/, '')),
    },
    build: { assetsInlineLimit: 0, modulePreload: false, target: 'es2023' },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  {
                    // Code that every page needs and that rarely changes: cached once.
                    name: 'vendor',
                    test: /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/,
                    priority: 3,
                  },
                  // Few files instead of thirty small ones: the frame of every page …
                  { name: 'frame', test: frameModules, priority: 2 },
                  // … small parts that many other pages share …
                  { name: 'parts', test: partModules, priority: 1 },
                  { name: 'visit', test: visitModules, priority: 1 },
                  // … and the additions of pages with a form.
                  { name: 'form', test: formModules, priority: 0 },
                ],
              },
            },
          },
        },
      },
    },
  };
});

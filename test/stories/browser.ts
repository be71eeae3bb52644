import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const usualPlaces = [
  // Chromium without windows takes a third less processor time
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of Chromium for the stories: CHROMIUM_PATH, or a usual location. */
export const chromiumPath = [process.env['CHROMIUM_PATH'], ...usualPlaces].find(
  (path) => path !== undefined && existsSync(path),
);

export const howToGetChromium =
  'no Chromium found: install it (on Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to where it is';

/** A browser with a profile of its own that makes no background requests. */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(howToGetChromium);
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

import { preload } from 'react-dom';
import sampleFont from '@fonts/newsreader.woff2?url';

/** Preloads the font of samples in the page's file. A page that React renders later requests the font as early without it. */
export function preloadSampleFont(): void {
  if (import.meta.env.SSR) preload(sampleFont, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
}

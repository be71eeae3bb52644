import { preload } from 'react-dom';
import sampleFont from '@fonts/newsreader.woff2?url';

/** Adds a preload of the samples' font to a prerendered page. On pages that the browser renders, a preload would gain no time. */
export function preloadSampleFont(): void {
  if (import.meta.env.SSR) preload(sampleFont, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
}

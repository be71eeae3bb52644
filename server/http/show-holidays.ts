import { holidaysId, holidayWords } from '#contract/storefront/holiday-words.ts';
import { builtInHolidays, businessCalendar } from '#contract/business-calendar.ts';
import { rewrite, type StoredFile } from './read-files.ts';

const mark = `id="${holidaysId}"`;

/** The page with these words in the paragraph of the holidays, which contains only text. */
function withHolidays(html: string, words: string): string {
  const start = html.indexOf('>', html.indexOf(mark)) + 1;
  return html.slice(0, start) + words + html.slice(html.indexOf('<', start));
}

/**
 * Keeps the holidays on prerendered pages right: returns a function that, before a page is sent, replaces those on every page that
 * lists them if they have changed.
 */
export function keepHolidays(files: Map<string, StoredFile>): () => void {
  const listing = [...files].filter(
    ([name, { variants }]) => name.endsWith('.html') && variants.at(-1)!.body.includes(mark),
  );
  let shown = builtInHolidays;
  return () => {
    const { holidays } = businessCalendar;
    if (holidays === shown) return;
    shown = holidays;
    const words = holidayWords(businessCalendar);
    for (const [name, file] of listing)
      files.set(
        name,
        rewrite(file, (html) => withHolidays(html, words)),
      );
  };
}

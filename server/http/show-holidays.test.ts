import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { holidaysId } from '#contract/storefront/holiday-words.ts';
import { builtInHolidays, businessCalendar } from '#contract/business-calendar.ts';
import type { StoredFile } from './read-files.ts';
import { keepHolidays } from './show-holidays.ts';

after(() => {
  businessCalendar.holidays = builtInHolidays;
});

const page = (text: string): StoredFile => ({
  type: 'text/html; charset=utf-8',
  variants: [{ body: Buffer.from(text), etag: '"first"' }],
});

test('replaces the holidays on the pages that list them when they have changed, each time', () => {
  const terms = `<h1>Terms</h1><p id="${holidaysId}">Our holidays: December 25, 2026.</p><p>End</p>`;
  const files = new Map([
    ['terms/index.html', page(terms)],
    ['index.html', page('<h1>Home</h1>')],
  ]);
  const show = keepHolidays(files);
  const shown = () => files.get('terms/index.html')!.variants.at(-1)!;
  show();
  assert.equal(shown().etag, '"first"');
  businessCalendar.holidays = ['2026-12-28', '2027-01-01'];
  show();
  const words = 'Our holidays: December 28, 2026; January 1, 2027.';
  assert.equal(shown().body.toString(), `<h1>Terms</h1><p id="${holidaysId}">${words}</p><p>End</p>`);
  assert.notEqual(shown().etag, '"first"');
  businessCalendar.holidays = [];
  show();
  assert.match(shown().body.toString(), /<p id="[^"]+">We have no upcoming holidays\.<\/p>/);
  assert.equal(files.get('index.html')!.variants[0]!.etag, '"first"');
});

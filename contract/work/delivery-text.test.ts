import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue as catalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { deliveryTextOf } from './delivery-text.ts';
import { isMarkdown } from '#contract/markdown.ts';
import { type SheetLine, workSheetOf } from './work-sheet.ts';

const sheetOf = (orderType: number, details: Partial<SheetLine['details']> = {}) =>
  workSheetOf(
    { orderType, details: { quantity: 1, variant: 'standard', options: {}, brief: {}, ...details } },
    catalogue,
  )!;
const deliver = (sheet: ReturnType<typeof sheetOf>, texts: Record<string, string>) =>
  deliveryTextOf(
    sheet,
    Object.entries(texts).map(([key, text]) => ({ key, text })),
  );

test('writes each text below two headings: that of its unit and its own', () => {
  const sheet = sheetOf(0, {
    quantity: 2,
    brief: { platforms: ['instagram', 'x'] },
    options: { calendar: true },
  });
  const text = deliver(sheet, {
    calendar: 'Monday: post 1',
    'post-2-x': 'Seeds!',
    'post-1-alt': 'A dark loaf.',
    'post-1-instagram': ' Rye is back.\r\n#SlowBread\n',
    'post-1-x': 'Rye!',
  });
  assert.equal(
    text,
    `## Post 1

### Instagram

Rye is back.
#SlowBread

### X

Rye!

### Alt text

A dark loaf.

## Post 2

### X

Seeds!

## Posting calendar

Monday: post 1`,
  );
  assert.ok(isMarkdown(text));
});

test('omits empty texts with their headings, and texts that are not in the sheet', () => {
  const sheet = sheetOf(2, { quantity: 3, variant: '50' });
  assert.equal(
    deliver(sheet, { 'blurb-1': ' \n', 'blurb-2': 'Seeds.', 'blurb-9': 'Rolls.' }),
    '## Blurb 2\n\nSeeds.',
  );
  assert.equal(deliver(sheet, {}), '');
});

test('keeps the only text of a sheet as it was typed', () => {
  assert.equal(deliver(sheetOf(2, { variant: '50' }), { 'blurb-1': '# Rye\nDark.' }), '# Rye\nDark.');
});

test('numbers slogans in a list, each with its rationale', () => {
  const sheet = sheetOf(3, { variant: '5', options: { rationale: true } });
  const text = deliver(sheet, {
    'set-1-direction-1': 'Plain',
    'set-1-direction-2': 'Warm\n\nFor families.',
    'set-1-slogan-1': 'Slow bread, early.',
    'set-1-slogan-1-rationale': 'It says when.\nIt is short.',
    'set-1-slogan-2': 'Baked while you sleep.',
    'set-1-slogan-3': 'Good mornings take two days.',
    'set-1-favorite': 'Number 1.',
  });
  assert.equal(
    text,
    `## Directions

1. Plain
2. Warm

   For families.

## Slogans

1. Slow bread, early.

   Rationale: It says when.
   It is short.

2. Baked while you sleep.
3. Good mornings take two days.

## Top pick and why

Number 1.`,
  );
});

test('lowers the level of headings within a text below that of the text’s own heading', () => {
  const sheet = sheetOf(1, { variant: '400', quantity: 2 });
  assert.equal(
    deliver(sheet, { 'narrative-1-text': '# The mill\n\nStone.\n\n## Flour\n\n#SlowBread' }),
    '## Narrative 1\n\n### Full text\n\n#### The mill\n\nStone.\n\n##### Flour\n\n#SlowBread',
  );
});

test('writes the texts of a bundle below the title of their service', () => {
  const sheet = sheetOf(6, { brief: { platforms: ['x'] }, options: { voiceGuide: true } });
  assert.equal(
    deliver(sheet, {
      'post-1-x': 'Rye!',
      'blurb-1': 'Dark.',
      'set-1-slogan-1': 'Early.',
      'voice-guide': 'Plain.',
    }),
    [
      '## Social media posts\n\n### Post 1\n\n#### X\n\nRye!',
      '## Blurbs\n\n### Blurb 1\n\nDark.',
      '## Slogans\n\n### Slogans\n\n1. Early.',
      '## Voice guide\n\nPlain.',
    ].join('\n\n'),
  );
});

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { builtInCatalogue as catalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { deliveryTextOf } from '#contract/work/delivery-text.ts';
import { splitPasted } from './split-pasted.ts';
import { type SheetLine, workSheetOf } from '#contract/work/work-sheet.ts';

const sheetOf = (orderType: number, details: Partial<SheetLine['details']> = {}) =>
  workSheetOf(
    { orderType, details: { quantity: 1, variant: 'standard', options: {}, brief: {}, ...details } },
    catalogue,
  )!;
const blurbs = sheetOf(2, { quantity: 3, variant: '100' });
const posts = sheetOf(0, { quantity: 2, brief: { platforms: ['instagram', 'x'] } });
const slogans = sheetOf(3, { variant: '5', options: { rationale: true } });
const split = (sheet: typeof blurbs, text: string) => {
  const { pieces, rest } = splitPasted(sheet, text);
  return { ...Object.fromEntries(pieces.map((piece) => [piece.key, piece.text])), ...(rest && { rest }) };
};
const three = { 'blurb-1': 'Rye.', 'blurb-2': 'Seeds.', 'blurb-3': 'Brioche.' };

for (const [how, text] of [
  ['headings with the names of pieces', '## Blurb 1\n\nRye.\n\n## Blurb 2\nSeeds.\n\n# BLURB 3\n\nBrioche.'],
  ['names in bold', '**Blurb 1**\nRye.\n**Blurb 2:**\nSeeds.\n__Blurb 3__\nBrioche.'],
  ['names on lines of their own', 'Blurb 1\nRye.\n\nBlurb 2:\nSeeds.\nBlurb 3\nBrioche.'],
  ['names before a colon', 'Blurb 1: Rye.\nBlurb 2: Seeds.\nBlurb 3: Brioche.'],
  ['names in another order', 'Blurb 3: Brioche.\nBlurb 1: Rye.\nBlurb 2: Seeds.'],
  ['numbers', '1. Rye.\n2. Seeds.\n3. Brioche.'],
  ['numbers with brackets and blank lines', '1) Rye.\n\n2) Seeds.\n\n3) Brioche.'],
  ['rules', 'Rye.\n---\nSeeds.\n***\nBrioche.'],
  ['blank lines', 'Rye.\n\nSeeds.\n \nBrioche.\n'],
  ['bullets', '- Rye.\n- Seeds.\n- Brioche.'],
  ['bullets of a word processor', '• Rye.\n\n•\tSeeds.\n\n• Brioche.'],
  ['lines, if they are as many as the pieces', 'Rye.\nSeeds.\nBrioche.\n'],
  ['cells of a column with numbers', '1\tRye.\n2\tSeeds.\n3\tBrioche.'],
  ['blank lines of Windows', 'Rye.\r\n\r\nSeeds.\r\n\r\nBrioche.'],
] as const)
  test(`splits a pasted text at ${how}`, () => assert.deepEqual(split(blurbs, text), three));

test('assigns a title and the text below it to the same piece when blank lines separate them', () => {
  assert.deepEqual(split(blurbs, 'Rye loaf\n\nDark.\n\nSeed loaf\n\nLight.\n\nBrioche\n\nSoft.'), {
    'blurb-1': 'Rye loaf\n\nDark.',
    'blurb-2': 'Seed loaf\n\nLight.',
    'blurb-3': 'Brioche\n\nSoft.',
  });
});

test('assigns one slogan per line to the list with the same number of pieces', () => {
  const list = ['Early.', 'Dark.', 'Slow.', 'Soft.', 'Yours.'];
  assert.deepEqual(Object.values(split(slogans, list.join('\n'))), list);
  assert.deepEqual(
    Object.keys(split(slogans, list.join('\n'))),
    Object.keys(split(slogans, list.map((text, index) => `${index + 1}. ${text}`).join('\n'))),
  );
});

test('assigns the cells of a table by row and column, with the columns’ names', () => {
  const table =
    'Instagram text\tX text\tAlt\n"Rye is ""back"".\n#SlowBread"\tRye!\tA dark loaf\nSeeds.\tSeeds!\tSeeds on a board';
  assert.deepEqual(split(posts, table), {
    'post-1-instagram': 'Rye is "back".\n#SlowBread',
    'post-1-x': 'Rye!',
    'post-1-alt': 'A dark loaf',
    'post-2-instagram': 'Seeds.',
    'post-2-x': 'Seeds!',
    'post-2-alt': 'Seeds on a board',
    rest: 'Instagram text\tX text\tAlt',
  });
});

test('splits a text at headings that name no piece, and keeps the words of the headings', () => {
  assert.deepEqual(split(blurbs, '# Rye loaf\nDark.\n# Seed loaf\nLight.'), {
    'blurb-1': 'Rye loaf\nDark.',
    'blurb-2': 'Seed loaf\nLight.',
  });
});

test("removes the item's name from a heading", () => {
  const sheet = sheetOf(2, {
    quantity: 2,
    variant: '50',
    brief: { items: ['Rye loaf 800 g: dark', 'Seed loaf'] },
  });
  assert.deepEqual(split(sheet, '## Blurb 1: Rye loaf 800 g\nDark.\n## Blurb 2: Seed loaf\nLight.'), {
    'blurb-1': 'Dark.',
    'blurb-2': 'Light.',
  });
});

test("finds the texts of each platform below the post's name", () => {
  const text =
    '## Post 1\n### Instagram\nRye is back.\n#SlowBread\n### X\nRye!\nAlt text: a dark loaf\n## Post 2\nInstagram: Seeds.\nX: Seeds!';
  assert.deepEqual(split(posts, text), {
    'post-1-instagram': 'Rye is back.\n#SlowBread',
    'post-1-x': 'Rye!',
    'post-1-alt': 'a dark loaf',
    'post-2-instagram': 'Seeds.',
    'post-2-x': 'Seeds!',
  });
});

test('assigns a numbered block to its post, including the names inside it', () => {
  assert.deepEqual(split(posts, '1. Rye is back.\nX: Rye!\nAlt text: a loaf\n2. Seeds.\nAlt text: seeds'), {
    'post-1-instagram': 'Rye is back.',
    'post-1-x': 'Rye!',
    'post-1-alt': 'a loaf',
    'post-2-instagram': 'Seeds.',
    'post-2-alt': 'seeds',
  });
});

for (const [how, extra] of [
  ['a heading', '## Post 3'],
  ['a name in bold', '**Post 3**'],
  ['a name before a colon', 'Post 3: Rolls.'],
])
  test(`assigns no post more than the sheet has to another post when ${how} starts it`, () => {
    const text = `## Post 1\nInstagram: Rye.\nX: Rye!\n## Post 2\nInstagram: Seeds.\n${extra}\nInstagram: Buns.\n\nThanks!`;
    assert.deepEqual(split(posts, text), {
      'post-1-instagram': 'Rye.',
      'post-1-x': 'Rye!',
      'post-2-instagram': 'Seeds.',
      rest: `${extra}\nInstagram: Buns.\n\nThanks!`,
    });
  });

test('assigns no item more than the sheet has to the last item of a list', () => {
  const text = `Slogans\n${['Early.', 'Dark.', 'Slow.', 'Soft.', 'Yours.', 'Ours.', 'Theirs.'].map((one, index) => `${index + 1}. ${one}`).join('\n')}`;
  assert.deepEqual(split(slogans, text), {
    'set-1-slogan-1': 'Early.',
    'set-1-slogan-2': 'Dark.',
    'set-1-slogan-3': 'Slow.',
    'set-1-slogan-4': 'Soft.',
    'set-1-slogan-5': 'Yours.',
    rest: '6. Ours.\n7. Theirs.',
  });
});

test('assigns the items of a list and the text below each item', () => {
  const text =
    'Directions\n1. Plain\n2. Warm\n3. Bold\n\nSlogans\n1. Slow bread, early.\n   Rationale: it says when.\n2. Baked while you sleep.\n\nTop pick and why: number 1.';
  assert.deepEqual(split(slogans, text), {
    'set-1-direction-1': 'Plain',
    'set-1-direction-2': 'Warm',
    'set-1-direction-3': 'Bold',
    'set-1-slogan-1': 'Slow bread, early.',
    'set-1-slogan-1-rationale': 'it says when.',
    'set-1-slogan-2': 'Baked while you sleep.',
    'set-1-favorite': 'number 1.',
  });
});

test('assigns a numbered list to pieces of the same number, without the headings between its items', () => {
  const text = '## Plain\n1. Early.\n2. Dark.\n## Warm\n3. Slow.\n4. Soft.\n5. Yours.\n\nOur pick: number 3.';
  assert.deepEqual(split(slogans, text), {
    'set-1-slogan-1': 'Early.',
    'set-1-slogan-2': 'Dark.',
    'set-1-slogan-3': 'Slow.',
    'set-1-slogan-4': 'Soft.',
    'set-1-slogan-5': 'Yours.',
    rest: '## Plain\n## Warm\n\nOur pick: number 3.',
  });
});

test('assigns a text with its own headings to the longest piece', () => {
  const narrative = sheetOf(1, { variant: '800' });
  assert.deepEqual(split(narrative, '## The mill\n\nStone.\n\n## Flour\n\nFresh.'), {
    'narrative-1-text': '## The mill\n\nStone.\n\n## Flour\n\nFresh.',
  });
});

test('assigns the whole text to the only piece of a sheet', () => {
  const only = sheetOf(2, { variant: '50' });
  assert.deepEqual(split(only, '## Rye\n\n1. Dark.\n\n2. Dense.'), {
    'blurb-1': '## Rye\n\n1. Dark.\n\n2. Dense.',
  });
});

test('returns the text that belongs to no piece separately', () => {
  assert.deepEqual(split(blurbs, 'Hello Ann!\n\nBlurb 2: Seeds.'), {
    'blurb-2': 'Seeds.',
    rest: 'Hello Ann!',
  });
  assert.deepEqual(split(blurbs, 'Rye.\n\nSeeds.\n\nBrioche.\n\nRolls.'), { ...three, rest: 'Rolls.' });
  assert.deepEqual(split(blurbs, ''), {});
});

test('appends the second text when a piece is named twice', () => {
  assert.deepEqual(split(blurbs, 'Blurb 1: Rye.\nBlurb 2: Seeds.\nBlurb 1: Dark.'), {
    'blurb-1': 'Rye.\n\nDark.',
    'blurb-2': 'Seeds.',
  });
});

const wordsOf = (text: string) => (text.match(/\p{L}+/gu) ?? []).toSorted();
const line = fc.oneof(
  fc.constantFrom('', '', '---', '## ', '1. ', '2. ', '- ', '> ', '**', '   ', 'X: ', 'Ann: '),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);
const pasted = fc
  .array(fc.tuple(line, fc.constantFrom('', 'rye', 'seed loaf', 'oats, wheat')), { maxLength: 20 })
  .map((lines) => lines.map((parts) => parts.join('')).join('\n'));

test('loses no word of a text that names no piece', () => {
  fc.assert(
    fc.property(pasted, fc.constantFrom(blurbs, posts, slogans), (text, sheet) => {
      const unnamed = text.replaceAll(/^.*\bX\b.*$/gmu, '');
      const { pieces, rest } = splitPasted(sheet, unnamed);
      assert.deepEqual(wordsOf([...pieces.map((piece) => piece.text), rest].join('\n')), wordsOf(unnamed));
    }),
  );
});

const prose = fc
  .array(
    fc.constantFrom(
      'Rye is back on Monday.',
      'Two days in the making.\nGone by noon.',
      '## Why it takes two days\n\nFlour and water.\n\n### The mill\n\nStone.',
      '- oats\n- wheat',
      'Order by six: it’s on your door by seven.',
      '#SlowBread #LeedsBakery',
      '> Sorry. More tomorrow.',
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((paragraphs) => paragraphs.join('\n\n'));
const sheets = catalogue.products.flatMap((product) => {
  const options = Object.fromEntries(
    product.options.map(({ key, type }) => [key, type === 'choice' ? 'rewrite' : true]),
  );
  const quantity = Math.min(3, product.quantity.max);
  const brief = { platforms: ['instagram', 'x', 'facebook'] };
  return product.variants.map(({ value: variant }) =>
    sheetOf(product.orderType, { quantity, variant, options, brief }),
  );
});

test('splits a delivered text into the pieces from which it was made', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sheets),
      fc.array(prose, { minLength: 1, maxLength: 9 }),
      (sheet, texts) => {
        const isOneLine = (item?: number) => item !== undefined;
        const pieces = sheet.pieces.map(({ key, item }, index) => {
          const text = texts[index % texts.length]!;
          return { key, text: isOneLine(item) ? 'Slow bread, early.' : text };
        });
        const { pieces: found, rest } = splitPasted(sheet, deliveryTextOf(sheet, pieces));
        assert.deepEqual([found, rest], [pieces, '']);
      },
    ),
  );
});

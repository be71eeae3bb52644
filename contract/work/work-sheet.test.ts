import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue as catalogue } from '#contract/catalogue/built-in-catalogue.ts';
import document from '#contract/catalogue.json' with { type: 'json' };
import { readCatalogue } from '#contract/catalogue/catalogue.ts';
import type { Product, ProductOption } from '#contract/catalogue/product.ts';
import { type SheetLine, type WorkSheet, workSheetOf } from './work-sheet.ts';
import { bundlePieces, type PieceRule, workRules } from './work-rules.ts';

type Details = SheetLine['details'];
const platformValues = catalogue.platforms.map(({ value }) => value);
const sheetOf = (orderType: number, details: Details, isTakenOver = false) =>
  workSheetOf({ orderType, details, isTakenOver }, catalogue);
const product = (orderType: number) => catalogue.productOf(orderType);

/** All combinations of a product's options. */
function everyChoice(options: readonly ProductOption[]): Details['options'][] {
  return options.reduce<Details['options'][]>(
    (all, option) => {
      const values =
        option.type === 'boolean'
          ? [false, true]
          : option.type === 'choice'
            ? option.choices.map(({ value }) => value)
            : [];
      if (values.length === 0) return all;
      return all.flatMap((chosen) => values.map((value) => ({ ...chosen, [option.key]: value })));
    },
    [{}],
  );
}

function everyPlatformCount({ fields }: Product): number[] {
  const field = fields.find(({ key }) => key === 'platforms');
  return field?.type === 'multiselect'
    ? Array.from({ length: field.maxItems }, (_, index) => index + 1)
    : [0];
}

/** Every order of a product, but only some quantities of it. */
function* everyOrder(sold: Product): Generator<Details> {
  const { min, max, presets } = sold.quantity;
  for (const quantity of new Set([min, ...presets, max]))
    for (const { value: variant } of sold.variants)
      for (const options of everyChoice(sold.options))
        for (const platforms of everyPlatformCount(sold))
          yield { quantity, variant, options, brief: { platforms: platformValues.slice(0, platforms) } };
}

/** The number of texts that the service page promises, counted without the rules. */
function soldTexts(
  orderType: number,
  { quantity, variant, options, brief }: Details,
  isBundle = false,
): number {
  const bought = (key: string) => (options[key] === true ? 1 : 0);
  const platforms = brief['platforms']?.length ?? 0;
  switch (orderType) {
    case 0: // each post on each platform, with an alt text
      return quantity * (platforms + 1 + bought('visualBrief')) + bought('calendar');
    case 1: // headline, text, one-sentence summary, facts
      return quantity * (4 + bought('shortVersion')) + bought('voiceGuide');
    case 2:
      return quantity * (1 + bought('abVariant') + 2 * bought('metaTags'));
    case 3: // three directions, the slogans, the top pick
      return quantity * (3 + Number(variant) * (1 + bought('rationale')) + 1 + bought('availability'));
    case 4: {
      const byPerson = { instant: 0, expert: 1, rewrite: 2 }[String(options['level'])] ?? 0;
      return quantity * (byPerson + (isBundle ? 1 : 0));
    }
    case 5:
      return quantity * (bought('strategist') + (isBundle ? 1 : 0));
    default: {
      const sold = product(orderType);
      // a service that has no rule yet
      if (sold.kind === 'service') return 1;
      const { items } = sold;
      const texts = items.map((item) => {
        const chosen = brief['platforms']?.slice(0, item.platforms ?? 0) ?? [];
        return soldTexts(item.orderType, { ...item, brief: { platforms: chosen } }, true);
      });
      return texts.reduce((sum, count) => sum + count, bought('voiceGuide'));
    }
  }
}

const bySheet = ({ pieces }: WorkSheet, key: 'key' | 'label') => pieces.map((piece) => piece[key]);

for (const sold of catalogue.products)
  test(`creates as many pieces as were sold in every possible order of ${sold.title}`, () => {
    let orders = 0;
    for (const details of everyOrder(sold)) {
      const sheet = sheetOf(sold.orderType, details);
      const where = JSON.stringify(details);
      const expected = soldTexts(sold.orderType, details);
      assert.equal(sheet?.expected ?? 0, expected, where);
      assert.equal(sheet === undefined, expected === 0, where);
      orders += 1;
      if (!sheet) continue;
      assert.equal(sheet.pieces.filter(({ optional }) => !optional).length, expected, where);
      assert.equal(new Set(bySheet(sheet, 'key')).size, sheet.pieces.length, where);
      assert.equal(new Set(bySheet(sheet, 'label')).size, sheet.pieces.length, where);
      assert.ok(sheet.minutes > 0);
    }
    assert.ok(orders > 0);
  });

test('creates a piece for each platform of the brief, with the platform’s limits and at most three hashtags', () => {
  const brief = { platforms: ['threads', 'x', 'instagram'] };
  const { pieces } = sheetOf(0, { quantity: 5, variant: 'standard', options: {}, brief })!;
  assert.deepEqual(pieces.slice(8, 12), [
    {
      group: 'Post 3',
      key: 'post-3-threads',
      label: 'Post 3, Threads',
      headings: ['Post 3', 'Threads'],
      limits: { maxCharacters: 500, maxHashtags: 1 },
    },
    {
      group: 'Post 3',
      key: 'post-3-x',
      label: 'Post 3, X',
      headings: ['Post 3', 'X'],
      limits: { maxCharacters: 280, linkCharacters: 23, maxHashtags: 3 },
    },
    {
      group: 'Post 3',
      key: 'post-3-instagram',
      label: 'Post 3, Instagram',
      headings: ['Post 3', 'Instagram'],
      limits: { maxCharacters: 2200, maxHashtags: 3, foldAt: 125 },
    },
    {
      group: 'Post 3',
      key: 'post-3-alt',
      label: 'Post 3, alt text',
      headings: ['Post 3', 'Alt text'],
      limits: {},
    },
  ]);
});

test('derives a piece’s limits of words from the ordered length', () => {
  const limits = (orderType: number, variant: string, key: string) =>
    sheetOf(orderType, {
      quantity: 1,
      variant,
      options: { abVariant: true, shortVersion: true },
      brief: {},
    })!.pieces.find((piece) => piece.key === key)?.limits;
  for (const { value } of product(2).variants) {
    assert.deepEqual(limits(2, value, 'blurb-1'), { maxWords: Number(value) });
    assert.deepEqual(limits(2, value, 'blurb-1-second'), { maxWords: Number(value) });
  }
  assert.deepEqual(limits(1, '400', 'narrative-1-text'), { minWords: 360, maxWords: 440 });
  assert.deepEqual(limits(1, '800', 'narrative-1-text'), { minWords: 720, maxWords: 880 });
  assert.deepEqual(limits(1, '1200', 'narrative-1-text'), { minWords: 1080, maxWords: 1320 });
  assert.deepEqual(limits(1, '400', 'narrative-1-short'), { minWords: 90, maxWords: 110 });
});

test('names in each blurb’s piece the item of the brief that it describes', () => {
  const items = ['Rye loaf', 'Seed loaf'];
  const about = (quantity: number) =>
    sheetOf(2, { quantity, variant: '50', options: {}, brief: { items } })!.pieces.map(
      (piece) => piece.about,
    );
  assert.deepEqual(about(2), items);
  assert.deepEqual(about(3), [undefined, undefined, undefined], 'the brief lists fewer items than blurbs');
});

test('creates the only text of a sheet without a number, group or heading', () => {
  assert.deepEqual(sheetOf(2, { quantity: 1, variant: '50', options: {}, brief: { items: ['Rye'] } }), {
    pieces: [{ key: 'blurb-1', label: 'Blurb', about: 'Rye', headings: [], limits: { maxWords: 50 } }],
    expected: 1,
    minutes: 35,
  });
});

test('creates optional pieces for more directions than the three that were sold', () => {
  const { pieces } = sheetOf(3, { quantity: 1, variant: '5', options: {}, brief: {} })!;
  assert.deepEqual(
    pieces.map(({ key, optional }) => (optional ? `${key}?` : key)),
    [
      'set-1-direction-1',
      'set-1-direction-2',
      'set-1-direction-3',
      'set-1-direction-4?',
      'set-1-direction-5?',
      'set-1-slogan-1',
      'set-1-slogan-2',
      'set-1-slogan-3',
      'set-1-slogan-4',
      'set-1-slogan-5',
      'set-1-favorite',
    ],
  );
});

test('creates one text, and ordered editor’s comments, when a person takes over automatic work', () => {
  const details = { quantity: 1, variant: '1000', options: { level: 'instant' }, brief: {} };
  assert.deepEqual(sheetOf(4, details), undefined);
  assert.deepEqual(bySheet(sheetOf(4, details, true)!, 'label'), ['Text']);
  assert.deepEqual(bySheet(sheetOf(4, { ...details, options: { level: 'expert' } }, true)!, 'label'), [
    'Text',
    'Editor’s comments',
  ]);
  const topics = { quantity: 3, variant: 'standard', options: {}, brief: {} };
  assert.deepEqual(sheetOf(5, topics), undefined);
  assert.deepEqual(bySheet(sheetOf(5, topics, true)!, 'label'), ['Text']);
});

test('creates a single text for a service without a rule', () => {
  const details = { quantity: 4, variant: 'standard', options: {}, brief: {} };
  assert.deepEqual(bySheet(sheetOf(11, details)!, 'label'), ['Text']);
});

test('numbers units consecutively when two items of a bundle are of one service', () => {
  const details = { quantity: 1, variant: 'standard', options: {}, brief: { platforms: ['x'] } };
  const reports = sheetOf(10, details)!.pieces.filter(({ key }) => key.startsWith('report'));
  assert.deepEqual(
    reports.map(({ label }) => label),
    [
      'Quality report 1',
      'Quality report 2',
      'Quality report 3',
      'Quality report 3, editor’s comments',
      'Quality report 4',
      'Quality report 4, editor’s comments',
    ],
  );
});

test('creates pieces for at most as many platforms as a bundle includes', () => {
  const details = { quantity: 1, variant: 'standard', options: {}, brief: { platforms: ['x', 'threads'] } };
  const keys = bySheet(sheetOf(6, details)!, 'key');
  assert.ok(keys.includes('post-10-x'));
  assert.ok(!keys.includes('post-10-threads'));
});

test('keeps the sheet of an ordered service when the catalogue changes', () => {
  const changed = structuredClone(document);
  changed.version += 1;
  for (const service of changed.services) {
    service.title += ' II';
    service.pricing.options = [];
    service.quantity = { min: 1, max: 1, default: 1, presets: [] };
    for (const variant of service.pricing.variants)
      Object.assign(variant, { label: 'Other', tiers: [{ from: 1, to: 1, unitCents: 1 }] });
  }
  changed.bundles = [];
  const later = readCatalogue(changed);
  for (const sold of catalogue.services)
    for (const details of everyOrder(sold)) {
      const line = { orderType: sold.orderType, details };
      assert.deepEqual(workSheetOf(line, later), workSheetOf(line, catalogue));
    }
});

test('has rules that refer only to options, choices, lists and lengths of the catalogue', () => {
  function checkRule(rule: PieceRule, sold: Product): void {
    for (const [key, value] of Object.entries(rule.when ?? {})) {
      const option = sold.options.find((one) => one.key === key);
      assert.ok(option, `${sold.title}: ${key}`);
      if (option.type === 'choice') assert.ok(option.choices.some((choice) => choice.value === value));
      else assert.equal(value, true);
    }
    if (rule.items !== undefined)
      assert.equal(sold.fields.find(({ key }) => key === rule.items)?.type, 'lines');
    const needsNumber = [rule.minWords, rule.maxWords].some((words) => typeof words === 'object');
    if (needsNumber || rule.count === 'variant')
      for (const { value } of sold.variants) assert.match(value, /^[1-9]\d*$/);
    for (const part of rule.parts ?? []) checkRule(part, sold);
  }
  for (const [orderType, { pieces }] of Object.entries(workRules))
    for (const rule of pieces) checkRule(rule, product(Number(orderType)));
  for (const rule of bundlePieces) checkRule(rule, product(6));
});

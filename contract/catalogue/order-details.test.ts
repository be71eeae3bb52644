import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod/mini';
import { builtInCatalogue } from './built-in-catalogue.ts';
import { orderDetailsSchema } from './order-details.ts';
import { fieldErrors } from '#contract/problems.ts';

const { productOf } = builtInCatalogue;

const brief = {
  brandName: 'Golden Crust',
  offer: 'We bake slow bread and deliver it before breakfast.',
  audience: 'Busy parents in Leeds.',
  difference: 'We mill our own flour.',
  tone: ['friendly'],
  use: ['website'],
  language: 'en-GB',
};
const slogans = { quantity: 1, variant: '10', options: {}, express: false, brief };

const refusalOf = (orderType: number, details: unknown) => {
  const parsed = z.safeParse(orderDetailsSchema(productOf(orderType)), details);
  return parsed.success ? undefined : fieldErrors(parsed.error);
};

test('accepts a whole brief and adds its defaults', () => {
  const parsed = z.parse(orderDetailsSchema(productOf(3)), {
    ...slogans,
    brief: { ...brief, brandName: '  Golden Crust ' },
  });
  assert.equal(parsed.brief['brandName'], 'Golden Crust');
  assert.equal(parsed.brief['avoid'], '');
  assert.deepEqual(parsed.options, { rationale: false, availability: false, extraRevision: false });
});

test('reports each wrong field with its label', () => {
  assert.deepEqual(
    refusalOf(3, {
      quantity: 1.5,
      variant: '7',
      options: { rationale: 'yes', gift: true },
      express: 'no',
      brief: {
        ...brief,
        brandName: '',
        offer: 'short',
        tone: [],
        use: ['website', 'website'],
        language: 'xx',
        mustInclude: 'x'.repeat(121),
        extra: 1,
      },
    }),
    {
      quantity: ['Order 1 to 3 sets'],
      variant: ['Select one of these: 5 slogans, 10 slogans, 20 slogans'],
      'options.rationale': ['Rationale for each slogan must be true or false'],
      'options.gift': ['Unknown field'],
      express: ['Express must be true or false'],
      'brief.brandName': ['Enter your brand name'],
      'brief.offer': ['“What do you do?” needs an answer of at least 20 characters'],
      'brief.tone': ['Select at least one tone of voice'],
      'brief.use': ['Select each option in “Where will the slogan appear?” only once'],
      'brief.language': ['Select a language'],
      'brief.mustInclude': ['Words to include must be 120 characters or fewer'],
      'brief.extra': ['Unknown field'],
    },
  );
});

test('rejects a value that is not an object', () => {
  for (const rubbish of [null, 1, 'x', [], { brief: null }, { brief: [] }])
    assert.ok(refusalOf(3, rubbish), JSON.stringify(rubbish));
});

test('requires as many lines as the quantity', () => {
  const blurbs = {
    quantity: 2,
    variant: '50',
    options: {},
    express: false,
    brief: {
      blurbType: 'product',
      brandName: 'Golden Crust',
      items: ['Rye loaf 800 g, stone-milled'],
      audience: 'Busy parents in Leeds.',
      tone: ['warm'],
      language: 'en-US',
    },
  };
  assert.deepEqual(refusalOf(2, blurbs), {
    'brief.items': ['You ordered 2 blurbs but listed 1 item. Add the missing items.'],
  });
  assert.equal(refusalOf(2, { ...blurbs, quantity: 1 }), undefined);
});

test('derives the variant of a text from its word count', () => {
  const analyzer = (words: number, variant: string) => ({
    quantity: 1,
    variant,
    options: {},
    express: false,
    brief: {
      title: 'Slow bread',
      text: 'bread '.repeat(words),
      contentType: 'article',
      readers: 'everyone',
      goal: 'inform',
      language: 'en-US',
    },
  });
  assert.equal(refusalOf(4, analyzer(1000, '1000')), undefined);
  assert.deepEqual(refusalOf(4, analyzer(1001, '1000')), {
    variant: ['The text has 1,001 words. Choose “Up to 2,500 words”'],
  });
  assert.deepEqual(refusalOf(4, analyzer(5001, '5000')), {
    'brief.text': ['Keep Text to analyze to 5,000 words or fewer. It has 5,001 now'],
  });
});

test('rejects express for work that takes a day or less', () => {
  const hashtags = {
    quantity: 1,
    variant: 'standard',
    options: {},
    express: true,
    brief: {
      topics: ['Sourdough bakery in Leeds'],
      platforms: ['instagram'],
      seedKeywords: ['bread', 'bakery', 'rye'],
      language: 'en-US',
    },
  };
  assert.deepEqual(refusalOf(5, hashtags), {
    express: ['Express delivery isn’t available for work that takes a day or less'],
  });
  assert.equal(refusalOf(5, { ...hashtags, options: { strategist: true } }), undefined);
});

test('rejects details whose `platforms` differ from the brief’s', () => {
  const posts = {
    quantity: 5,
    variant: 'standard',
    options: {},
    express: false,
    brief: {
      platforms: ['instagram', 'x'],
      brandName: 'Golden Crust',
      goal: 'sales',
      topics: 'New rye loaf from May, Saturday tasting.',
      audience: 'Busy parents in Leeds.',
      tone: ['bold'],
      language: 'en-US',
    },
  };
  assert.equal(refusalOf(0, { ...posts, platforms: ['instagram', 'x'] }), undefined);
  assert.deepEqual(refusalOf(0, { ...posts, platforms: ['x'] }), {
    platforms: ['Platforms must match those in the brief'],
  });
});

import assert from 'node:assert/strict';
import test from 'node:test';
import type { Order } from './orders.ts';
import { byClient, lineName, lineNameParts, mixedName, readyWords } from './line-name.ts';

type Line = Order['lines'][number];
const line = (position: number, title: string, brief: Record<string, string | string[]>) =>
  ({ position, title, details: { brief } }) as unknown as Line;

for (const [told, briefs, names] of [
  ['the client', [{ brandName: 'Golden Crust' }], ['Blurb for Golden Crust']],
  ['no client, when the product has none,', [{}], ['Blurb']],
  [
    'the clients, when they differ,',
    [{ brandName: 'Golden Crust' }, { brandName: 'Rye & Co' }],
    ['Blurb for Golden Crust', 'Blurb for Rye & Co'],
  ],
  [
    'the only items, when the brand is the same,',
    [
      { brandName: 'Golden Crust', items: ['Rye loaf 800 g: stone-milled'] },
      { brandName: 'Golden Crust', items: ['Saturday brioche – butter from the next valley'] },
    ],
    ['Blurb for Golden Crust: Rye loaf 800 g', 'Blurb for Golden Crust: Saturday brioche'],
  ],
  ['the title of a single text without a client', [{ title: 'Our bakery' }], ['Blurb: Our bakery']],
  [
    'a text’s title, after a colon,',
    [{ title: 'Our bakery' }, { title: 'Rye' }],
    ['Blurb: Our bakery', 'Blurb: Rye'],
  ],
  [
    'the position, when nothing else differs,',
    [{ title: 'Rye' }, { title: 'Rye' }],
    ['Blurb (item 1)', 'Blurb (item 2)'],
  ],
] as const)
  test(`adds ${told} to the names of an order's lines`, () => {
    const lines = briefs.map((brief, index) => line(index + 1, 'Blurb', brief as never));
    assert.deepEqual(
      lines.map((one) => lineName(one, lines)),
      names,
    );
  });

test('separates the customer’s own words from the shop’s when it names a line', () => {
  const brandName = 'قهوة الصباح ☕';
  const [rye, bread, alike] = [['Rye loaf'], ['خبز: لكل صباح'], ['خبز']].map((items, index) =>
    line(index + 1, 'Blurb', { brandName, items }),
  );
  assert.deepEqual(lineNameParts(rye!, [rye!]), ['Blurb for ', { own: brandName }]);
  assert.deepEqual(lineNameParts(bread!, [rye!, bread!]), [
    'Blurb for ',
    { own: brandName },
    ': ',
    { own: 'خبز' },
  ]);
  assert.deepEqual(lineNameParts(alike!, [bread!, alike!]), ['Blurb for ', { own: brandName }, ' (item 3)']);
});

test('names a mixed order by its numbers of items and clients, sorts lines by client, and counts delivered ones', () => {
  const of = (title: string, brandName: string, position: number, status = 'queued') =>
    ({ ...line(position, title, { brandName }), work: { status } }) as Line;
  const mixed = [
    of('Slogans', 'Harbor Dental', 1, 'completed'),
    of('Blurb', 'Møller Bikes', 2, 'delivered'),
    of('Blurb', 'Harbor Dental', 3),
    of('Blurb', 'Kite & Co', 4, 'cancelled'),
  ];
  assert.equal(mixedName(mixed), '4 items for 3 clients');
  assert.equal(mixedName(mixed.slice(0, 1)), '');
  assert.equal(mixedName([of('Slogans', 'Kite & Co', 1), of('Blurb', 'Kite & Co', 2)]), '');
  assert.deepEqual(
    byClient(mixed).map(({ position }) => position),
    [1, 3, 2, 4],
  );
  assert.equal(readyWords(mixed), '2 of 3 ready');
  assert.equal(readyWords(mixed.slice(0, 2)), '');
});

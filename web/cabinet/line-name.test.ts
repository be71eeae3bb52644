import assert from 'node:assert/strict';
import test from 'node:test';
import type { Order } from '#contract/orders.ts';
import { lineName } from './line-name.ts';

type Line = Order['lines'][number];
const line = (position: number, title: string, brief: Record<string, string | string[]>) =>
  ({ position, title, details: { brief } }) as unknown as Line;

for (const [told, briefs, names] of [
  ['nothing when a product is ordered once', [{ brandName: 'Golden Crust' }], ['Blurb']],
  [
    'the brands where they differ',
    [{ brandName: 'Golden Crust' }, { brandName: 'Rye & Co' }],
    ['Blurb for Golden Crust', 'Blurb for Rye & Co'],
  ],
  [
    'the only items of lines with one brand',
    [
      { brandName: 'Golden Crust', items: ['Rye loaf 800 g: stone-milled'] },
      { brandName: 'Golden Crust', items: ['Saturday brioche – butter from the next valley'] },
    ],
    ['Blurb: Rye loaf 800 g', 'Blurb: Saturday brioche'],
  ],
  [
    'a text’s title with a colon, since it is no customer',
    [{ title: 'Our bakery' }, { title: 'Rye' }],
    ['Blurb: Our bakery', 'Blurb: Rye'],
  ],
  [
    'the position where nothing differs',
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

import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { shownOptions } from './shown-options.ts';

const { products } = builtInCatalogue;
const expressOf = (title: string) =>
  shownOptions(products.find((product) => product.title === title)!).find(({ key }) => key === 'express')
    ?.help;

test('shows the days and prices of an order without and with express', () => {
  assert.equal(
    expressOf('Slogans'),
    'Halves the number of business days, rounded up. 1 set, 5 slogans: 3 business days for $79, or 2 business days for $106.65.',
  );
});

test('shows express for an option that adds days when the product alone takes none', () => {
  assert.match(
    expressOf('Hashtag optimization') ?? '',
    /^Available only with “.+”\. .+ 1 topic, .+: 2 business days for \$\S+, or 1 business day for \$\S+\.$/,
  );
});

for (const { title } of products)
  test(`shows fewer days and a higher price for express: ${title}`, () => {
    const [, days, price, fewer, more] =
      /: (\d+) business days? for \$([\d,.]+\d), or (\d+) business days? for \$([\d,.]+\d)\.$/.exec(
        expressOf(title) ?? '',
      ) ?? [];
    const amount = (words = '') => Number(words.replaceAll(',', ''));
    assert.ok(Number(fewer) < Number(days), `${fewer} and ${days} days`);
    assert.ok(amount(more) > amount(price), `${more} and ${price}`);
  });

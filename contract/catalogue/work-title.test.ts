import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue } from './built-in-catalogue.ts';
import { workTitle } from './work-title.ts';

test('returns the singular for one narrative or blurb, and the plural for a set of slogans or several blurbs', () => {
  const named = (slug: string, quantity: number) =>
    workTitle(
      builtInCatalogue.products.find((product) => product.slug === slug)!,
      quantity,
    );
  assert.equal(named('business-narratives', 1), 'Business narrative');
  assert.equal(named('business-narratives', 2), 'Business narratives');
  assert.equal(named('blurbs', 1), 'Blurb');
  assert.equal(named('slogans', 1), 'Slogans');
  assert.equal(named('starter-presence', 1), 'Starter presence');
});

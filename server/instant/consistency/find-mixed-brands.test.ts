import assert from 'node:assert/strict';
import test from 'node:test';
import { findMixedBrands } from './find-mixed-brands.ts';

const quotes = (text: string) => findMixedBrands(text).map(({ start, end }) => text.slice(start, end));

for (const [text, ...expected] of [
  ['PhotoBox prints it. Ask PhotoBox today. Photobox is here.', 'Photobox'],
  ['HomeChef cooks. HomeChef delivers. Home Chef is fresh.', 'Home Chef'],
  ['Read the eBook. This eBook is free. The Ebook has ten pages.', 'Ebook'],
  ['Write to hi@brightleaf.com or see www.brightleef.com today.', 'www.brightleef.com'],
  ['Write to hi@brightleaf.com or orders@brightleaf.co.', 'orders@brightleaf.co'],
])
  test(`finds the second form in “${text}”`, () => assert.deepEqual(quotes(text!), expected));

for (const text of [
  'PhotoBox prints it. See photobox.com, or write to hi@photobox.com.',
  'DeLong met Delong. MacDonald and Macdonald are two clans.',
  'Write to hi@brightleaf.com, or to anna@mapletools.org.',
])
  test(`finds no second form in “${text}”`, () => assert.deepEqual(quotes(text), []));

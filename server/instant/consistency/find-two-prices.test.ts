import assert from 'node:assert/strict';
import test from 'node:test';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { findTwoPrices } from './find-two-prices.ts';

const quotes = (text: string) =>
  findTwoPrices(readText(text).sentences).map(({ start, end }) => text.slice(start, end));

for (const [text, ...expected] of [
  ['The starter kit costs $40. Order your starter kit for $45.', 'your starter kit for $45'],
  ['Our walking tour is only $20. It is fun. Book the walking tour at $25.', 'the walking tour at $25'],
])
  test(`finds the second price in “${text}”`, () => assert.deepEqual(quotes(text!), expected));

for (const text of [
  'The starter kit costs $40. Order your starter kit for $40.',
  'The starter kit costs $40. Until May, order the starter kit for $35.',
  'The starter kit costs $40. The large kit costs $60.',
  'The starter kit costs $40. Members get the starter kit for $30.',
  'The lamp costs $40. A desk costs $300.',
])
  test(`finds no second price in “${text}”`, () => assert.deepEqual(quotes(text), []));

import assert from 'node:assert/strict';
import test from 'node:test';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { findMixedLayout } from './find-mixed-layout.ts';

const quotes = (text: string) =>
  findMixedLayout(readText(text)).map(({ start, end }) => text.slice(start, end));

for (const [text, ...expected] of [
  ['- Cancelling contracts\n- Forwarding post\n- We sell your car\n- Cleaning the flat', 'We sell'],
  ['It rains—often. It snows—rarely. The sun – at last – is back.', 'sun – at', 'last – is'],
  ['- Bring a coat.\n- Bring a hat.\n- Bring tea', 'tea'],
  ['- A coat\n- A hat.\n- Some tea\n- Bread', 'hat.'],
  ['- Bring a coat\n- bring a hat\n- Bring tea', 'bring'],
  [
    '## How we bake bread\n\nSlowly.\n\n## What you can order\n\nAll.\n\n## Where To Find Us\n\nHere.',
    'Where To Find Us',
  ],
])
  test(`finds the second form in “${text!.replaceAll('\n', ' / ')}”`, () =>
    assert.deepEqual(quotes(text!), expected));

for (const text of [
  'It rains—often. It snows—rarely. See pages 3 – 5.',
  '- red,\n- green, and\n- blue.',
  '- iPhone\n- Lamp\n- Desk',
  '# The Baker’s Own Guide\n\n## How we bake bread\n\nSlowly.\n\n## What you can order\n\nAll.\n\n## What it costs you\n\nA lot.',
])
  test(`finds no second form in “${text.replaceAll('\n', ' / ')}”`, () => assert.deepEqual(quotes(text), []));

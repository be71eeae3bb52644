import assert from 'node:assert/strict';
import test from 'node:test';
import { analyzeText } from './analyze-text.ts';

const alarmsIn = async (text: string) => {
  const { findings } = await analyzeText({
    title: '',
    text,
    contentType: 'other',
    readers: 'everyone',
    language: 'en-GB',
  });
  return findings
    .filter(({ cost, part, severity }) => cost > 0 && part === 'correctness' && severity !== 'hint')
    .map(({ start, end }) => text.slice(start, end));
};

for (const [when, text] of [
  [
    'a noun that can be counted follows “a”',
    'A thief with a grinder cuts a cable. A heron and a gasket failed.',
  ],
  ['“it” is the object of a verb', 'Give it time to forgive you, and leave it time to set.'],
  ['a name follows “tried” or “asked”', 'I’ve tried Farrow & Ball, and we asked Marks & Spencer.'],
  [
    'a comma after the opener is a choice',
    'Otherwise it’s Skinner’s, twice a day. Then it rained. Soon we were wet.',
  ],
  ['a name ends in s', 'Order tea at Tim Hortons and sit down. The Hortons have lived here since 1988.'],
  ['a noun of two parts has a plural', 'Tabby reads the clock-ins, and the drop-offs were slow.'],
  [
    'a web or email address is named',
    'See www.calder.example/planning or write to admin@calder.example today.',
  ],
  [
    '“because” answers a question',
    'Why bother with a second coat? Because the first one only looks finished.',
  ],
  ['a number stands alone', 'Where two rub, remove one. It costs £40 for two sharing.'],
  ['a thing stays open', 'The council voted to keep the library open on Sundays.'],
  ['“only” is an adverb', '“It’s only the pawl,” he said.'],
  ['“you” is the object of “take”', 'An adult must take you home.'],
  ['a place in capitals begins a press release', 'PENZANCE, 4 May 2026 – The pool reopens on Saturday.'],
  [
    'a singular noun ends in s',
    'We lost by an innings and 40 runs. They put up a gallows near an ironworks.',
  ],
  ['letters stand for words', 'We do the VAT return, the CIS and the year end.'],
  [
    'a clause follows a long opening',
    'By the time I was ten, we had moved twice. The day it broke, we cried.',
  ],
  ['pounds are a weight', 'We threw out 30 pounds of lettuce. Our bill fell by $410 a month.'],
  [
    'words of kitchens, gardens and studios are in none of the linter’s lists',
    'My nan mixes the masa, sautés the paneer, and serves dal with a crêpe. Her loppers and her ochre are old.',
  ],
] as const)
  test(`reports no error when ${when}`, async () => assert.deepEqual(await alarmsIn(text), []));

test('reports errors that resemble the correct sentences of this file', async () => {
  const found = async (quote: string, text: string) => {
    const alarms = await alarmsIn(text);
    assert.ok(
      alarms.some((one) => one.includes(quote)),
      `${quote}: ${alarms.join(', ')}`,
    );
  };
  await found('advice', 'She gave us an advice on the roof.');
  await found('a a', 'They wanted a a smaller loaf.');
  await found('boat', 'We rent two boat on the lake.');
  await found('Because', 'We moved indoors. Because the square floods every spring.');
  await found('open', 'The library open on Sundays.');
});

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
  ['“too” stands before its verb', 'Ask the bakers, for they too have a say. We too were late.'],
  ['“too” belongs to an adjective', 'We planted too many in too small a bed.'],
  ['“to” ends a range', 'When the lamp turns from yellow to red, you can open the door.'],
  ['“to” follows “than”', 'It is easier to ask than to immediately guess.'],
  ['“quite” stands before an adjective', 'It is now quite normal for a shop to close early.'],
  ['a comparison follows a quote', 'It is easier to say “later” than it is to say “no.”'],
  ['contractions stand among capitals', 'WE SAID I’LL CALL YOU and we did.'],
  ['people help one another', 'They read one another’s drafts.'],
  ['a “g” is dropped', '“We’re goin’ home,” he said.'],
  ['somebody does all they can', 'We do all we can to help. The mill does all it can to save water.'],
  ['a participle describes the noun after “to”', 'The jar conforms to published standards.'],
  ['“will” is a noun', 'We need the good will of the town.'],
  ['“your” stands twice', 'Give me your tired, your poor.'],
  ['a plural stands before “who”', 'There are people in this world who do not eat bread.'],
  ['a wish follows “suggest”', 'I suggest he go home. They insist that she have a key.'],
  ['“one” means people', 'One might ask why. She was the only one moving.'],
  ['“many” means people', 'Many believe this is luck. All too many find the price high.'],
  ['a comma after the opener is a choice', 'Thus the oven stays warm. Nowadays we bake at four.'],
  ['a list has letters', 'Choose (a) early or (b) late.'],
  [
    'a verb has the same form in the past',
    'We lost the key. They put a chair in the door. The repair cost us a day.',
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
  await found('too', 'We want too go home.');
  await found('to', 'It is to late for bread.');
  await found('quite', 'Please keep quite at night.');
  await found('should of', 'We should of called.');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { findOpposedFacts } from './find-opposed-facts.ts';

const quotes = (text: string) =>
  findOpposedFacts(text, readText(text).sentences).map(({ start, end }) => text.slice(start, end));

for (const [text, ...expected] of [
  ['We’re open seven days a week. Come by for lunch. The café is closed on Mondays.', 'closed on Mondays'],
  ['The shop is open Tuesday through Sunday. We are closed every Thursday.', 'closed every Thursday'],
  [
    'Our support is there around the clock. Call support from 9 a.m. to 5 p.m. on any day.',
    'from 9 a.m. to 5 p.m.',
  ],
  ['We offer free delivery on all bikes. Delivery costs $15.', 'Delivery costs $15'],
  ['Parking is free. Guests pay $12 for parking.', '$12 for parking'],
  ['It is open seven days a week. On Mondays we’re closed, and the chef fishes.', 'On Mondays we’re closed'],
  ['Shipping is free on every order. If it is below $40, we add a $5 shipping fee.', '$5 shipping'],
  ['The camp is for children aged eight to twelve. Two five-year-olds made a pot.', 'five-year-olds'],
  ['It’s completely vegan and low in salt. We add a spoonful of local honey.', 'honey'],
  ['Take 30% off every sofa. All our sofas are a quarter off until Sunday.', 'a quarter off'],
  ['We are based in Leeds. The York-based company makes lamps.', 'York-based company'],
])
  test(`finds the opposed fact in “${text}”`, () => assert.deepEqual(quotes(text!), expected));

for (const text of [
  'We are open every day in summer. In winter we are closed on Mondays.',
  'The shop is open Tuesday to Sunday. We are closed on Mondays.',
  'We’re open daily except Tuesday. We are closed on Tuesdays.',
  'Order online around the clock. The store is open from 9 to 5.',
  'Delivery is free above $50. Delivery costs $5.',
  'Standard delivery is free. Express delivery costs $15.',
  'Free entry for children under six. Entry is $10.',
  'The camp is for children aged eight to twelve. A nine-year-old made a pot.',
  'It’s completely vegan. We fry it in coconut milk and without butter.',
  'Take 30% off every sofa. All our lamps are a quarter off.',
  'We are based in Leeds. The Leeds-based company makes lamps.',
])
  test(`finds no opposed facts in “${text}”`, () => assert.deepEqual(quotes(text), []));

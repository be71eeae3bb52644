import assert from 'node:assert/strict';
import test from 'node:test';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { findLeftovers } from './find-leftovers.ts';
import { findLateNews, findVagueness } from './find-vagueness.ts';
import { findWording } from './find-wording.ts';

const worded = (text: string) =>
  findWording(readText(text)).map(({ kind, start, end, suggestions }) => [
    kind,
    text.slice(start, end),
    suggestions[0],
  ]);

for (const [text, kind, quote, suggestion] of [
  ['We meet on a weekly basis.', 'wordy', 'on a weekly basis', 'weekly'],
  ['In the event that it rains, we move.', 'wordy', 'In the event that', 'If'],
  ['Every guest gets a free gift.', 'redundant', 'free gift', 'gift'],
  ['The two firms will merge together.', 'redundant', 'merge together', 'merge'],
  ['We go the extra mile for you.', 'cliche', 'go the extra mile', 'do more'],
  ['We leverage our network.', 'jargon', 'leverage', 'use'],
  ['They made a decision to move.', 'nominalization', 'made a decision to', 'decide'],
  ['They made a recommendation that we wait.', 'nominalization', 'made a recommendation that', 'recommend'],
  ['Pick the low-hanging fruit first.', 'jargon', 'low-hanging fruit', 'easy wins'],
  ['It is a mission-critical part.', 'jargon', 'mission-critical', 'vital'],
  ['We sell world-class cakes.', 'jargon', 'world-class', undefined],
  ['This could possibly help.', 'redundant', 'could possibly', 'could'],
  ['There are three ovens here.', 'weak-opening', 'There are', undefined],
  ['Let us delve into the past.', 'stock-phrase', 'Let us delve into', undefined],
  ['The mill is a testament to care.', 'stock-phrase', 'a testament to', undefined],
] as const)
  test(`finds “${quote}” and suggests ${suggestion ?? 'nothing'}`, () => {
    const all = worded(text);
    assert.ok(
      all.some((one) => one[0] === kind && one[1] === quote && one[2] === suggestion),
      JSON.stringify(all),
    );
  });

test('finds nothing in plain sentences', () => {
  for (const text of [
    'We bake on a Monday.',
    'The gift was free.',
    'Rain filled the pot.',
    'The decision was hard.',
    'She put the lamp on the table.',
    'He drilled a hole and went down the stairs.',
    'You will be able to see it. Make sure that it is dry.',
    'Your purchase ships today. The wheel alignment takes an hour.',
    'The storm disrupted trains. The pond is an ecosystem. The show was curated by Ana.',
    'Write down every scratch, and sign the inside of the box.',
    'It can be folded. Call us if you like. She does it as well as you do.',
    'The app syncs with your phone, and the plan has 100 GB of bandwidth.',
  ])
    assert.deepEqual(worded(text), [], text);
});

test('finds placeholders, notes to oneself and typical sentences of AI programs', () => {
  const left = (text: string) => findLeftovers(text).map(({ start, end }) => text.slice(start, end));
  for (const [text, quote] of [
    ['Dear [Name], thank you.', '[Name]'],
    ['Hello {{first_name}}, welcome.', '{{first_name}}'],
    ['Lorem ipsum dolor sit amet is here.', 'Lorem ipsum dolor sit amet'],
    ['Call us at XXX-XXX-XXXX.', 'XXX-XXX-XXXX'],
    ['The price is TBD.', 'TBD'],
    ['TODO: add price', 'TODO: add price'],
    ['As an AI language model, I cannot eat.', 'As an AI language model'],
    ['I hope this helps! We open at nine.', 'I hope this helps'],
  ] as const)
    assert.deepEqual(left(text), [quote], text);
  for (const text of [
    'See [the menu](menu.html) and the note [1].',
    '- [ ] Buy milk\n- [x] Buy bread',
    'Super Bowl XXX was in 1996.',
    'Sure, we deliver.',
    'He said “[…] it is late.”',
  ])
    assert.deepEqual(left(text), text.includes('XXX') ? ['XXX'] : [], text);
});

const specific =
  'The lamp uses six watts and lasts 20,000 hours. It ships from Ohio within two days and costs $79. Order it today, and send it back within 30 days if it glares at you from the desk.';
const vague =
  'The lamp uses very little energy and lasts a long time. It ships fast and is affordable. Our passionate team works hard to deliver the best quality, and there is something for everyone here at all times, whatever you may be looking for today.';

test('finds claims without proof and a text without facts, and neither in a specific text', () => {
  assert.deepEqual(findVagueness(readText(specific)), []);
  const kinds = findVagueness(readText(vague)).map(({ kind }) => kind);
  assert.ok(kinds.includes('few-facts'));
  assert.ok(kinds.includes('empty-claim'));
});

test('finds the main news of an email when it comes after the opening', () => {
  const opening = 'Bridges matter to every town, and people often take them for granted.';
  const news = 'The Elm Street bridge reopens on Monday, May 5, after 14 months, Al Ortiz said.';
  const rest = 'The crew worked at night so that drivers could pass by day without delay.';
  const kinds = (text: string) => findLateNews(readText(text), 'email').map(({ kind }) => kind);
  assert.deepEqual(kinds([opening, rest, news].join('\n\n')), ['late-news']);
  // a line above the opening isn't the opening
  const line = 'Dal, rice and a pickle that bites back';
  assert.deepEqual(
    kinds([line, 'It serves four in 50 minutes, and you can begin now.', rest, news].join('\n\n')),
    [],
  );
  assert.deepEqual(kinds([news, rest, opening].join('\n\n')), []);
});

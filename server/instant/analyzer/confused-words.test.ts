import assert from 'node:assert/strict';
import test from 'node:test';
import { analyzeText } from './analyze-text.ts';

async function languageErrors(text: string) {
  const { findings } = await analyzeText({
    title: '',
    text,
    contentType: 'other',
    readers: 'everyone',
    language: 'en-US',
  });
  return findings
    .filter(({ part, kind }) => part === 'correctness' && kind !== 'name')
    .map(({ start, end, ...finding }) => ({ ...finding, quote: text.slice(start, end) }));
}

for (const [text, quote, suggestion, why] of [
  ['It is better then last year.', 'then', 'than', '“Then” refers to time. Use “than” to compare things.'],
  ['The dog lost it’s bone.', 'it’s', 'its', '“Its” means “belonging to it.”'],
  ['Its a fine day for a walk.', 'Its', "It's", '“Its” means “belonging to it.”'],
  ['We have to many loaves today.', 'to', 'too', 'Use “too” to mean “also” or “more than enough.”'],
  ['The owner was to tired to open the shop.', 'to', 'too', 'Use “too” to mean'],
  ['Each bike has it’s own name.', 'it’s', 'its', '“Its” means “belonging to it.”'],
  ['We would loose the time that repairs need.', 'loose', 'lose', '“Loose” means “not tight.”'],
  ['They want too go home.', 'too', 'to', 'Use “to” before a place, a person or a verb.'],
] as const)
  test(`explains the confusion in “${text}”`, async () => {
    const found = await languageErrors(text);
    assert.equal(found.length, 1);
    const [{ what, severity, quote: marked, suggestions, why: reason, how } = {} as never] = found;
    assert.deepEqual([what, severity, marked], ['Confused words', 'error', quote]);
    assert.equal(suggestions[0], suggestion);
    assert.ok(reason.includes(why), reason);
    assert.equal(how, `Use “${suggestion.toLowerCase().replace("'", '’')}” here.`);
  });

for (const text of [
  'It’s own-brand coffee, and it’s our own.',
  'They will loosen the bolts, and the loose ones fall out.',
  'We want to speak to many people.',
  'The road to big cities is long, and the road to old mills is short.',
  'The bond between the two of them is strong.',
  'Marks and Spencer has a shop here.',
  'Redline Studios make films.',
  'Rosa Flowers make bouquets for weddings.',
  'Who’s next, and who’s last?',
])
  test(`finds nothing wrong in “${text}”`, async () =>
    assert.deepEqual(
      (await languageErrors(text)).map(({ quote }) => quote),
      [],
    ));

test('finds a verb that does not fit “of them” or a name', async () => {
  for (const [text, verb, right] of [
    ['The two of them has a shop.', 'has', 'have'],
    ['Both of us was there.', 'was', 'were'],
    ['Sarah Jones make bread every day.', 'make', 'makes'],
  ] as const) {
    const [found, ...others] = await languageErrors(text);
    assert.deepEqual(others, []);
    assert.deepEqual([found?.kind, found?.quote, found?.suggestions], ['agreement', verb, [right]]);
  }
});

test('writes apostrophes in suggestions as in the text', async () => {
  const suggested = async (text: string) =>
    (await languageErrors(text)).flatMap(({ suggestions }) => suggestions);
  assert.deepEqual(await suggested('It’s late, and I dont know.'), ['don’t']);
  assert.deepEqual(await suggested("It's late, and I dont know."), ["don't"]);
});

test("explains without grammar terms that a verb doesn't fit its subject", async () => {
  const [found] = await languageErrors('She go home at noon.');
  assert.equal(found?.how, 'Make the verb match its subject: “he goes,” but “they go.”');
});

test('reports the number of unknown names separately from errors and possible errors', async () => {
  const reasonOf = async (text: string) =>
    (await analyzeText({ title: '', text, contentType: 'other', readers: 'everyone', language: 'en-US' }))
      .reasons.correctness;
  assert.equal(
    await reasonOf('You can definately taste the bread of Wrexcombe. She go home at noon.'),
    '1 error, 1 possible error, and 1 unknown name.',
  );
  assert.equal(await reasonOf('The fete at Wrexcombe raised money for the boat.'), '1 unknown name.');
});

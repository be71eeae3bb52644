import assert from 'node:assert/strict';
import test from 'node:test';
import { analyzeText } from './analyze-text.ts';

const findingsIn = async (text: string) => {
  const report = await analyzeText({
    title: '',
    text,
    contentType: 'other',
    readers: 'everyone',
    goal: 'inform',
    language: 'en-US',
  });
  return report.findings.map((finding) => ({
    ...finding,
    quote: report.text.slice(finding.start, finding.end),
  }));
};
const adviceOn = async (quote: string, text: string) =>
  (await findingsIn(text)).find((finding) => finding.quote.toLowerCase() === quote)?.suggestions;

test('accepts trade words that the dictionary lacks, also as plurals and possessives', async () => {
  const text =
    'Our roastery and two taprooms sell kombucha. The roastery’s gelateria is near the roasteries.';
  assert.deepEqual(
    (await findingsIn(text)).filter(({ part }) => part === 'correctness'),
    [],
  );
});

test('reports a word as an error only when it resembles a known word', async () => {
  const [close] = await findingsIn('We definately bake it.');
  assert.deepEqual([close?.kind, close?.severity], ['spelling', 'error']);
  const [far] = await findingsIn('We sell a zorbulyquex loaf.');
  assert.deepEqual([far?.kind, far?.severity, far?.suggestions], ['unknown-word', 'check', []]);
});

test('suggests only words that fit in the place of the wordy phrase', async () => {
  const text = 'We closed due to the fact that it rained. They subsequently left.';
  assert.deepEqual(await adviceOn('due to the fact that', text), ['because', 'since']);
  assert.deepEqual(await adviceOn('subsequently', text), ['later', 'then']);
  assert.equal(await adviceOn('in addition', 'We sell tea in addition to bread.'), undefined);
  assert.equal(await adviceOn('accordingly', 'It rained and we acted accordingly.'), undefined);
});

test('treats a contraction without its apostrophe as the contraction', async () => {
  assert.deepEqual(await adviceOn('wont', 'You wont find better bread.'), ["won't"]);
  assert.deepEqual(await adviceOn('wont', 'It wont matter today.'), ["won't"]);
  assert.equal(await adviceOn('wont', 'She baked early, as was her wont.'), undefined);
  assert.deepEqual(await adviceOn('im', 'Today im glad to be here.'), ["I'm"]);
});

test('reports “should of” as an error, not as a matter of style', async () => {
  const [finding] = await findingsIn('We should of gone there.');
  assert.equal(finding?.severity, 'error');
  assert.match(finding?.why ?? '', /it’s a mistake in writing/);
});

test('suggests “An” for an “A” that begins a sentence', async () => {
  assert.deepEqual(await adviceOn('a', 'A apple lies on the table.'), ['An']);
});

test('treats “its the” as “it’s the”', async () => {
  assert.deepEqual(await adviceOn('its', 'We love the place because its the best in town.'), ["it's"]);
  assert.equal(await adviceOn('its', 'The bakery and its bread are famous.'), undefined);
});

test('never reports “there” as a certain error, and ignores it at the end of a sentence', async () => {
  assert.equal(await adviceOn('there', 'They are going to went there.'), undefined);
  const all = await findingsIn('We like there bread. They are going to went there, and there dog barks.');
  assert.deepEqual(
    all.filter(({ quote, severity }) => /^there$/i.test(quote) && severity === 'error'),
    [],
  );
});

test('reports no part of an address or amount, name, brand, rare compound or spelled-out prefix as an error', async () => {
  for (const text of [
    'Call /v1/import first, and switch to /v2/import later.',
    'HALIFAX, May 12. The branch opens today.',
    'We take Visa and Mastercard at the counter.',
    'The old inventory says it cost £4 10s at auction.',
    'Sofie bakes at five. Ofgem publishes the price in May.',
    'We live near Temple Meads, and we climbed the La Sals, too.',
    'The edge was overpainted, and the slickrock was dry.',
    'She buys shea butter from a women’s co-operative.',
    'After six months we looked at the numbers.',
    'Laptops are welcome at the long table.',
    'It sells gelato, horchata and garlic scapes.',
    'My brother put the kettle on. It cost a week, and he set it down.',
    'A sauce that is not stirred will stick. A degree helps but is not required.',
    'The staff were kind, the food was hot and the beds were made.',
    'She got her A levels and half a mind to sell the lot.',
    'It opens for anyone with skates and a thermos.',
    'Zsófia and Mrs A. Lakatos ate bún chả for 38 kr.',
    'Marngrook is played with a ball. Order the jollof, the suya and the egusi stew.',
    'Prices start at 1.2 lakh, next to the parkade.',
    'However you slice it, rye is rye. Whom did you ask?',
    'The ones we kept were the ones nobody wanted.',
    'We did good work and did it well. The coffee is fair trade.',
    'Grandma’s pie and Grandpa’s chair came along.',
    'Everyone writes two or three lines: the news, the plan, the doubts, and a joke.',
  ])
    assert.deepEqual(
      (await findingsIn(text))
        .filter(({ cost, part }) => cost > 0 && part === 'correctness')
        .map(({ quote }) => quote),
      [],
      text,
    );
});

test('suggests the ending “-ible” for “-able,” not two words', async () => {
  assert.deepEqual(await adviceOn('flexability', 'We like the flexability of it.'), ['flexibility']);
});

test('reports errors that resemble accepted words', async () => {
  for (const [quote, text] of [
    ['are', 'He are late again.'],
    ['is', 'We stayed inside because is very cold.'],
    ['schedule, i', 'I like the schedule, I work on weekends and I never sleep.'],
    ['however', 'However the shop is closed today.'],
    ['cafè', 'We met at the cafè again.'],
    ['were', 'I know were the station is.'],
  ] as const)
    assert.ok(
      (await findingsIn(text)).some((one) => one.quote.toLowerCase() === quote && one.cost > 0),
      text,
    );
});

test('deducts points for words that the dictionary lacks only when a text is full of them', async () => {
  const costs = async (text: string) =>
    (await findingsIn(text)).filter(({ kind }) => kind === 'unknown-word').map(({ cost }) => cost > 0);
  assert.deepEqual(await costs('We sell a zorbulyquex loaf.'), [false]);
  const many = await costs('The zorbulyquex brimpfholt snorvadelk ate a quervatlump frolduxine.');
  assert.ok(many.length > 3 && many.every(Boolean), String(many));
});

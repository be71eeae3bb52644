import assert from 'node:assert/strict';
import test from 'node:test';
import { sentenceFingerprints } from './sentence-fingerprints.ts';

const long = 'We mill our own flour and bake before the sun is up.';
const sentences = (text: string, own?: string) => [...sentenceFingerprints(text, own).values()];

test('finds sentences of eight words or more', () => {
  assert.deepEqual(sentences(`${long} Order by six tonight.`), [long]);
  assert.deepEqual(sentences('One two three four five six seven eight.').length, 1);
  assert.deepEqual(sentences('One two three four five six seven.').length, 0);
});

test('omits sentences of the customer’s own brief', () => {
  const other = 'By noon the shelf is empty, every day of the week.';
  assert.deepEqual(sentences(`${long} ${other}`, `Rye bread.\n${long.toUpperCase()}`), [other]);
});

const prints = (text: string, own?: string) => [...sentenceFingerprints(text, own).keys()];
const said = 'It’s the one thing you don’t think about at seven.';

test('computes the same fingerprint despite other case, punctuation, apostrophes, Markdown, hashtags and links', () => {
  for (const other of [
    "it's the one thing you don't think about at seven",
    'IT’S THE ONE THING YOU DON’T THINK ABOUT AT SEVEN!',
    '“It’s the one thing you don’t think about – at seven …”',
    'It’s  the one thing,\tyou don’t think about: at seven?',
    '**It’s the one thing** you _don’t_ think about at seven.',
    '## It’s the one thing you don’t think about at seven',
    '- It’s the one thing you don’t think about at seven',
    '3. It’s the one thing you don’t think about at seven.',
    'It’s the one thing [you don’t think](https://goldencrust.example) about at seven.',
    'It’s the one thing you don’t think about at seven #SlowBread https://goldencrust.example',
    'Good morning. It’s the one thing you don’t think about at seven. Enjoy.',
  ])
    assert.deepEqual(prints(other), prints(said), other);
});

test('computes another fingerprint, or none, for another sentence', () => {
  for (const other of [
    'It’s the one thing you don’t think about at eight.',
    'It’s the one thing you do think about at seven.',
    'It’s one the thing you don’t think about at seven.',
    'It’s the one thing you don’t think about at seven o’clock.',
    'It’s the one thing you don’t think about. At seven.',
    'You don’t think about it.',
    'Its the one thing you dont think about at seven.',
    '#It #is #the #one #thing #you #don #think #about',
    '',
  ])
    assert.ok(!prints(other).includes(prints(said)[0]!), other);
});

test('omits a sentence of the brief only when it is equal', () => {
  for (const own of ['It’s the one thing you don’t think about.', 'We bake slow bread.', 'seven', ''])
    assert.equal(prints(said, own).length, 1, own);
  for (const own of [said, `Rye.\n${said}\nSeeds.`, said.toUpperCase(), `- ${said}`])
    assert.equal(prints(said, own).length, 0, own);
});

test('computes the first eight bytes of SHA-256 as a signed number', () => {
  // printf 'one two three four five six seven eight' | sha256sum | head -c 16
  const [fingerprint] = sentenceFingerprints('One two three four five six seven eight.').keys();
  assert.equal(BigInt.asUintN(64, fingerprint!).toString(16).padStart(16, '0'), '62d51a1fd36f8eb3');
});

test('computes the fingerprints of any long text within a second', () => {
  const marks = [
    '[',
    '![',
    '[a](',
    '[a](<',
    '[[',
    '[*',
    '`[',
    '_a',
    '__a_',
    'a_b',
    '*a*',
    '~~a~',
    '> ',
    '>- ',
    '+ ',
    '1. ',
    '"',
    "'",
  ];
  for (const head of ['', '# Rye\n\n'])
    for (const mark of marks) {
      const text = head + mark.repeat(100_000 / mark.length);
      const started = performance.now();
      sentenceFingerprints(text, text);
      const ms = performance.now() - started;
      assert.ok(ms < 1_000, `${head}${mark}: ${Math.round(ms)} ms`);
    }
});

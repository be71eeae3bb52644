import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sentenceFingerprints } from './sentence-fingerprints.ts';
import { leastCpuMs } from '#test/least-cpu-ms.ts';

const long = 'We mill our own flour and bake before the sun is up.';
const sentences = async (text: string, own?: string) => [
  ...(await sentenceFingerprints([text], own)).values(),
];

test('computes fingerprints only of sentences with eight words or more', async () => {
  assert.deepEqual(await sentences(`${long} Order by six tonight.`), [long]);
  assert.deepEqual((await sentences('One two three four five six seven eight.')).length, 1);
  assert.deepEqual((await sentences('One two three four five six seven.')).length, 0);
});

test('omits sentences of the customer’s own brief', async () => {
  const other = 'By noon the shelf is empty, every day of the week.';
  assert.deepEqual(await sentences(`${long} ${other}`, `Rye bread.\n${long.toUpperCase()}`), [other]);
});

const prints = async (text: string, own?: string) => [...(await sentenceFingerprints([text], own)).keys()];
const said = 'It’s the one thing you don’t think about at seven.';

test('computes the same fingerprint despite other case, punctuation, apostrophes, Markdown, hashtags and links', async () => {
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
    assert.deepEqual(await prints(other), await prints(said), other);
});

test('computes a different fingerprint, or none, for a different sentence', async () => {
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
    assert.ok(!(await prints(other)).includes((await prints(said))[0]!), other);
});

test('omits a sentence only when the brief contains it unchanged', async () => {
  for (const own of ['It’s the one thing you don’t think about.', 'We bake slow bread.', 'seven', ''])
    assert.equal((await prints(said, own)).length, 1, own);
  for (const own of [said, `Rye.\n${said}\nSeeds.`, said.toUpperCase(), `- ${said}`])
    assert.equal((await prints(said, own)).length, 0, own);
});

test('computes a fingerprint as the first eight bytes of SHA-256, as a signed number', async () => {
  // printf 'one two three four five six seven eight' | sha256sum | head -c 16
  const [fingerprint] = await prints('One two three four five six seven eight.');
  assert.equal(BigInt.asUintN(64, fingerprint!).toString(16).padStart(16, '0'), '62d51a1fd36f8eb3');
});

test('computes the fingerprints of any long text within a second', async () => {
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
    ' ',
    '\t',
  ];
  for (const head of ['', '# Rye\n\n', '**a b**'])
    for (const mark of marks) {
      const text = `${head}${mark.repeat(100_000 / mark.length)}x`;
      const ms = await leastCpuMs(1_000, () => sentenceFingerprints([text], text));
      assert.ok(ms <= 1_000, `${head}${mark}: ${Math.round(ms)} ms`);
    }
});

test('yields to other work between the texts', async () => {
  let turns = 0;
  let isDone = false;
  const found = sentenceFingerprints(Array.from({ length: 24 }, () => long)).finally(() => (isDone = true));
  while (!isDone) {
    await setImmediate();
    turns += 1;
  }
  assert.equal((await found).size, 1);
  assert.ok(turns >= 24, `${turns} turns`);
});

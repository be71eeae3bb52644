import assert from 'node:assert/strict';
import test from 'node:test';
import { compareTexts } from './compare-texts.ts';
import { leastCpuMs } from '#test/least-cpu-ms.ts';

const written = (before: string, after: string) =>
  compareTexts(before, after)
    ?.map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text}]`))
    .join('');

test('marks changed words between unchanged ones', () => {
  assert.equal(written('We mill our own rye.', 'We mill our local rye.'), 'We mill our -[own]+[local] rye.');
});

test('returns equal texts as one unchanged part', () => {
  assert.deepEqual(compareTexts('One.\n\nTwo.', 'One.\n\nTwo.'), [{ kind: 'same', text: 'One.\n\nTwo.' }]);
});

test('compares the words of a changed paragraph alone, and finds added and removed paragraphs', () => {
  const before = 'The first paragraph of three.\n\nThe second one here.\n\nThe third and last one.';
  const after =
    'The first paragraph of three.\n\nThe second two here.\n\nThe third and last one.\n\nA fourth.';
  const changes = compareTexts(before, after);
  assert.ok(changes);
  assert.equal(
    changes
      .filter(({ kind }) => kind !== 'added')
      .map(({ text }) => text)
      .join(''),
    before,
  );
  assert.equal(
    changes
      .filter(({ kind }) => kind !== 'removed')
      .map(({ text }) => text)
      .join(''),
    after,
  );
  assert.ok(changes.some(({ kind, text }) => kind === 'removed' && text === 'one'));
});

test('returns undefined when most of the text is new', () => {
  assert.equal(compareTexts('Bread, before you wake.', 'Five seeds and one slow dough.'), undefined);
});

test('compares words in a script without spaces', () => {
  const changes = compareTexts('私たちは毎朝パンを焼きます。', '私たちは毎晩パンを焼きます。');
  assert.ok(changes?.some(({ kind, text }) => kind === 'same' && text.includes('パン')));
});

test('reconstructs both texts from the changes, whatever they are', () => {
  const words = ['rye', 'mill', ' ', '\n\n', '\n', '.', 'é', '🍞', 'own', ' \n \n'];
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const text = () => Array.from({ length: random(25) }, () => words[random(words.length)]).join('');
  for (let round = 0; round < 500; round += 1) {
    const [before, after] = [text(), text()];
    const changes = compareTexts(before, after);
    if (!changes) continue;
    const without = (gone: string) =>
      changes
        .filter(({ kind }) => kind !== gone)
        .map((change) => change.text)
        .join('');
    assert.equal(without('added'), before);
    assert.equal(without('removed'), after);
  }
});

test('compares whole paragraphs once the time is over, so that long texts never freeze the page', () => {
  const before = 'The first one.\n\nWe mill our own rye.';
  const after = 'The first one.\n\nWe mill our local rye.';
  assert.deepEqual(compareTexts(before, after, performance.now() - 1), [
    { kind: 'same', text: 'The first one.\n\n' },
    { kind: 'removed', text: 'We mill our own rye.' },
    { kind: 'added', text: 'We mill our local rye.' },
  ]);
});

test('compares 5,000 edited or rewritten words within a second of processor time, in one, many or 5,000 paragraphs', async () => {
  const words = Array.from({ length: 5_000 }, (_, index) => `w${(index * 7_919) % 977}`);
  const edited = words.map((word, index) => (index % 20 === 0 ? 'new' : word));
  const rewritten = words.map((_, index) => `r${(index * 31) % 811}`);
  const layouts: ((texts: string[]) => string)[] = [
    (texts) => texts.join(' '),
    (texts) => texts.join('\n\n'),
    (texts) => texts.map((word, index) => word + (index % 80 === 79 ? '\n\n' : ' ')).join(''),
  ];
  for (const layout of layouts)
    for (const after of [edited, rewritten]) {
      // the limit is 250 ms by the clock; a busy machine takes longer
      const ms = await leastCpuMs(1_000, () => compareTexts(layout(words), layout(after)));
      assert.ok(ms <= 1_000, `${Math.round(ms)} ms`);
      if (after === rewritten) assert.equal(compareTexts(layout(words), layout(after)), undefined);
    }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { compareTexts, placesOf } from './compare-texts.ts';

const written = (before: string, after: string) =>
  compareTexts(before, after)
    ?.map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text}]`))
    .join('');

test('marks the words that changed, with what stayed around them', () => {
  assert.equal(written('We mill our own rye.', 'We mill our local rye.'), 'We mill our -[own]+[local] rye.');
});

test('keeps equal texts whole', () => {
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

test('shows both texts when most of it was written anew', () => {
  assert.equal(compareTexts('Bread, before you wake.', 'Five seeds and one slow dough.'), undefined);
});

test('finds words in a script without spaces', () => {
  const changes = compareTexts('私たちは毎朝パンを焼きます。', '私たちは毎晩パンを焼きます。');
  assert.ok(changes?.some(({ kind, text }) => kind === 'same' && text.includes('パン')));
});

test('counts what was removed and added at one place once', () => {
  const changes = compareTexts('We mill our own rye on Mondays.', 'We mill our local rye on Tuesdays.');
  assert.equal(placesOf(changes ?? []), 2);
});

test('always gives both texts back, whatever they are', () => {
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

import assert from 'node:assert/strict';
import test from 'node:test';
import { isSame, mergeDrafts, type Typed } from './merge-drafts.ts';

const typed = (texts: Record<string, string>, message = ''): Typed => ({ texts, message });
const base = typed({ headline: 'Old', body: 'Once' }, 'Hello');

test('merges both changes when two people changed different pieces', () => {
  const mine = typed({ headline: 'Mine', body: 'Once' }, 'Hello');
  const theirs = typed({ headline: 'Old', body: 'Theirs', summary: 'New' }, 'Hi');
  assert.deepEqual(mergeDrafts(base, mine, theirs), {
    merged: typed({ headline: 'Mine', body: 'Theirs', summary: 'New' }, 'Hi'),
    clashes: [],
  });
});

test('keeps the person’s own text and returns the other as a conflict when both changed the same piece or message', () => {
  const mine = typed({ headline: 'Mine', body: 'Once' }, 'Dear Zoë');
  const theirs = typed({ headline: 'Theirs', body: 'Once' }, '');
  assert.deepEqual(mergeDrafts(base, mine, theirs), {
    merged: mine,
    clashes: [
      { key: 'headline', theirs: 'Theirs' },
      { key: null, theirs: '' },
    ],
  });
});

test('returns no conflict when both people made the same change, or removed the same text', () => {
  const mine = typed({ headline: 'New ', body: '' }, 'Hello');
  const theirs = typed({ headline: 'New' }, 'Hello');
  assert.deepEqual(mergeDrafts(base, mine, theirs), { merged: mine, clashes: [] });
  assert.ok(isSame(mine, theirs));
});

test('applies the removal of a text by one person and the change of another text by the other', () => {
  const { merged, clashes } = mergeDrafts(
    base,
    typed({ headline: 'Old', body: '' }, 'Hello'),
    typed({ headline: 'New', body: 'Once' }, 'Hello'),
  );
  assert.deepEqual([merged, clashes], [typed({ headline: 'New', body: '' }, 'Hello'), []]);
});

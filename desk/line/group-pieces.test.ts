import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { workSheetOf } from '#contract/work/work-sheet.ts';
import { groupPieces } from './group-pieces.ts';

type Chosen = {
  quantity?: number;
  variant?: string;
  options?: Record<string, boolean | string>;
  brief?: object;
};

/** The groups of an ordered service, each with its number of pieces. */
function groupsOf(
  orderType: number,
  { quantity = 1, variant = '', options = {}, brief = {} }: Chosen,
): string[] {
  const details = { quantity, variant, options, brief: brief as Record<string, string[]> };
  const { pieces } = workSheetOf({ orderType, details }, builtInCatalogue)!;
  const groups = groupPieces(pieces);
  assert.deepEqual(
    groups.flatMap((group) => group.pieces),
    pieces,
    'each piece once, in its order',
  );
  const labels = groups.map(({ label }) => label);
  assert.equal(new Set(labels).size, labels.length, labels.join(', '));
  return groups.map(({ label, pieces: { length } }) => `${label}: ${length}`);
}

test('groups the items of a list with their parts, up to twenty fields in a group', () => {
  assert.deepEqual(groupsOf(3, { variant: '10' }), ['Directions: 5', 'Slogans: 10', 'Top pick and why: 1']);
  assert.deepEqual(groupsOf(3, { variant: '20', options: { rationale: true, availability: true } }), [
    'Directions: 5',
    'Slogans 1–10: 20',
    'Slogans 11–20: 20',
    'Top pick and why, availability check: 2',
  ]);
});

test('names the set in each group of a list when the line has several sets', () => {
  const two = groupsOf(3, { quantity: 2, variant: '10' });
  assert.deepEqual(two.slice(0, 4), [
    'Set 1, directions: 5',
    'Set 1, slogans: 10',
    'Set 1, top pick and why: 1',
    'Set 2, directions: 5',
  ]);
});

test('groups the parts of one text together, and the parts of several texts by text', () => {
  assert.deepEqual(groupsOf(1, { variant: '400' }), ['Headline and 3 more: 4']);
  assert.deepEqual(groupsOf(1, { quantity: 2, variant: '400' }), ['Narrative 1: 4', 'Narrative 2: 4']);
  assert.deepEqual(groupsOf(2, { variant: '100', options: { metaTags: true } }), ['Blurb and 2 more: 3']);
});

test('groups short numbered texts together, and puts each long one into its own group', () => {
  assert.deepEqual(groupsOf(2, { quantity: 5, variant: '50' }), ['Blurb 1–5: 5']);
  assert.deepEqual(groupsOf(2, { quantity: 3, variant: '150' }), ['Blurb 1: 1', 'Blurb 2: 1', 'Blurb 3: 1']);
  assert.deepEqual(groupsOf(2, { quantity: 24, variant: '25' }), ['Blurb 1–20: 20', 'Blurb 21–24: 4']);
});

test('groups a post’s platforms and alt text, and puts the posting calendar into its own group', () => {
  const brief = { platforms: ['x', 'instagram'] };
  assert.deepEqual(groupsOf(0, { quantity: 2, options: { calendar: true }, brief }), [
    'Post 1: 3',
    'Post 2: 3',
    'Posting calendar: 1',
  ]);
});

test('gives each group of a bundle a unique name', () => {
  for (const { kind, orderType } of builtInCatalogue.products) if (kind === 'bundle') groupsOf(orderType, {});
});

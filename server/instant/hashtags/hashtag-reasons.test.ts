import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { makeHashtags } from './make-hashtags.ts';

const setOf = (topic: string, brandName = '') =>
  makeHashtags(
    { topics: [topic], platforms: [], seedKeywords: [], brandName, language: 'en-US' },
    builtInCatalogue.platforms,
  ).sets[0]!;
const previewOf = (topic: string, brandName = '') => setOf(topic, brandName).tags;

test('advises adding an audience only when the topic names none', () => {
  assert.match(setOf('Hard cider').fewer ?? '', /who it’s for/);
  assert.doesNotMatch(setOf('Hard cider for families on vacation').fewer ?? '', /who it’s for/);
});

test('makes no tag with the word “for” between a product and its purpose', () => {
  for (const topic of [
    'Grief counselling for widowers in Hexham',
    'Interior design for small budgets',
    'Bookkeeping for small law firms',
  ])
    for (const { tag } of previewOf(topic)) assert.doesNotMatch(tag, /For/);
});

test('makes no tag from a part of a name', () => {
  for (const topic of [
    'Fountain pen repairs at The Gilded Nib in Hexham',
    'Fountain pen repairs at Nib & Quill in Hexham',
    'Fountain pen repairs at Nib and Quill in Hexham',
  ]) {
    const tags = previewOf(topic).map(({ tag }) => tag);
    assert.ok(!tags.some((tag) => /^#(?:Hexham)?(?:Nib|Quill|Gilded)$/.test(tag)), tags.join(' '));
    assert.ok(tags.includes('#FountainPenRepairs'), tags.join(' '));
  }
  const ours = previewOf('Fountain pen repairs in Hexham', 'Nib Workshop').map(({ tag }) => tag);
  assert.ok(ours.includes('#NibWorkshop') && !ours.includes('#NibHexham'), ours.join(' '));
});

test('names the avoided word that a tag contains, in the set and in the customer’s post', () => {
  const { sets, warnings, samplePost } = makeHashtags(
    {
      topics: ['bike repair'],
      platforms: ['instagram'],
      seedKeywords: ['winter cycling', 'cycling'],
      samplePost: 'Open today #cyclinglife #bikerepair',
      avoidTags: ['#cycling'],
      language: 'en-US',
    },
    builtInCatalogue.platforms,
  );
  const why = new Map(warnings.map((one) => [one.tag, one.why]));
  assert.equal(why.get('#WinterCycling'), 'It contains “cycling,” which you asked us to avoid.');
  assert.equal(why.get('#Cycling'), 'You asked us to avoid it.');
  const [ofPost, other] = samplePost!;
  assert.deepEqual(
    [ofPost!.keep, ofPost!.why, other!.keep],
    [false, 'It contains “cycling,” which you asked us to avoid.', true],
  );
  assert.match(sets[0]!.fewer!, /contain words you asked us to avoid\. To get more, request a revision/);
});

test('keeps a post’s hashtags that the set contains, and suggests a new one in place of each other', () => {
  const { sets, samplePost } = makeHashtags(
    {
      topics: ['bike repair shop in Leeds'],
      platforms: [],
      seedKeywords: ['wheel truing', 'puncture repair', 'city bikes'],
      brandName: '',
      language: 'en-US',
      samplePost: 'Ride on! #bikerepairshop #leeds #love #instagood',
    },
    builtInCatalogue.platforms,
  );
  assert.ok(sets[0]!.tags.some(({ tag }) => tag === '#Leeds'));
  const of = (tag: string) => samplePost!.find((one) => one.tag === tag)!;
  assert.deepEqual([of('#leeds').keep, of('#love').keep, of('#instagood').keep], [true, false, false]);
  const suggested = [...of('#love').instead, ...of('#instagood').instead];
  assert.equal(new Set(suggested).size, suggested.length);
  assert.ok(!suggested.includes('#BikeRepairShop') && !suggested.includes('#Leeds'), suggested.join(' '));
});

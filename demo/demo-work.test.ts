import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue } from '#contract/built-in-catalogue.ts';
import { countWords } from '#contract/text.ts';
import { demoWork } from './demo-work.ts';
import { exampleDetails } from './example-orders.ts';

const { services } = builtInCatalogue;

/** A demo order of a product: its smallest quantity in its usual length. */
function ordered(slug: string): { quantity: number; variant: number } {
  const product = services.find((one) => one.slug === slug)!;
  const { quantity, variant } = exampleDetails(product);
  return { quantity, variant: Number(variant) };
}

test('delivers as many slogans as were ordered, each once, in three directions with a pick', () => {
  const { quantity, variant } = ordered('slogans');
  for (const text of [demoWork.slogans, demoWork.slogansRevised]) {
    const slogans = [...text.matchAll(/^(\d+)\. (.+)$/gm)];
    assert.deepEqual(
      slogans.map(([, number]) => Number(number)),
      Array.from({ length: quantity * variant }, (_, index) => index + 1),
    );
    assert.equal(new Set(slogans.map(([, , slogan]) => slogan)).size, slogans.length);
    assert.ok([...text.matchAll(/^## \p{Lu}\p{Ll}+$/gmu)].length >= 3);
    assert.match(text, /^Our pick/m);
  }
});

test('delivers a narrative of about the ordered number of words, with all its parts', () => {
  const { variant } = ordered('business-narratives');
  const [narrative = '', ...rest] = demoWork.narrative.split(/^In one sentence: /m);
  const words = countWords(narrative);
  assert.ok(Math.abs(words - variant) <= variant * 0.1, `${words} words for ${variant}`);
  assert.match(rest.join(), /^Please check: /m);
});

test('delivers as many posts as were ordered, each with its hashtags and alt text', () => {
  const { quantity } = ordered('smm-posts');
  const posts = demoWork.posts.split(/^## Post \d+$/m).slice(1);
  assert.equal(posts.length, quantity);
  for (const post of posts) {
    const hashtags = post.match(/#\w+/g) ?? [];
    assert.ok(hashtags.length >= 1 && hashtags.length <= 3, post);
    assert.match(post, /^Alt text: /m);
  }
});

test('delivers a blurb within the ordered number of words, and counts it right', () => {
  const { quantity, variant } = ordered('blurbs');
  const [title = '', blurb = '', count = ''] = demoWork.blurb.split('\n\n');
  assert.equal(quantity, 1);
  const words = countWords(blurb);
  assert.ok(words <= variant && words > variant / 2 && title !== '', `${words} words`);
  assert.equal(count, `${words} words, ${[...blurb].length} characters`);
});

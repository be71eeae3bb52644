import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue } from '#contract/built-in-catalogue.ts';
import { countWords } from '#contract/text.ts';
import { contentSheet, countSheet, demoVariants, demoWork } from './demo-work.ts';
import { exampleDetails } from './example-orders.ts';

const { services } = builtInCatalogue;

/** A demo order of a product: its smallest quantity in the demo's length. */
function ordered(slug: string): { quantity: number; variant: number } {
  const product = services.find((one) => one.slug === slug)!;
  const { quantity, variant } = exampleDetails(product);
  return { quantity, variant: Number(demoVariants[slug] ?? variant) };
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

test('delivers as many posts as were ordered: each with its own platform, hashtags and alt text, also in the sheet', () => {
  const { quantity } = ordered('smm-posts');
  const posts = demoWork.posts.split(/^## /m).slice(1);
  assert.equal(posts.length, quantity);
  const sheet = contentSheet(demoWork.posts).trimEnd().split('\r\n');
  assert.equal(sheet.shift(), '"Post","Platform","Text","Hashtags","Alt text"');
  for (const [index, post] of posts.entries()) {
    const [heading, text = '', hashtags = '', alt = '', ...rest] = post.trimEnd().split('\n\n');
    assert.equal(heading, `Post ${index + 1}, Instagram`);
    assert.doesNotMatch(text, /#|\n/);
    assert.match(hashtags, /^#\w+(?: #\w+){0,2}$/);
    assert.match(alt, /^Alt text: /);
    assert.deepEqual(rest, []);
    const row = [index + 1, 'Instagram', text, hashtags, alt.slice('Alt text: '.length)];
    assert.equal(sheet[index], row.map((cell) => `"${cell}"`).join(','));
  }
});

test('delivers blurbs within the ordered number of words, and a sheet with their counts', () => {
  const { quantity, variant } = ordered('blurbs');
  for (const work of [demoWork.blurb, demoWork.brioche]) {
    const [title = '', blurb = '', ...rest] = work.split('\n\n');
    assert.deepEqual([quantity, rest], [1, []]);
    const words = countWords(blurb);
    assert.ok(words <= variant && words > variant / 2 && title !== '', `${words} words`);
    assert.equal(
      countSheet(work),
      `"Item","Words","Characters"\r\n"${title.slice('# '.length)}","${words}","${[...blurb].length}"\r\n`,
    );
  }
});

test("names every platform of a bundle's posts in its brief", () => {
  for (const product of builtInCatalogue.bundles) {
    const bought = Math.max(
      ...product.items.map((item) => ('platforms' in item ? (item.platforms ?? 0) : 0)),
    );
    assert.equal(exampleDetails(product).brief['platforms']?.length, bought, product.title);
  }
});

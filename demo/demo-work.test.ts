import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { countWords } from '#contract/text.ts';
import { workSheetOf } from '#contract/work/work-sheet.ts';
import { demoVariants, demoWork } from './demo-work.ts';
import { exampleDetails } from './example-orders.ts';

/** The work sheet of a product: its smallest quantity in the demo's length. */
function sheetOf(slug: string) {
  const product = builtInCatalogue.services.find((one) => one.slug === slug)!;
  const example = exampleDetails(product);
  const details = { ...example, variant: demoVariants[slug] ?? example.variant };
  return workSheetOf({ orderType: product.orderType, details }, builtInCatalogue)!;
}

for (const [slug, works] of Object.entries({
  slogans: [demoWork.slogans, demoWork.slogansRevised],
  'business-narratives': [demoWork.narrative],
  'smm-posts': [demoWork.posts],
  blurbs: [demoWork.blurb, demoWork.brioche],
}))
  test(`fills all required fields of ${slug}, each within its limits`, () => {
    const { pieces } = sheetOf(slug);
    for (const work of works as Record<string, string>[]) {
      const labels = pieces.filter(({ optional }) => !optional).map(({ label }) => label);
      assert.deepEqual(Object.keys(work).toSorted(), labels.toSorted());
      for (const { label, limits } of pieces) {
        const words = countWords(work[label] ?? '');
        assert.ok(words <= (limits.maxWords ?? Infinity), `${label}: ${words} words`);
        assert.ok(words >= (limits.minWords ?? 0), `${label}: ${words} words`);
      }
    }
  });

test('names as many platforms in the brief of a bundle as the bundle includes', () => {
  for (const product of builtInCatalogue.bundles) {
    const bought = Math.max(
      ...product.items.map((item) => ('platforms' in item ? (item.platforms ?? 0) : 0)),
    );
    assert.equal(exampleDetails(product).brief['platforms']?.length, bought, product.title);
  }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { chosenContents } from './chosen-contents.ts';

const slogans = builtInCatalogue.services[3]!;

test('names only the chosen size in the list of what a product includes', () => {
  assert.equal(
    chosenContents(slogans.included, slogans, '10')[0],
    '10 slogans per set, in at least 3 directions',
  );
  for (const { included, variants, ...service } of builtInCatalogue.services)
    for (const { value } of variants) {
      const shown = chosenContents(included, { variants }, value);
      assert.doesNotMatch(shown.join(), /\d or \d/, service.title);
    }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { toProductFormModel } from '#contract/catalogue/product-form-model.ts';
import type { Proposal } from '#contract/storefront/proposals.ts';
import { slogansDetails } from '#demo/slogans-order.ts';
import { priceCart } from './priced-lines.ts';
import { type ProposalRules, sortProposal, toCartLines } from './add-proposal.ts';

const catalogue = { version: 1, products: builtInCatalogue.products.map(toProductFormModel) };
const shop: ProposalRules = {
  isSold: (proposed) => priceCart([proposed], catalogue, 1).priced.length === 1,
  maxLines: 3,
};
const line = (id: string, orderType = 3, variant = '10'): Proposal['lines'][number] => ({
  id,
  orderType,
  title: 'Slogans',
  details: { ...slogansDetails, variant },
});
const ids = (sorted: ReturnType<typeof sortProposal>) =>
  Object.fromEntries(
    Object.entries(sorted)
      .filter(([, lines]) => lines.length > 0)
      .map(([kind, lines]) => [kind, lines.map(({ id }) => id)]),
  );

test('adds a proposal’s lines that the cart doesn’t have, and none twice', () => {
  const [first, second] = [line('a'), line('b')];
  assert.deepEqual(ids(sortProposal([first, second], [], [], shop)), { added: ['a', 'b'] });
  const cart = toCartLines([first]);
  assert.deepEqual(ids(sortProposal([first, second], cart, ['a', 'b'], shop)), { there: ['a'], gone: ['b'] });
});

test('names the proposal’s lines that can no longer be ordered as proposed', () => {
  const proposed = [line('a'), line('b', 99), line('c', 3, '7')];
  assert.deepEqual(ids(sortProposal(proposed, [], [], shop)), { added: ['a'], changed: ['b', 'c'] });
});

test('names the proposal’s lines for which the cart has no space', () => {
  const cart = toCartLines([line('x'), line('y')]);
  assert.deepEqual(ids(sortProposal([line('a'), line('b')], cart, [], shop)), {
    added: ['a'],
    tooMany: ['b'],
  });
});

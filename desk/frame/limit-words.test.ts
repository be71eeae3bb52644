import assert from 'node:assert/strict';
import test from 'node:test';
import { limitLeftWords, limitWords } from './limit-words.ts';

test('returns “not allowed” as a person’s limit when the role doesn’t allow refunds or adjustments', () => {
  assert.equal(limitWords(0, false), 'not allowed');
  assert.equal(limitWords(null, false), 'not allowed');
});

test('describes a limit of refunds and adjustments in words', () => {
  assert.equal(limitWords(null), 'no limit');
  assert.equal(limitWords(0), 'only with approval');
  assert.equal(limitWords(5_000), 'up to $50.00 per customer in 24 hours');
});

test('names what can be refunded, credited or debited when that is less than the person’s limit', () => {
  const refund = (limit: number | null, used: number, most: number) =>
    limitLeftWords('refund', { limit, used }, { most, currency: 'usd' });
  const ofLimit = 'Your limit is $50.00 per customer in 24 hours';
  assert.equal(refund(null, 0, 20_900), 'You can refund up to $209.00 without approval.');
  assert.equal(refund(5_000, 0, 2_200), `You can refund $22.00 without approval. ${ofLimit}.`);
  assert.equal(refund(5_000, 2_000, 9_000), `You can refund $30.00 without approval. ${ofLimit}.`);
  assert.equal(refund(5_000, 6_000, 9_000), `Any amount needs someone else’s approval. ${ofLimit}.`);
  assert.equal(refund(0, 0, 9_000), 'Any amount needs someone else’s approval.');
  const adjust = (verb: 'credit' | 'debit', limit: number | null, most: number | null) =>
    limitLeftWords(verb, { limit, used: 0 }, { most, currency: 'usd' });
  assert.equal(adjust('credit', null, null), 'You can credit any amount without approval.');
  assert.equal(
    adjust('debit', 5_000, 1_200),
    `You can debit $12.00 without approval. ${ofLimit}, and $250.00 for all customers in 7 days.`,
  );
});

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { smallestCharge, smallestCharges } from '#contract/card-charges.ts';
import { balancePart, waysToPay } from './payments.ts';

const usd = { currency: 'usd', received: 0 };

test('leaves nothing or at least the smallest charge for the card', () => {
  assert.equal(balancePart('both', { ...usd, amount: 12_900, available: 12_880 }), 12_850);
  assert.equal(balancePart('both', { ...usd, amount: 12_900, available: 12_850 }), 12_850);
  assert.equal(balancePart('both', { ...usd, amount: 12_900, available: 12_849 }), 12_849);
  assert.equal(
    balancePart('both', { currency: 'huf', received: 0, amount: 100_000, available: 90_000 }),
    82_500,
  );
  assert.equal(balancePart('card', { ...usd, amount: 12_900, available: 0, received: 12_890 }), 12_850);
});

test('pays as much as possible from the balance, and nothing when the customer pays by card', () => {
  assert.equal(balancePart('both', { ...usd, amount: 12_900, available: 12_900 }), 12_900);
  assert.equal(balancePart('balance', { ...usd, amount: 12_900, available: 0 }), 12_900);
  assert.equal(balancePart('card', { ...usd, amount: 12_900, available: 50_000 }), 0);
});

test('charges the whole amount to the card when it is below the smallest charge', () => {
  assert.equal(balancePart('both', { ...usd, amount: 40, available: 30 }), 0);
});

test('returns a part from the balance between zero and the amount, in any currency', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  const facts = fc.record({
    way: fc.constantFrom(...waysToPay),
    currency: fc.constantFrom(...Object.keys(smallestCharges)),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    available: cents,
    received: cents,
  });
  fc.assert(
    fc.property(facts, ({ way, ...of }) => {
      const part = balancePart(way, of);
      assert.ok(part >= 0 && part <= of.amount);
      if (part > 0 && part < of.amount) {
        assert.ok(part <= (way === 'both' ? of.available : of.received));
        assert.ok(of.amount - part >= smallestCharge(of.currency));
      }
    }),
  );
});

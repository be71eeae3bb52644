import assert from 'node:assert/strict';
import test from 'node:test';
import { backgroundWords } from './background-words.ts';

const asked = { kind: 'refund', currency: 'usd', askedBy: 'Sam' } as const;
const nothing = { refunded: 0, credited: 0 };

test('names the requester’s limit, what is left of it, and what the customer got in the last 24 hours', () => {
  const some = { limit: 5_000, used: 2_000, refunded: 8_000, credited: 700 };
  assert.equal(
    backgroundWords(asked, some),
    'Sam’s limit is $50.00 per customer in 24 hours, of which $30.00 is left for this customer. In the last 24 hours, this customer was refunded $80.00 and credited $7.00.',
  );
  assert.equal(
    backgroundWords({ ...asked, kind: 'credit' }, { ...nothing, limit: 5_000, used: 6_000 }),
    'Sam’s limit is $50.00 per customer in 24 hours and $250.00 for all customers in 7 days, of which $0.00 is left for this customer. In the last 24 hours, this customer received no refund or credit.',
  );
});

test('says that a requester needs approval for any amount, or has no limit', () => {
  assert.match(
    backgroundWords(asked, { ...nothing, limit: 0, used: 0 }),
    /^Sam needs approval for any amount\. In/,
  );
  assert.match(
    backgroundWords(asked, { limit: null, used: 0, refunded: 0, credited: 700 }),
    /^Sam has no limit\. In the last 24 hours, this customer was credited \$7\.00\.$/,
  );
});

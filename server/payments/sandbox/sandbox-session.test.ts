import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod/mini';
import {
  actOn,
  type SandboxAct,
  sandboxActs,
  sandboxRefundRequest,
  sandboxRequest,
  type SandboxSession,
  type SandboxStatus,
} from './sandbox-session.ts';

const statuses: SandboxStatus[] = ['open', 'processing', 'paid', 'failed', 'expired', 'canceled'];
const unpaid: SandboxStatus[] = ['failed', 'expired', 'canceled'];
const request = {
  amount: '999',
  currency: 'usd',
  description: 'Slogans',
  reference: 'attempt',
  returnUrl: 'https://shop.test/a?b=1',
  cancelUrl: 'http://shop.test/c',
  expiresAt: '2026-11-21T15:00:00.000Z',
};
const sessionIn = (status: SandboxStatus): SandboxSession => ({
  ref: 'sbx_1',
  request,
  amount: 999n,
  currency: 'usd',
  status,
  captured_amount: 0n,
  last_decline: 'Your card was declined before.',
  expires_at: new Date(request.expiresAt),
  refunds: [],
  disputes: [],
  refunds_fail: false,
});

/** Which acts have an effect, with the status and money after them; minor units. */
const outcomes: Record<SandboxAct, [when: SandboxStatus[], status: SandboxStatus, captured: bigint]> = {
  pay: [['open'], 'paid', 999n],
  'pay-short': [['open', ...unpaid], 'paid', 500n],
  'pay-over': [['open'], 'paid', 1_499n],
  'pay-twice': [['open'], 'paid', 1_998n],
  decline: [['open'], 'open', 0n],
  challenge: [['open'], 'open', 0n],
  async: [['open'], 'processing', 0n],
  settle: [['processing'], 'paid', 999n],
  fail: [['processing'], 'failed', 0n],
  cancel: [['open'], 'canceled', 0n],
  expire: [['open'], 'expired', 0n],
  'pay-late': [unpaid, 'paid', 999n],
};
for (const act of sandboxActs)
  test(`applies "${act}" only to a session in a state that allows it`, () => {
    const [when, status, captured_amount] = outcomes[act];
    const last_decline = act === 'decline' ? 'Your card was declined.' : null;
    for (const before of statuses)
      assert.deepEqual(
        actOn(sessionIn(before), act),
        when.includes(before) ? { status, captured_amount, last_decline } : undefined,
        before,
      );
  });

test('stores the reason of a decline', () => {
  assert.equal(actOn(sessionIn('open'), 'decline', 'No money is left.')?.last_decline, 'No money is left.');
});

const longest = (length: number) => 'x'.repeat(length);
const amounts = {
  good: ['1', '10', '9999999999999999'],
  bad: ['', '0', '01', '-1', '1.5', '1x', 'x1', '1 ', '10000000000000000', 1],
};
const references = { good: ['x', longest(200)], bad: ['', longest(201), 7, undefined] };
const addresses = {
  good: ['http://a.test', 'https://a.test/b?c=d'],
  bad: ['', 'a.test', 'ftp://a.test', 'javascript:alert(1)', 'xhttp://a.test', 'httpx://a.test', undefined],
};
const fields: Record<keyof typeof request, { good: unknown[]; bad: unknown[] }> = {
  amount: amounts,
  currency: { good: ['usd', 'eur'], bad: ['', 'us', 'usdd', 'USD', '1usd', 'u$d', undefined] },
  description: { good: ['x', longest(500)], bad: ['', longest(501), undefined] },
  reference: references,
  returnUrl: addresses,
  cancelUrl: addresses,
  expiresAt: { good: ['2026-11-21T15:00:00Z'], bad: ['', 'tomorrow', '2026-11-21', undefined] },
};
for (const [field, { good, bad }] of Object.entries(fields))
  test(`accepts a page request only with a readable ${field}`, () => {
    const isRead = (value: unknown) => z.safeParse(sandboxRequest, { ...request, [field]: value }).success;
    assert.deepEqual(
      good.filter((value) => !isRead(value)),
      [],
    );
    assert.deepEqual(bad.filter(isRead), []);
  });

test('accepts a refund request only with an amount and a reference', () => {
  const refund = { amount: '500', reference: 'refund' };
  const isRead = (change: object) => z.safeParse(sandboxRefundRequest, { ...refund, ...change }).success;
  for (const amount of amounts.good) assert.ok(isRead({ amount }), amount);
  for (const amount of amounts.bad) assert.ok(!isRead({ amount }), String(amount));
  for (const reference of references.good) assert.ok(isRead({ reference }));
  for (const reference of references.bad) assert.ok(!isRead({ reference }));
  assert.ok(!isRead({ more: 1 }));
  assert.ok(!z.safeParse(sandboxRequest, { ...request, more: 1 }).success, 'and a page with nothing else');
});

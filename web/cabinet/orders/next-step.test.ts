import assert from 'node:assert/strict';
import test from 'node:test';
import { plainText } from '#contract/storefront/line-name.ts';
import type { Order, WorkStatus } from '#contract/storefront/orders.ts';
import type { PaymentStatus } from '#contract/storefront/payment-statuses.ts';
import { isUnderWay, needsCustomer as needsCustomerAt, nextStep as nextStepAt } from './next-step.ts';

const nextStep = (shown: Order, now = '2026-11-20T12:00:00Z') => plainText(nextStepAt(shown, new Date(now)));
const needsCustomer = (shown: Order, now = '2026-11-20T12:00:00Z') => needsCustomerAt(shown, new Date(now));

type Part = {
  status?: WorkStatus;
  dueOn?: string;
  reviewUntil?: string;
  reviseBy?: string;
  versions?: number;
  revisionRounds?: number;
};

/** An order due on November 24 with one line per part. */
const order = (payment: PaymentStatus, status: WorkStatus, parts: Part[] = [{}]) =>
  ({
    payment: { status: payment, expiresAt: '2026-11-28T12:00:00Z' },
    work: { status },
    events: [],
    lines: parts.map((part, index) => ({
      position: index + 1,
      title: ['Slogans', 'Blurbs', 'Blurbs'][index],
      details: { brief: {} },
      dueOn: part.dueOn ?? '2026-11-24',
      moved: null,
      revisionRounds: part.revisionRounds ?? 2,
      work: { status: part.status ?? status, reviewUntil: null, reviseBy: null, versions: 0, ...part },
    })),
  }) as unknown as Order;

test('names the next step of an order, and its deadline', () => {
  assert.match(nextStep(order('awaitingPayment', 'waiting')), /^Pay by Sat, Nov 28, \d+:00\s[AP]M\s\S+$/);
  assert.match(nextStep(order('processing', 'waiting')), /email you when your payment goes through/);
  for (const work of ['queued', 'inProgress'] as const)
    assert.equal(nextStep(order('partiallyRefunded', work)), 'Due Tue, Nov 24');
  assert.match(nextStep(order('paid', 'needsInfo')), /^Answer our question/);
  const both = [{ reviewUntil: '2026-12-03T12:00:00Z' }, {}, { reviewUntil: '2026-12-01T12:00:00Z' }];
  assert.match(
    nextStep(order('paid', 'delivered', both)),
    /^Review by Tue, Dec 1.*: Blurbs \(item 3\)$/,
    'the soonest',
  );
});

test('names no next step when all work is done, or when only an automatic report was delivered', () => {
  for (const payment of ['expired', 'cancelled', 'refunded'] as const)
    assert.equal(nextStep(order(payment, 'queued')), '');
  for (const work of ['completed', 'cancelled'] as const) assert.equal(nextStep(order('paid', work)), '');
  const report = order('paid', 'delivered', [{ reviewUntil: '2026-12-01T12:00:00Z', revisionRounds: 0 }]);
  assert.equal(nextStep(report), '');
  assert.equal(needsCustomer(report), false);
});

test('names the days of lateness of a first version once its due day has ended in the shop’s time zone', () => {
  const work = order('paid', 'inProgress');
  assert.equal(nextStep(work, '2026-11-25T04:59:00Z'), 'Due Tue, Nov 24', 'still Tuesday in New York');
  assert.equal(nextStep(work, '2026-11-25T05:01:00Z'), '1 business day late');
});

test('names the revision’s own due date, and counts no lateness from the first version’s due date', () => {
  const revision = order('paid', 'revisionRequested', [{ versions: 1, reviseBy: '2026-12-03' }]);
  assert.equal(nextStep(revision, '2026-11-30T12:00:00Z'), 'Revision due Thu, Dec 3');
  assert.equal(nextStep(revision, '2026-12-04T12:00:00Z'), '1 business day late');
  const undated = order('paid', 'revisionRequested', [{ versions: 1 }]);
  assert.equal(nextStep(undated, '2026-11-30T12:00:00Z'), '');
});

test("names the customer's own steps first", () => {
  assert.ok(needsCustomer(order('awaitingPayment', 'waiting')));
  assert.ok(needsCustomer(order('paid', 'needsInfo')));
  assert.ok(needsCustomer(order('paid', 'delivered')));
  assert.equal(needsCustomer(order('paid', 'inProgress')), false);
  assert.ok(isUnderWay(order('paid', 'inProgress')));
  assert.equal(isUnderWay(order('paid', 'completed')), false);
});

test('asks the customer about a disputed payment until the dispute is decided', () => {
  const disputed = order('disputed', 'inProgress');
  assert.ok(needsCustomer(disputed));
  assert.match(nextStep(disputed), /tell your bank$/);
  const lost = { ...disputed, events: [{ to: 'chargedBack' }] } as unknown as Order;
  assert.equal(needsCustomer(lost), false);
  assert.equal(nextStep(lost), '');
});

test('asks the customer to decide once work is so late that the order can be canceled', () => {
  const work = order('paid', 'inProgress');
  assert.equal(needsCustomer(work, '2026-12-02T17:00:00Z'), false, 'five business days late');
  assert.equal(nextStep(work, '2026-12-02T17:00:00Z'), '5 business days late');
  assert.ok(needsCustomer(work, '2026-12-03T17:00:00Z'));
  assert.equal(nextStep(work, '2026-12-03T17:00:00Z'), 'Wait, or cancel for a full refund');
  const partly = order('paid', 'inProgress', [{}, { status: 'completed', versions: 1 }]);
  assert.equal(needsCustomer(partly, '2026-12-03T17:00:00Z'), false, 'a part was delivered');
});

test('names the item that is late, has a question, or is due when an order has several', () => {
  const two = (first: Part, second: Part = {}) => order('paid', 'inProgress', [first, second]);
  const late = '2026-11-25T17:00:00Z';
  const later = { dueOn: '2026-11-30' };
  assert.equal(nextStep(two({}, later), late), 'Slogans: 1 business day late');
  assert.equal(nextStep(two({}), late), '2 of 2 items are late');
  assert.equal(nextStep(two(later, { status: 'needsInfo' })), 'Answer our question about Blurbs');
  assert.equal(nextStep(two({}, later)), 'Due Tue, Nov 24, the rest by Mon, Nov 30');
  const toReview = { status: 'delivered', versions: 1, reviewUntil: '2026-12-03T12:00:00Z' } as const;
  assert.match(nextStep(two(toReview)), /^Review by Thu, Dec 3.*: Slogans$/);
});

test('separates the client’s name from the rest when an item of a client is late', () => {
  const shown = order('paid', 'inProgress', [{}, { dueOn: '2026-11-30' }]);
  const brandName = 'قهوة الصباح ☕';
  for (const { details } of shown.lines) details.brief['brandName'] = brandName;
  assert.deepEqual(nextStepAt(shown, new Date('2026-11-25T17:00:00Z')), [
    'Slogans for ',
    { own: brandName },
    ': 1 business day late',
  ]);
});

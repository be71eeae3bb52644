import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';
import { adviceList, explainFinding } from './explain-finding.ts';

test('gives the same advice for each finding as docs/runbook.md', () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
  const rows = runbook
    .slice(runbook.indexOf('| a finding that begins'))
    .split('\n')
    .slice(2)
    .filter((row) => row !== '');
  assert.deepEqual(
    rows,
    adviceList.map(
      ({ begins, means, todo }) =>
        `| ${begins.map((begin) => `${begin} …`).join(' · ')} | ${means} | ${todo} |`,
    ),
  );
});

test('returns the repair for each finding: sync a payment, retry a webhook event, or explain movements', () => {
  const id = '8a6e0804-2bd0-4672-b79d-d97027f9071a';
  const mends = [
    `For payment ${id} of R-7K3M-Q2XA, the provider holds $79.00, but $0.00 is posted.`,
    `The payment ${id} for D-7K3M-Q2XA is open, but no job is handling it.`,
    'The payment link of R-7K3M-Q2XA is waiting for payment, but no job will close it.',
    'The webhook event evt_1 of stripe wasn’t applied: The provider isn’t responding.',
    'At stripe, 1 transaction (refund, −$10.00) matches nothing in the shop: txn_1.',
    `The payment ${id} for R-7K3M-Q2XA (captured) should be $1.00, but $2.00 is posted.`,
  ].map((words) => explainFinding(words).mend);
  assert.deepEqual(mends, [
    { kind: 'sync', number: 'R-7K3M-Q2XA' },
    { kind: 'sync', number: 'D-7K3M-Q2XA' },
    { kind: 'sync', number: 'R-7K3M-Q2XA' },
    { kind: 'retry', eventId: 'evt_1' },
    { kind: 'explain' },
    null,
  ]);
});

test('explains each finding about the ledger, closed days and the audit log, and returns the part with the error', () => {
  const parts = [
    'The statement of customer 1 shows a wrong balance in 1 entry, starting with entry 7.',
    'The statement of customer 1 ends at $1.00 and adds up to $2.00, but the balance is $1.00.',
    'The account cash of customer 1 shows $1.00, but its transfers add up to $2.00.',
    'The account revenue shows zero, but its transfers add up to $2.00.',
    'The account cash of customer 1 is at −$1.00, which is below zero.',
    'All accounts in usd add up to $1.00 instead of zero.',
    'All test accounts in usd add up to $1.00 instead of zero.',
    'The books of 2026-11-20 in usd don’t open with the closing balances of the day before.',
    'The closing balances of 2026-11-20 in usd don’t follow from its movements.',
    'The ledger has $1.00 less of capture on 2026-11-20 than when the day was closed.',
    'Bank: the closed days and the transactions since then add up to $1.00, but the ledger has $2.00.',
    'Entry 7 of the audit log, or the one before it, was changed or removed.',
    'Entry 7 of the audit log no longer matches its saved seal.',
    'Row 7 of the audit log has no seal, so the shop didn’t write it.',
  ].map((words) => {
    const { part, means } = explainFinding(words);
    assert.notEqual(means, '', words);
    return part;
  });
  assert.deepEqual(parts, [
    ...Array<string>(5).fill('balances'),
    ...Array<string>(6).fill('ledger'),
    ...Array<string>(3).fill('log'),
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementCsv } from './statement-csv.ts';

const entry = {
  id: '1',
  at: '2026-11-21T10:00:00.000Z',
  type: 'deposit' as const,
  title: 'Added to your balance',
  amount: 10_000,
  balance: 10_005,
  depositNumber: 'D-7K3M-Q2XA',
};

test('writes date, text, number, amounts and currency of each entry', () => {
  assert.equal(
    statementCsv([entry, { ...entry, amount: -5, balance: -1205 }], 'usd'),
    '"Date (UTC)","Description","Order or deposit","Amount","Balance","Currency"\r\n' +
      '"2026-11-21T10:00:00.000Z","Added to your balance","D-7K3M-Q2XA",100.00,100.05,"USD"\r\n' +
      '"2026-11-21T10:00:00.000Z","Added to your balance","D-7K3M-Q2XA",-0.05,-12.05,"USD"\r\n',
  );
});

test('escapes each text that a spreadsheet would run as a formula', () => {
  for (const title of ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1']) {
    const line = statementCsv([{ ...entry, title }], 'usd').split('\r\n')[1] ?? '';
    assert.ok(line.includes(`"'${title.replaceAll('"', '""')}"`), line);
  }
});

import { Readable } from 'node:stream';
import { csvCell, csvStart } from '#contract/csv-cell.ts';
import { accountLabel, postingWords } from '#contract/desk/ledger-words.ts';
import { decimalAmount } from '#contract/money.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Actor } from '#server/process/actor.ts';
import { sql } from 'kysely';
import { boundsOf, findClosed, transfersOf } from './close-days.ts';
import type { DayBounds } from './day-bounds.ts';
import { type BooksDeps, checkPeriod, type Period } from './show-books.ts';

type Row = {
  transfer: bigint;
  transaction: bigint;
  batch: bigint;
  posted_at: Date;
  kind: string;
  reference: string | null;
  customer: bigint | null;
  debit: string;
  debit_number: string | null;
  credit: string;
  credit_number: string | null;
  amount: bigint;
  currency: string;
  livemode: boolean;
  actor: string;
  asked_by: string | null;
  approved_by: string | null;
  memo: string | null;
};

const columns = [
  'Day',
  'Time (UTC)',
  'Transaction',
  'Batch',
  'Kind',
  'Order or deposit',
  'Customer',
  'Debit account',
  'Debit number',
  'Credit account',
  'Credit number',
  'Amount',
  'Currency',
  'Mode',
  'Actor',
  'Requested by',
  'Approved by',
  'Reason',
];

/** Rows per statement, so that a year's journal takes little memory. */
const pageSize = 2_000;

function lineOf(row: Row, day: string): string {
  const { transaction, batch, posted_at: at, kind, reference, customer, amount, currency } = row;
  return [
    day,
    at.toISOString().slice(11, 19),
    String(transaction),
    String(batch),
    postingWords[kind] ?? kind,
    reference ?? '',
    customer === null ? '' : String(customer),
    accountLabel(row.debit),
    row.debit_number ?? '',
    accountLabel(row.credit),
    row.credit_number ?? '',
    decimalAmount(amount, currency),
    currency.toUpperCase(),
    row.livemode ? 'live' : 'test',
    row.actor,
    row.asked_by ?? '',
    row.approved_by ?? '',
    row.memo ?? '',
  ]
    .map(csvCell)
    .join(',');
}

/** A page of a day's transfers with IDs after `after`, in the order of their IDs. */
async function readPage(
  { db }: Pick<BooksDeps, 'db'>,
  { starts, ends }: DayBounds,
  after: bigint,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select x.id as transfer, t.id as transaction, t.batch, t.posted_at, t.kind, t.actor, t.memo, x.customer,
      x.debit, d.number as debit_number, x.credit, c.number as credit_number, x.amount, x.currency, x.livemode,
      'staff:' || p.asked_by as asked_by, 'staff:' || p.decided_by as approved_by,
      case t.source_type
        when 'payment_link' then split_part(t.source_id, ':', 1)
        when 'payment_attempt' then (select k.number from payment_attempt p join payment_link k on k.id = p.payment_link_id
          where p.id = case when t.source_type = 'payment_attempt' then t.source_id::uuid end)
        when 'refund' then (select k.number from refund r join payment_link k on k.id = r.payment_link_id
          where r.id = case when t.source_type = 'refund' then t.source_id::uuid end)
      end as reference
    from ledger_tx t, ${transfersOf}
    left join lateral (
      select a.asked_by, a.decided_by from approval a where a.id = case t.source_type
        when 'refund' then (select r.approval_id from refund r where r.id = case when t.source_type = 'refund' then t.source_id::uuid end)
        when 'adjustment' then (select b.id from approval b where b.effect = t.source_id)
      end offset 0
    ) as p on true
    left join account_number d on d.account = x.debit
    left join account_number c on c.account = x.credit
    where t.posted_at >= ${starts} and t.posted_at < ${ends} and x.id > ${after}
    order by x.id limit ${pageSize}`.execute(db);
  return rows;
}

async function* writeLines(deps: Pick<BooksDeps, 'db'>, days: readonly DayBounds[]): AsyncGenerator<string> {
  yield `${csvStart}${columns.map(csvCell).join(',')}\r\n`;
  for (const day of days)
    for (let after = 0n; ;) {
      const rows = await readPage(deps, day, after);
      if (rows.length > 0) yield `${rows.map((row) => lineOf(row, day.day)).join('\r\n')}\r\n`;
      if (rows.length < pageSize) break;
      after = rows.at(-1)!.transfer;
    }
}

/**
 * The journal of the closed days of a period, as CSV (RFC 4180): a line per transfer, with what it debits and credits. Streamed
 * in pages.
 * @throws Refusal for a period that is too long, ends before it starts, or has no closed day
 */
export async function exportJournal(
  { db, clock }: BooksDeps,
  by: Actor,
  period: Period,
): Promise<{ name: string; content: Readable }> {
  checkPeriod(period);
  const days = boundsOf(await findClosed(db, period.from, period.to));
  if (days.length === 0)
    throw new Refusal({ to: ['None of these days are closed yet. Each day closes after midnight'] });
  await writeInOneStatement(
    db,
    auditEntry(by, clock(), { action: 'export-journal', subject: 'books', detail: period }),
  );
  return {
    name: `journal-${days[0]!.day}-to-${days.at(-1)!.day}.csv`,
    content: Readable.from(writeLines({ db }, days)),
  };
}

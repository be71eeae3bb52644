import { Readable } from 'node:stream';
import { csvRow, csvStart } from '#contract/csv-cell.ts';
import type { Report } from '#contract/desk/money-lists.ts';
import {
  entryWords,
  explanationName,
  idleWords,
  movementWords,
  rollWords,
  statusWords,
  wayWords,
} from '#contract/desk/report-words.ts';
import { decimalAmount } from '#contract/money.ts';
import { holds } from '#contract/desk/permissions.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { boundsOf, type ClosedBook, findClosed } from '#server/books/close-days.ts';
import { countSales } from '#server/books/count-sales.ts';
import { idleBalances } from '#server/books/idle-balances.ts';
import { rollOf } from '#server/books/roll-forward.ts';
import { checkPeriod, type Period } from '#server/books/show-books.ts';
import { providersOf, titleOf } from '#server/books/show-totals.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { shownName } from '#server/desk/line-columns.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { rollSides } from '#contract/desk/money-lists.ts';
import { rangeAfter, rangeOf, readEntries } from './money-entries.ts';
import { type MovementRow, readMovements } from './show-payouts.ts';

type Deps = Pick<DeskDeps, 'db' | 'catalogue'>;
type Caller = Pick<StaffCaller, 'permissions'>;
type Book = { currency: string; livemode: boolean };
type Lines = AsyncGenerator<string>;

/** Each statement reads this many days or entries, so that a report of a year takes little memory. */
const daysAtOnce = 31;
const entriesAtOnce = 2_000;

const bookHeads = ['Currency', 'Mode'];
const bookCells = ({ currency, livemode }: Book) => [currency.toUpperCase(), livemode ? 'live' : 'test'];

async function* writeTotals({ db, catalogue }: Deps, closed: readonly ClosedBook[]): Lines {
  yield csvRow(['Day', 'Product', 'Provider', 'Paid with', 'Count', 'Paid', 'Refunded', ...bookHeads]);
  const days = boundsOf(closed);
  for (let at = 0; at < days.length; at += daysAtOnce) {
    const sales = await countSales(db, days.slice(at, at + daysAtOnce));
    yield sales
      .map(({ day, order_type: type, provider, way, count, paid, refunded, ...book }) =>
        csvRow([
          day,
          type === null ? 'Deposits' : titleOf(catalogue(), type),
          provider ?? '',
          wayWords[way],
          String(count),
          decimalAmount(paid, book.currency),
          decimalAmount(refunded, book.currency),
          ...bookCells(book),
        ]),
      )
      .join('');
  }
}

async function* writeProviders(closed: readonly ClosedBook[]): Lines {
  yield csvRow([
    'Day',
    'Provider',
    'Payments',
    'Received',
    'Refunded',
    'Disputed',
    'Fees',
    'Paid out',
    'Other',
    'Net change',
    ...bookHeads,
  ]);
  for (const { day, movements, ...book } of closed)
    for (const row of providersOf(movements)) {
      const { provider, payments, received, refunded, disputed, fees, paidOut, other, net } = row;
      yield csvRow([
        day,
        provider,
        String(payments),
        ...[received, refunded, disputed, fees, paidOut, other, net].map((amount) =>
          decimalAmount(amount, book.currency),
        ),
        ...bookCells(book),
      ]);
    }
}

async function* writeRollForward(closed: readonly ClosedBook[]): Lines {
  yield csvRow(['Day', 'Section', 'Item', 'Amount', ...bookHeads]);
  for (const book of closed)
    for (const side of rollSides) {
      const { opening, changes, closing } = rollOf(side, book);
      const lines = [
        ['Opening', opening] as const,
        ...changes.map(({ kind, amount }) => [rollWords(kind), amount] as const),
        ['Closing', closing] as const,
      ];
      for (const [line, amount] of lines)
        yield csvRow([
          book.day,
          side === 'unearned' ? 'Deferred revenue' : 'Customers’ balances',
          line,
          decimalAmount(amount, book.currency),
          ...bookCells(book),
        ]);
    }
}

/** The idle balances by customer with `customer.see`; otherwise the sums of the groups. */
async function* writeIdle({ db }: Deps, caller: Caller, { day, ends_at: ends }: ClosedBook): Lines {
  if (holds(caller.permissions, 'customer.see')) {
    yield csvRow([
      'Customer ID',
      'Customer',
      'Balance',
      'Last transaction (UTC)',
      'Time since last transaction',
      'As of',
      ...bookHeads,
    ]);
    for await (const page of idleBalances(db, ends))
      yield page
        .map((row) =>
          csvRow([
            String(row.customer_id),
            shownName(caller, row),
            decimalAmount(row.amount, row.currency),
            row.last_at.toISOString().slice(0, 10),
            idleWords(row.days),
            day,
            ...bookCells(row),
          ]),
        )
        .join('');
    return;
  }
  yield csvRow(['Time since last transaction', 'Customers', 'Balances', 'As of', ...bookHeads]);
  const groups = new Map<string, Book & { days: number; customers: number; amount: bigint }>();
  for await (const page of idleBalances(db, ends))
    for (const { days, currency, livemode, amount } of page) {
      const key = `${currency} ${livemode} ${days}`;
      const group = groups.get(key) ?? { days, currency, livemode, customers: 0, amount: 0n };
      groups.set(key, { ...group, customers: group.customers + 1, amount: group.amount + amount });
    }
  for (const { days, customers, amount, ...book } of [...groups.values()].toSorted((a, b) => a.days - b.days))
    yield csvRow([
      idleWords(days),
      String(customers),
      decimalAmount(amount, book.currency),
      day,
      ...bookCells(book),
    ]);
}

async function* writeMovements({ db }: Deps, period: Period): Lines {
  yield csvRow([
    'Time (UTC)',
    'Provider',
    'Kind',
    'Provider’s type',
    'Transaction',
    'Order or deposit',
    'Amount',
    'Fee',
    'Net change',
    'Payout',
    'Expected at the bank',
    'Explained as',
    'Note',
    ...bookHeads,
  ]);
  for (let after: MovementRow | undefined; ;) {
    const rows = await readMovements(db, period, after, entriesAtOnce);
    yield rows
      .map((row) =>
        csvRow([
          row.created_at.toISOString().slice(0, 19).replace('T', ' '),
          row.provider,
          movementWords[row.kind],
          row.word,
          row.id,
          row.number ?? '',
          ...[row.amount, row.fee, row.amount - row.fee].map((amount) => decimalAmount(amount, row.currency)),
          row.payout ?? '',
          row.arrives_on?.toISOString().slice(0, 10) ?? '',
          row.explained_as === null ? '' : explanationName(row.explained_as, row.amount),
          row.explanation,
          ...bookCells(row),
        ]),
      )
      .join('');
    if (rows.length < entriesAtOnce) break;
    after = rows.at(-1)!;
  }
}

async function* writeEntries(
  deps: Deps,
  caller: Caller,
  list: 'refunds' | 'disputes' | 'goodwill',
  period: Period,
): Lines {
  const isDispute = list === 'disputes';
  yield csvRow([
    'Time (UTC)',
    'Kind',
    'Order or deposit',
    'Customer ID',
    'Customer',
    'Amount',
    'To',
    'Provider',
    'Status',
    'Reason',
    isDispute ? 'Response marked as sent by' : 'By',
    ...(isDispute ? ['Net withdrawn', 'Fee'] : []),
    ...bookHeads,
  ]);
  for (let range = rangeOf(period); ;) {
    const entries = await readEntries(deps, caller, { list, range, limit: entriesAtOnce });
    yield entries
      .map(({ kind, currency, lost, fee, ...row }) =>
        csvRow([
          row.at.slice(0, 19).replace('T', ' '),
          entryWords[kind],
          row.number ?? '',
          row.customerId,
          row.customer ?? '',
          decimalAmount(kind === 'debit' ? -row.amount : row.amount, currency),
          row.to ?? '',
          row.provider ?? '',
          row.status === null ? '' : (statusWords[row.status] ?? row.status),
          row.reason,
          row.by ?? '',
          ...(isDispute ? [decimalAmount(lost ?? 0, currency), decimalAmount(fee ?? 0, currency)] : []),
          ...bookCells({ currency, livemode: row.livemode }),
        ]),
      )
      .join('');
    if (entries.length < entriesAtOnce) break;
    range = rangeAfter(range, entries.at(-1)!);
  }
}

function linesOf(
  deps: Deps,
  caller: Caller,
  { report, period, closed }: { report: Report; period: Period; closed: readonly ClosedBook[] },
): Lines {
  switch (report) {
    case 'totals':
      return writeTotals(deps, closed);
    case 'providers':
      return writeProviders(closed);
    case 'roll-forward':
      return writeRollForward(closed);
    case 'idle':
      return writeIdle(deps, caller, closed.at(-1)!);
    case 'refunds':
    case 'disputes':
    case 'goodwill':
      return writeEntries(deps, caller, report, period);
    case 'payouts':
      return writeMovements(deps, period);
  }
}

async function* withStart(lines: Lines): Lines {
  yield csvStart;
  yield* lines;
}

const ofClosedDays: ReadonlySet<Report> = new Set(['totals', 'providers', 'roll-forward', 'idle']);

/**
 * A report or list of a period as CSV (RFC 4180), streamed in pages. Names of customers need `customer.see`.
 * @throws Refusal for a period that is too long, or, for a report about closed days, a period without any
 */
export async function exportReport(
  deps: Pick<DeskDeps, 'db' | 'clock' | 'catalogue'>,
  caller: StaffCaller,
  { report, from, to }: Period & { report: Report },
): Promise<{ name: string; content: Readable }> {
  const period = { from, to };
  checkPeriod(period);
  const { db, clock } = deps;
  const closed = ofClosedDays.has(report) ? await findClosed(db, from, to) : [];
  if (ofClosedDays.has(report) && closed.length === 0)
    throw new Refusal({ to: ['None of these days are closed yet. Each day closes after midnight'] });
  await writeInOneStatement(
    db,
    auditEntry(caller.by, clock(), {
      action: 'export-report',
      subject: 'books',
      detail: { report, from, to },
    }),
  );
  const [first, last] = [closed[0]?.day ?? from, closed.at(-1)?.day ?? to];
  return {
    name: `${report}-${report === 'idle' ? last : `${first}-to-${last}`}.csv`,
    content: Readable.from(withStart(linesOf(deps, caller, { report, period, closed }))),
  };
}

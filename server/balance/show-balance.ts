import type {
  BalanceEntry,
  BalancePage,
  EntryType,
  StatementFilter,
} from '#contract/storefront/statement.ts';
import { currency } from '#contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { BalanceDeps } from './balance-deps.ts';
import { findBalance } from './find-balance.ts';

/** A statement entry as stored, with its payment or refund. Amounts in minor units. */
export type EntryRow = {
  id: bigint;
  /** The attempt or the refund that caused the entry. */
  attempt_id: string | null;
  refund_id: string | null;
  at: Date;
  kinds: string[];
  amount: bigint;
  balance: bigint;
  /** The reason of an operator's adjustment. */
  memo: string | null;
  /** The number of the order or deposit; null for the operator's adjustments. */
  number: string | null;
  purpose: 'order' | 'deposit' | null;
  /** Whether the attempt's hold was spent on the payment. */
  hold_used: boolean;
};

function typeOf({ kinds, purpose, hold_used, amount }: EntryRow): EntryType {
  // a credit with this posting is the rest of a card payment above the order's price
  if (kinds.includes('order_paid')) return amount > 0n ? 'cardPayment' : 'orderPayment';
  if (kinds.includes('refund_to_balance')) return 'orderRefund';
  if (kinds.includes('refund_failed')) return 'cardRefundFailed';
  if (kinds.includes('refund_start') || kinds.includes('provider_refund')) return 'cardRefund';
  if (kinds.includes('dispute_lost')) return 'chargeback';
  if (kinds.includes('dispute_withdrawn')) return 'disputeHold';
  if (kinds.includes('dispute_reinstated')) return 'disputeReleased';
  if (kinds.includes('reserve')) return hold_used ? 'orderPayment' : 'hold';
  if (kinds.includes('release')) return 'holdReleased';
  if (kinds.includes('capture')) return purpose === 'deposit' ? 'deposit' : 'cardPayment';
  return 'adjustment';
}

const asTitle = (what: string) => what.replace(/^./, (letter) => letter.toUpperCase());

/** Titles for the customer. `what`: "order R-…" or "deposit D-…". */
const titles: Record<Exclude<EntryType, 'adjustment'>, (what: string) => string> = {
  deposit: asTitle,
  orderPayment: asTitle,
  cardPayment: (what) => `Online payment for ${what}`,
  hold: (what) => `Reserved for ${what}`,
  holdReleased: (what) => `Released from ${what}`,
  orderRefund: (what) => `Refund for ${what}`,
  cardRefund: (what) => `Refund for ${what} to your original payment method`,
  cardRefundFailed: (what) => `Refund for ${what} to your original payment method failed`,
  disputeHold: (what) => `On hold because the payment for ${what} is disputed`,
  disputeReleased: (what) => `Released after the dispute over ${what} ended`,
  chargeback: (what) => `Payment for ${what} reversed by your bank`,
};

/** Converts a stored entry to a row of the API, with a title for the customer. */
export function toEntry(row: EntryRow): BalanceEntry {
  const type = typeOf(row);
  const { number, purpose, memo } = row;
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    type,
    title:
      type === 'adjustment' || number === null ? memo || 'Adjustment' : titles[type](`${purpose} ${number}`),
    amount: Number(row.amount),
    balance: Number(row.balance),
    ...(number === null ? {} : { [purpose === 'order' ? 'orderNumber' : 'depositNumber']: number }),
  };
}

/** Entries of this customer's statement, newest first. `where`: a condition on balance_entry. */
export async function findEntries(
  { db, livemode }: Pick<BalanceDeps, 'db' | 'livemode'>,
  customerId: bigint,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    with e as materialized (
      select id, kinds, amount, balance from balance_entry
      where customer_id = ${customerId} and currency = ${currency} and livemode = ${livemode}
        and ${where}
      order by id desc limit ${limit}
    )
    select e.id, a.id as attempt_id, r.id as refund_id, x.posted_at as at, e.kinds, x.memo, e.amount, e.balance, l.number, l.purpose,
      coalesce(a.status = 'captured' and l.status = 'paid', false) as hold_used
    from e join ledger_tx x on x.id = e.id
    left join payment_attempt a on a.id = case when x.source_type = 'payment_attempt' then x.source_id::uuid end
    left join refund r on r.id = case when x.source_type = 'refund' then x.source_id::uuid end
    left join dispute d on d.id = case when x.source_type = 'dispute' then split_part(x.source_id, ':', 1)::bigint end
    left join payment_attempt disputed on disputed.id = d.payment_attempt_id
    left join payment_link named on named.number = case when x.source_type = 'payment_link' then x.source_id end
    left join payment_link l on l.id = coalesce(named.id, a.payment_link_id, r.payment_link_id, disputed.payment_link_id)
    order by e.id desc`.execute(db);
  return rows;
}

/** The customer's balance and a page of its statement, newest first, by keyset: `cursor` marks the end of the previous page. */
export async function showBalance(
  { db, livemode }: Pick<BalanceDeps, 'db' | 'livemode'>,
  customerId: bigint,
  { cursor, limit, show }: { cursor?: string | undefined; limit: number; show: StatementFilter },
): Promise<BalancePage> {
  const before = cursor === undefined ? sql`true` : sql`id < ${BigInt(cursor)}`;
  const isShown = { all: sql`true`, in: sql`amount > 0`, out: sql`amount < 0` }[show];
  const [balance, found] = await Promise.all([
    findBalance(db, customerId, livemode),
    findEntries({ db, livemode }, customerId, sql`${before} and ${isShown}`, limit + 1),
  ]);
  const page = found.slice(0, limit);
  return {
    balance: {
      available: Number(balance.available),
      reserved: Number(balance.reserved),
      disputed: Number(balance.disputed),
      currency,
    },
    entries: page.map(toEntry),
    nextCursor: found.length > limit ? String(page.at(-1)!.id) : null,
  };
}

/**
 * Helpers for tests of provider reports about a payment: the reports, including some that the sandbox never sends, and their
 * effects.
 */
import { type RawBuilder, sql } from 'kysely';
import { creditDeposit } from '#server/balance/credit-deposit.ts';
import type { TestShop } from './open-test-shop.ts';
import { orderPaymentEffects } from '#server/orders/order-payment-effects.ts';
import { applySnapshot } from '#server/payments/apply-snapshot.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Snapshot } from '#server/payments/provider/provider.ts';

/**
 * Applies a provider's report about a payment. Returns the log, an unexpected wake of the jobs, and whether the payment changed.
 */
export async function saySnapshot(shop: TestShop, ref: string, words: Partial<Snapshot>): Promise<unknown[]> {
  const heard: unknown[] = [];
  const deps = {
    db: shop.database.db,
    clock: shop.now,
    log: { error: (facts: unknown) => void heard.push(facts) },
    jobs: { wake: () => void heard.push('woken') },
    linkHandlers: { order: orderPaymentEffects, deposit: creditDeposit },
  };
  const isChanged = await applySnapshot(deps as unknown as PaymentDeps, 'sandbox', {
    ref,
    livemode: false,
    state: 'paid',
    captured: 0n,
    currency: 'usd',
    refunds: [],
    disputes: [],
    ...words,
  });
  return isChanged ? [...heard, 'changed'] : heard;
}

type Line = { id: bigint; line: string };

const statesOf = (number: string): RawBuilder<Line>[] => [
  sql`select a.id, 'payment: ' || a.status || coalesce(' ' || a.captured_amount || ' ' || a.captured_currency, '') ||
      case when a.closed_at is null then '' else ', closed' end as line
    from payment_attempt a join payment_link l on l.id = a.payment_link_id where l.number = ${number} order by a.created_at, a.id`,
  sql`select l.id, 'link: ' || l.status || ', ' || l.captured || ' arrived' as line from payment_link l where l.number = ${number}`,
  sql`select r.id, 'refund: ' || r.amount || ' (' || r.from_order || ' from_order) ' || r.status || ' as ' || coalesce(r.provider_ref, 'none') ||
      case when r.closed_at is null then '' else ', closed' end as line
    from refund r join payment_link l on l.id = r.payment_link_id
    where l.number = ${number} and r.payment_attempt_id is not null order by r.created_at, r.amount`,
  sql`select d.id, 'dispute: ' || d.status || ', ' || d.receivable || ' receivable, ' || d.from_order || ' from_order, ' || d.held || ' held, ' ||
      d.borne || ' borne, due ' || coalesce(to_char(d.evidence_due_at at time zone 'utc', 'DD'), 'never') as line
    from dispute d join payment_attempt a on a.id = d.payment_attempt_id join payment_link l on l.id = a.payment_link_id
    where l.number = ${number} order by d.id`,
  sql`select id, 'price: ' || disputed || ' disputed, ' || lost || ' lost, ' || refunded || ' refunded' ||
      coalesce(', charged back ' || to_char(charged_back_at at time zone 'utc', 'DD'), '') as line
    from payment_link where number = ${number}`,
];

/** Queries for rows after this ID: postings, order events, and enqueued emails. */
const newsOf = (number: string): ((after: bigint) => RawBuilder<Line>)[] => [
  (after) => sql`select t.id, x.kind || ': ' || f.code || ' → ' || o.code || ' ' || t.amount as line
    from ledger_transfer t join ledger_tx x on x.id = t.tx_id join ledger_account f on f.id = t.from_account
      join ledger_account o on o.id = t.to_account where t.id > ${after} order by t.id`,
  (after) => sql`select e.id, e.from_status || ' → ' || e.to_status as line
    from order_event e join customer_order o on o.id = e.order_id where o.number = ${number} and e.id > ${after} order by e.id`,
  (after) => sql`
    select id, case kind
      when 'mail.dispute' then 'letter ' || (payload ->> 'about') || ' ' || (payload ->> 'ofOrder') || ' + ' || (payload ->> 'ofBalance') ||
        case payload ->> 'isDelivered' when '1' then ' delivered' else '' end || ' #' || (payload ->> 'step')
      when 'mail.payment' then 'letter ' || (payload ->> 'about') || ' ' || (payload ->> 'difference')
      when 'mail.attempt-alert' then 'alert ' || (payload ->> 'reason')
      else 'letter ' || (payload ->> 'about') end as line
    from job where id > ${after} and kind in ('mail.dispute', 'mail.refund', 'mail.payment', 'mail.attempt-alert')
    order by id`,
];

/** Returns a function that lists the changes since its last call, postings first. */
export function recordPaymentChanges(
  { database: { db } }: TestShop,
  number: string,
): () => Promise<string[]> {
  const states = statesOf(number).map((query) => ({ query, known: '' }));
  const news = newsOf(number).map((queryAfter) => ({ queryAfter, last: 0n }));
  return async () => {
    const changed: string[] = [];
    for (const state of states) {
      const { rows } = await state.query.execute(db);
      const lines = rows.map(({ line }) => line);
      if (lines.join() !== state.known) changed.push(...lines);
      state.known = lines.join();
    }
    const added: string[][] = [];
    for (const one of news) {
      const { rows } = await one.queryAfter(one.last).execute(db);
      one.last = rows.at(-1)?.id ?? one.last;
      added.push(rows.map(({ line }) => line));
    }
    const [postings, ...rest] = added;
    return [...postings!, ...changed, ...rest.flatMap((lines) => lines.toSorted())];
  };
}

import { day, hour } from '#contract/durations.ts';
import { randomBytes } from 'node:crypto';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { storedBilling } from '#contract/storefront/billing.ts';
import { currency } from '#contract/money.ts';
import type { PlacedOrder, PlaceOrderBody } from '#contract/storefront/orders.ts';
import type { FieldErrors } from '#contract/problems.ts';
import { type Quote, quoteOrder } from '#contract/catalogue/quote.ts';
import type { SoldItem } from '#contract/work/work-sheet.ts';
import { otherAccount, refuseOtherAccount } from '#server/accounts/check-account.ts';
import { makeFindable } from '#server/database/search-text.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { availableBalance } from '#server/ledger/available-balance.ts';
import { expireLink } from '#server/payments/expire-link.ts';
import { findEarlierAnswer, hashBody } from '#server/http/idempotency-key.ts';
import { paymentUrl } from '#server/payments/payment-url.ts';
import { sql } from 'kysely';
import { checkAnalyzable } from '#server/instant/check-analyzable.ts';
import { checkDeliveryDates } from './check-delivery-dates.ts';
import { checkPrice } from './check-price.ts';
import { analyzerType } from './instant-work.ts';
import type { OrderDeps } from './order-deps.ts';
import { writeActor } from '#server/process/actor.ts';
import { newNumber } from '#server/process/readable-number.ts';
import { orderPlaced, orderReminder } from './order-emails.mail.ts';

/** The delay (ms) spares a customer who pays at once the email with the payment link. */
const placedEmailDelayMs = 60_000;
/**
 * Maximum number of orders that a customer places in 24 hours without paying, canceled ones included, because the shop stores
 * their briefs.
 */
const mostNeverPaid = 30;
const route = 'placeOrder';

type PlaceOrderInput = { customerId: bigint; body: PlaceOrderBody; idempotencyKey: string | undefined };
type Outcome = {
  placed: boolean;
  unpaid: number;
  never_paid: number;
  in_debt: boolean;
  other_account: string | null;
};

function newLink(deps: OrderDeps, { rules }: Catalogue, total: number) {
  const token = randomBytes(32).toString('base64url');
  const createdAt = deps.clock();
  const expiresAt = new Date(createdAt.getTime() + rules.paymentLinkTtlHours * hour);
  const answer: PlacedOrder = {
    paymentLink: paymentUrl(deps.publicUrl, token),
    orderNumber: newNumber('R'),
    amount: total,
    currency,
    expiresAt: expiresAt.toISOString(),
  };
  return { token, createdAt, expiresAt, answer };
}

/** The items of a bundle, stored with the order so that later catalogues don't change its work; null for a service. */
function itemsOf({ findProduct }: Catalogue, orderType: number): SoldItem[] | null {
  const product = findProduct(orderType);
  return product?.kind === 'bundle' ? product.items.map(({ separateCents: _price, ...item }) => item) : null;
}

// Stores the order's key, link, lines, event and jobs in one statement, all or nothing.
async function insertOrder(
  deps: OrderDeps,
  { customerId, body }: PlaceOrderInput,
  key: string,
  bodyHash: Buffer,
  { catalogue, quote }: { catalogue: Catalogue; quote: Quote },
  { token, createdAt, expiresAt, answer }: ReturnType<typeof newLink>,
): Promise<Outcome> {
  const { firstName, lastName } = body;
  const { javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent } = body;
  const number = answer.orderNumber;
  const { catalogueVersion, lines } = quote;
  const shown = lines.map(({ title, parts, amount, days, revisionRounds }) => ({
    title,
    ordered: parts[0]?.label,
    amount,
    days,
    revisionRounds,
  }));
  const stored = lines.map(({ orderType, title, parts, amount, days, revisionRounds }, index) => ({
    bundle_items: itemsOf(catalogue, orderType),
    position: index + 1,
    order_type: orderType,
    title,
    details: body.orderDetails[index],
    line_id: body.lineIds?.[index] ?? null,
    agreed_on: body.deliveryDates?.[index] ?? null,
    parts,
    amount,
    days,
    revision_rounds: revisionRounds,
  }));
  // what the customer calls the work, and the number as people copy it, without its first letter
  const names = body.orderDetails
    .flatMap(({ brief: { brandName, title, items, topics } }) => [brandName, title, items, topics].flat())
    .map((name) => String(name ?? ''));
  const words = [number, number.slice('R-'.length), firstName, lastName, body.reference ?? '', ...names];
  const jobs = [
    orderPlaced.at(new Date(createdAt.getTime() + placedEmailDelayMs), { number }),
    orderReminder.at(new Date(createdAt.getTime() + 24 * hour), { number }),
    expireLink.at(expiresAt, { number }),
  ];
  const { rows } = await sql<Outcome>`
    with customer_state as (
      select
        unpaid_orders_of(${customerId}) as unpaid,
        (select count(*)::int from customer_order where customer_id = ${customerId} and paid_at is null
          and created_at > ${new Date(createdAt.getTime() - day)}) as never_paid,
        ${availableBalance({ customerId, currency, livemode: deps.livemode })} < 0 as in_debt,
        (select ${otherAccount(body)} from customer where id = ${customerId}) as other_account
    ), key as (
      insert into idempotency_key (customer_id, key, route, body_hash, answer, created_at)
      select ${customerId}, ${key}, ${route}, ${bodyHash}, ${JSON.stringify(answer)}::jsonb, ${createdAt}
      from customer_state where unpaid < ${catalogue.rules.unpaidOrdersMax} and not in_debt and never_paid < ${mostNeverPaid} and other_account is null
      on conflict do nothing returning 1
    ), link as (
      insert into payment_link (token, customer_id, purpose, number, amount, currency, livemode, lines, client, created_at, expires_at)
      select ${token}, ${customerId}, 'order', ${number}, ${answer.amount}, ${currency}, ${deps.livemode}, ${JSON.stringify(shown)}::jsonb,
        ${JSON.stringify({ javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent })}::jsonb, ${createdAt}, ${expiresAt}
      from key returning id
    ), placed as (
      insert into customer_order (customer_id, payment_link_id, number, catalogue_version, amount, currency, billing, created_at)
      select ${customerId}, id, ${number}, ${catalogueVersion}, ${answer.amount}, ${currency},
        ${JSON.stringify(storedBilling(body))}::jsonb, ${createdAt}
      from link returning id
    ), found as (${makeFindable('order', sql`select id from placed`, words)}
    ), lines as (
      insert into order_line (order_id, position, order_type, title, details, parts, amount, days, revision_rounds, agreed_on, bundle_items, proposal_id)
      select placed.id, l.position, l.order_type, l.title, l.details, l.parts, l.amount, l.days, l.revision_rounds, l.agreed_on, l.bundle_items, (
        -- locked, so that it isn't deleted meanwhile
        select p.id from proposal p where p.lines @> jsonb_build_array(jsonb_build_object('id', l.line_id)) limit 1 for key share
      )
      from placed, jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as l(position int, order_type int, title text, details jsonb, line_id text,
        parts jsonb, amount bigint, days int, revision_rounds int, agreed_on date, bundle_items jsonb)
    ), event as (
      insert into order_event (order_id, at, actor, to_status)
      select id, ${createdAt}, ${writeActor({ kind: 'customer', id: customerId })}, 'awaitingPayment' from placed
    ), jobs as (${enqueue(jobs, sql`exists (select from placed)`)})
    select unpaid, never_paid, in_debt, other_account, exists (select from placed) as placed from customer_state`.execute(
    deps.db,
  );
  return rows[0]!;
}

function whyNotPlaced({ in_debt: isInDebt, never_paid: neverPaid, unpaid }: Outcome): string {
  if (isInDebt) return 'Your balance is below zero. Add funds before you place an order.';
  return neverPaid < mostNeverPaid
    ? `You have ${unpaid} unpaid orders. Pay or cancel one before you place another.`
    : `You’ve placed ${neverPaid} orders in the last 24 hours without paying. Pay for one that’s still open, or try again tomorrow.`;
}

const isNumberTaken = (error: unknown) =>
  error instanceof Error &&
  /^(customer_order_number_once|payment_link_number_once)$/.test(
    String((error as { constraint?: string }).constraint),
  );

/**
 * Checks before the payment that the analyzer can read the texts.
 * @throws Refusal that names each text that can't be analyzed
 */
async function checkTexts({ orderTypes, orderDetails }: PlaceOrderBody): Promise<void> {
  const problems: FieldErrors = {};
  for (const [index, details] of orderDetails.entries()) {
    if (orderTypes[index] !== analyzerType) continue;
    const problem = await checkAnalyzable(String(details.brief['text'] ?? ''));
    if (problem !== undefined) problems[`orderDetails.${index}.brief.text`] = [problem];
  }
  if (Object.keys(problems).length > 0) throw new Refusal(problems);
}

/**
 * Places an order and returns its payment link. The same idempotency key and body get the same answer at any later time.
 * @throws Refusal when the form was filled in for another account, when the customer saw another price or delivery day, or when
 * they have a debt or too many unpaid orders, canceled ones included
 * @throws ProblemReply 422 when the key was used for another request
 */
export async function placeOrder(deps: OrderDeps, ordering: PlaceOrderInput): Promise<PlacedOrder> {
  const { body, customerId } = ordering;
  const key = ordering.idempotencyKey ?? crypto.randomUUID();
  const bodyHash = hashBody(body);
  const earlierAnswer = () => findEarlierAnswer<PlacedOrder>(deps.db, { customerId, key, route, bodyHash });
  const catalogue = deps.catalogue();
  const quote = quoteOrder(
    catalogue,
    body.orderTypes.map((orderType, index) => ({ orderType, details: body.orderDetails[index]! })),
  );
  try {
    checkPrice(catalogue, body.price, quote.total);
    checkDeliveryDates(body.deliveryDates, quote.lines, deps.clock());
  } catch (refusal) {
    // a request repeated with the same key gets its first answer, although the catalogue or the day has changed since
    const earlier = ordering.idempotencyKey ? await earlierAnswer() : undefined;
    if (earlier) return earlier;
    throw refusal;
  }
  await checkTexts(body);
  for (;;) {
    const link = newLink(deps, catalogue, quote.total);
    try {
      const outcome = await insertOrder(deps, ordering, key, bodyHash, { catalogue, quote }, link);
      // none of the jobs is due now, so the runner is not woken
      if (outcome.placed) return link.answer;
      refuseOtherAccount(outcome.other_account, body);
      const earlier = await earlierAnswer();
      if (earlier) return earlier;
      throw new Refusal({ '': [whyNotPlaced(outcome)] });
    } catch (error) {
      if (!isNumberTaken(error)) throw error;
    }
  }
}

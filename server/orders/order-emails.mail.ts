import { addressLines } from '#contract/storefront/address-lines.ts';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { formatDeadline } from '#contract/deadline.ts';
import { formatDay } from '#contract/delivery-date.ts';
import { formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { brandOf, byClient, lineName, mixedName } from '#contract/storefront/line-name.ts';
import { sellerLines, taxWords } from '#contract/seller.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { shop } from '#contract/shop.ts';
import { balancePart } from '#contract/storefront/payments.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import { type WorkStart, workStart } from '#contract/catalogue/work-start.ts';
import { notFound } from '#server/http/refusal.ts';
import type { Database } from '#server/database/open-database.ts';
import { nameWork } from './name-work.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { confirmedName, greeting, payersName } from '#server/mail/greeting.ts';
import { type Block, composeEmail, type EmailContent } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { loadPaymentLink, receivedBefore } from '#server/payments/load-payment-link.ts';
import { sql } from 'kysely';
import { drawForEmail } from '#server/pdf/draw-for-email.ts';
import { findOrders } from './find-orders.ts';
import { orderReceiptFile } from './show-receipt.ts';
import type { OrderDeps } from './order-deps.ts';

type OrderJob = { number: string };
/** Emails the order and its payment link. */
export const orderPlaced = jobKind<OrderJob>('mail.order-placed');
/** Emails a reminder when the order is unpaid after a day. */
export const orderReminder = jobKind<OrderJob>('mail.order-reminder');
/** Emails the receipt. */
export const orderReceipt = jobKind<OrderJob>('mail.order-receipt');
/** Emails the operator the order with its whole brief. */
export const orderBrief = jobKind<OrderJob>('mail.order-brief');

type Addressed = {
  order: Order;
  /** `firstName`: null until the address is confirmed. `payersName`: for emails after a payment. */
  customer: { email: string; firstName: string | null; payersName: string; confirmed: boolean };
};

async function loadAddressed(db: Database['db'], publicUrl: string, number: string): Promise<Addressed> {
  const [found] = await findOrders(db, publicUrl, sql`o.number = ${number}`, 1);
  if (!found) throw notFound(`There is no order ${number}`);
  const row = await db
    .selectFrom('customer_order as o')
    .innerJoin('customer as c', 'c.id', 'o.customer_id')
    .select(['c.email', confirmedName.as('first_name'), payersName.as('payers_name'), 'c.email_confirmed_at'])
    .where('o.number', '=', number)
    .executeTakeFirstOrThrow();
  return {
    order: found.order,
    customer: {
      email: row.email,
      firstName: row.first_name,
      payersName: row.payers_name,
      confirmed: row.email_confirmed_at !== null,
    },
  };
}

const orderUrl = (publicUrl: string, number: string) => `${publicUrl}/cabinet/history?order=${number}`;
const deadline = (instant: string) => formatDeadline(new Date(instant), businessCalendar);

function priceRows(order: Order): Block {
  return {
    rows: [
      ...byClient(order.lines).flatMap((line) =>
        line.parts.map((part, index): [string, string] => [
          index === 0 ? `${lineName(line, order.lines)} (${part.label})` : part.label,
          formatMoney(part.amount, order.currency),
        ]),
      ),
      ['Tax', taxWords],
      ['Total', formatMoney(order.amount, order.currency)],
    ],
  };
}

/** The sentence on when work starts, as checkout shows it before payment. */
const startsWhen: Record<WorkStart, string> = {
  afterPayment: 'We’ll start right after you pay.',
  nextBusinessDay: 'We’ll start by the next business day after you pay.',
  both: 'Automatic work starts right after you pay, and our team starts by the next business day.',
};

const startOf = ({ lines }: Order, { findProduct }: Catalogue): WorkStart =>
  workStart(
    lines.map(({ orderType, days }) => ({ fulfilment: findProduct(orderType)?.fulfilment ?? 'human', days })),
  );

/**
 * The amount still due of an unpaid order, in minor units. Read when the email is sent, because a part may have arrived
 * meanwhile.
 */
async function findDue(db: Database['db'], { number, amount, currency }: Order): Promise<number> {
  const received = Number(receivedBefore(await loadPaymentLink(db, { number })));
  return amount - balancePart('card', { amount, available: 0, received, currency });
}

function placedEmail({ order, customer }: Addressed, due: number, catalogue: Catalogue): EmailContent {
  const { amount, currency } = order;
  return {
    id: `order-placed-${order.number}`,
    about: order.number,
    to: customer.email,
    subject: `Order ${order.number}: your payment link`,
    title: `Order ${order.number}`,
    blocks: [
      greeting(customer.firstName),
      {
        paragraph: `We’ve got your order and your brief. ${startsWhen[startOf(order, catalogue)]} The link below works until ${deadline(order.payment.expiresAt)}.`,
      },
      { button: `Pay ${formatMoney(due, currency)}`, url: order.payment.paymentLink ?? '' },
      priceRows(order),
      ...(due < amount
        ? [
            {
              rows: [
                ['Already received', formatMoney(amount - due, currency)],
                ['Still due', formatMoney(due, currency)],
              ] as [string, string][],
            },
          ]
        : []),
    ],
  };
}

function reminderEmail({ order, customer }: Addressed): EmailContent {
  return {
    id: `order-reminder-${order.number}`,
    about: order.number,
    to: customer.email,
    subject: `Order ${order.number} is waiting for payment`,
    title: `Order ${order.number} is waiting for payment`,
    blocks: [
      greeting(customer.firstName),
      {
        paragraph: `We’ve saved your order and your brief. Pay by ${deadline(order.payment.expiresAt)} and we’ll get started. After that, the link expires and you won’t owe anything.`,
      },
      { button: 'Pay for your order', url: order.payment.paymentLink ?? '' },
    ],
  };
}

/** Confirms the customer's consent at checkout that work starts before the right of withdrawal ends. */
const startWords: Record<WorkStart, string> = {
  afterPayment: 'As you asked, work started right after you paid.',
  nextBusinessDay: 'As you asked, work starts by the next business day.',
  both: 'As you asked, automatic work started right after you paid, and our team starts by the next business day.',
};

/** A sentence with the day when the whole order is delivered; '' for automatic work, which is ready within a minute. */
function dueWords({ dueAt, lines }: Order, catalogue: Catalogue): string {
  const [line] = lines;
  if (!line || dueAt === null || !lines.some(({ days }) => days > 0)) return '';
  const work =
    lines.length === 1 ? nameWork(catalogue, line.orderType, line.title, brandOf(line)) : 'everything';
  return ` You’ll have ${work} by ${formatDay(dueAt)}.`;
}

function receiptEmail({ order, customer }: Addressed, publicUrl: string, catalogue: Catalogue): EmailContent {
  const { paidByCard, paidFromBalance } = order.payment;
  const mixed = mixedName(order.lines);
  const isMixed = mixed === '' ? '' : ` (${mixed})`;
  const paid: [string, string][] = [];
  if (paidByCard > 0) paid.push(['Paid online', formatMoney(paidByCard, order.currency)]);
  if (paidFromBalance > 0)
    paid.push(['Paid from your balance', formatMoney(paidFromBalance, order.currency)]);
  return {
    id: `order-receipt-${order.number}`,
    about: order.number,
    to: customer.email,
    file: () => drawForEmail(() => orderReceiptFile(order)),
    subject: `Receipt for order ${order.number}`,
    title: 'Thanks for your order.',
    blocks: [
      greeting(customer.payersName),
      {
        paragraph: `Order ${order.number}${isMixed} is paid.${dueWords(order, catalogue)} ${startWords[startOf(order, catalogue)]}`,
      },
      priceRows(order),
      { rows: paid },
      {
        rows: [
          ['Billed to', addressLines(order.billing).join('\n')],
          ...(order.billing.reference
            ? [['Your reference', order.billing.reference] as [string, string]]
            : []),
          ['Sold by', [shop.legalName, ...sellerLines].join('\n')],
        ],
      },
      { button: 'Follow your order', url: orderUrl(publicUrl, order.number) },
    ],
  };
}

/** The due day in words. `days`: business days; 0 for automatic work. */
function dueOf(day: string | null, days: number): string {
  if (days === 0) return 'delivered automatically';
  return day === null ? 'not set' : formatDay(day);
}

const valuesOf = (value: string | string[] = ''): string[] => (Array.isArray(value) ? value : [value]);

function briefBlocks(line: Order['lines'][number], { findProduct }: Catalogue): Block[] {
  // undefined when the catalogue no longer has the product: emails about old orders must still be sent
  const product = findProduct(line.orderType);
  const { quantity, variant, options, express, brief } = line.details;
  const chosen = Object.entries(options)
    .filter(([, value]) => value !== false)
    .map(([key, value]) => {
      const option = product?.options.find((candidate) => candidate.key === key);
      const label = option?.label ?? key;
      if (option?.type !== 'choice') return label;
      return `${label}: ${option.choices.find((choice) => choice.value === value)?.label ?? String(value)}`;
    });
  return [
    { heading: `${line.position}. ${line.title}` },
    {
      rows: [
        [
          'Quantity',
          product ? `${quantity} ${quantity === 1 ? product.unit.one : product.unit.many}` : String(quantity),
        ],
        ['Variant', product?.variants.find((candidate) => candidate.value === variant)?.label ?? variant],
        ['Options', chosen.join('\n') || 'none'],
        ['Express', express ? 'yes' : 'no'],
        ['Due', dueOf(line.dueOn, line.days)],
        ['Revision rounds', String(line.revisionRounds)],
      ],
    },
    ...(product
      ? product.fields.map((field): Block => {
          const options = 'options' in field ? field.options : [];
          const shown = valuesOf(brief[field.key]).map(
            (item) => options.find((option) => option.value === item)?.label ?? item,
          );
          return { label: field.label, quote: shown.join('\n') || '–' };
        })
      : Object.entries(brief).map(([key, value]): Block => ({
          label: key,
          quote: valuesOf(value).join('\n') || '–',
        }))),
  ];
}

function briefEmail(
  { order, customer }: Addressed,
  operatorEmail: string,
  catalogue: Catalogue,
): EmailContent {
  return {
    id: `order-brief-${order.number}`,
    to: operatorEmail,
    replyTo: customer.email,
    subject: `Paid: order ${order.number}, ${formatMoney(order.amount, order.currency)}`,
    title: `Order ${order.number} is paid`,
    blocks: [
      {
        rows: [
          ['Customer', `${order.billing.firstName} ${order.billing.lastName}`.trimEnd()],
          ['Email', `${customer.email}${customer.confirmed ? '' : ' (address not confirmed)'}`],
          ...(order.billing.reference ? [['Reference', order.billing.reference] as [string, string]] : []),
          ['Total', formatMoney(order.amount, order.currency)],
          ['Due', dueOf(order.dueAt, Math.max(...order.lines.map(({ days }) => days)))],
        ],
      },
      ...order.lines.flatMap((line) => briefBlocks(line, catalogue)),
    ],
  };
}

/** Sends the emails about an order. Each reads the order when it is sent, so that its data is current. */
export function sendOrderEmails(
  { db, publicUrl, limits, catalogue }: OrderDeps,
  mail: Mail,
  operatorEmail: string,
): JobHandlers {
  /**
   * Whether an email before payment may be sent. An unconfirmed address gets at most ten a day; its customer can find the order
   * in the shop.
   */
  const maySend = async ({ customer: { email, confirmed } }: Addressed) =>
    confirmed || limits.emailsToUnconfirmed.allows(canonicalEmail(email));
  const load = (number: string) => loadAddressed(db, publicUrl, number);
  const isUnpaid = ({ order }: Addressed) => order.payment.status === 'awaitingPayment';
  return {
    ...orderPlaced.handledBy(async ({ number }) => {
      const addressed = await load(number);
      // a customer who pays at once needs no email with the link
      if (isUnpaid(addressed) && (await maySend(addressed)))
        await mail.send(
          composeEmail(placedEmail(addressed, await findDue(db, addressed.order), catalogue())),
        );
    }),
    ...orderReminder.handledBy(async ({ number }) => {
      const addressed = await load(number);
      if (isUnpaid(addressed) && (await maySend(addressed)))
        await mail.send(composeEmail(reminderEmail(addressed)));
    }),
    ...orderReceipt.handledBy(async ({ number }) => {
      const addressed = await load(number);
      await mail.send(composeEmail(receiptEmail(addressed, publicUrl, catalogue())));
    }),
    ...orderBrief.handledBy(async ({ number }) => {
      await mail.send(composeEmail(briefEmail(await load(number), operatorEmail, catalogue())));
    }),
  };
}

import * as z from 'zod/mini';
import { consent } from './accounts.ts';
import { accountField, billingFields, billingChecks, clientFields } from './billing.ts';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { memoizeByKey } from '#contract/memoize-by-key.ts';
import { type OrderDetails, orderDetailsSchema } from '#contract/catalogue/order-details.ts';
import { addProblem } from '#contract/text.ts';
import { paymentStatuses } from './payment-statuses.ts';
import { workStatuses } from './work-statuses.ts';

const detailsSchemaOf = memoizeByKey(orderDetailsSchema);

const unsoldType = 'This product isn’t available. Remove it from your cart';

/** The schema of the order type of a product on sale. */
export function soldTypeOf({ products, findProduct }: Catalogue) {
  const sold = new Set(products.map(({ orderType }) => orderType));
  return z.int({ error: unsoldType }).check(
    z.refine((orderType) => sold.has(orderType), {
      error({ input }) {
        const product = typeof input === 'number' ? findProduct(input) : undefined;
        return product ? `${product.title} is no longer available. Remove it from your cart` : unsoldType;
      },
    }),
  );
}

const lineId = z.string().check(z.regex(/^[\w-]{1,60}$/, { error: 'Invalid line ID' }));

function orderEnvelope(catalogue: Catalogue) {
  const { maxLines } = catalogue.rules.cart;
  const linesMessage = `An order can have 1 to ${maxLines} items`;
  const lines = <Line extends z.ZodMiniType>(line: Line) =>
    z
      .array(line, { error: linesMessage })
      .check(z.minLength(1, { error: linesMessage }), z.maxLength(maxLines, { error: linesMessage }));
  return z.strictObject({
    ...billingFields,
    ...clientFields,
    ...accountField,
    /** The price that the customer saw, in minor units: compared with the server's price, never charged. */
    price: z.int({ error: 'Price must be a whole number of cents' }).check(z.minimum(0)),
    orderTypes: lines(soldTypeOf(catalogue)),
    orderDetails: lines(z.custom<OrderDetails>()),
    /** The lines' IDs in the cart. The server recognizes lines of a proposal by them. */
    lineIds: z.optional(lines(lineId)),
    /** The delivery day of each line that the customer saw, if paid at once; null for automatic work. */
    deliveryDates: z.optional(lines(z.nullable(z.iso.date({ error: 'Enter a date as YYYY-MM-DD' })))),
    agreeToDeliveryTime: consent('Agree to the delivery date and the start of work'),
  });
}
export type PlaceOrderBody = z.output<ReturnType<typeof orderEnvelope>>;

/**
 * Validates the details of a line by the schema of its own product, and adds their problems below `path`.
 * @returns the details with the defaults added; unchanged when they are invalid or the product is unknown
 */
export function checkDetails(
  { products }: Pick<Catalogue, 'products'>,
  { orderType, details }: { orderType: number; details: OrderDetails },
  path: readonly PropertyKey[],
  issues: z.core.$ZodRawIssue[],
): OrderDetails {
  const product = products.find((sold) => sold.orderType === orderType);
  const parsed = product && z.safeParse(detailsSchemaOf(product), details);
  if (parsed?.success) return parsed.data;
  for (const issue of parsed?.error.issues ?? [])
    issues.push({ ...issue, path: [...path, ...issue.path], input: details } as z.core.$ZodRawIssue);
  return details;
}

function checkLines(
  catalogue: Catalogue,
  context: { issues: z.core.$ZodRawIssue[]; value: PlaceOrderBody },
): void {
  const { orderTypes, orderDetails, lineIds, deliveryDates } = context.value;
  if (!Array.isArray(orderTypes) || !Array.isArray(orderDetails)) return;
  if (orderTypes.length !== orderDetails.length) {
    addProblem(context, ['orderDetails'], 'Order types and order details must have the same length');
    return;
  }
  if (Array.isArray(lineIds) && lineIds.length !== orderTypes.length)
    addProblem(context, ['lineIds'], 'Order types and line IDs must have the same length');
  if (Array.isArray(deliveryDates) && deliveryDates.length !== orderTypes.length)
    addProblem(context, ['deliveryDates'], 'Order types and delivery dates must have the same length');
  context.value.orderDetails = orderDetails.map((details, index) =>
    checkDetails(
      catalogue,
      { orderType: orderTypes[index]!, details },
      ['orderDetails', index],
      context.issues,
    ),
  );
}

const always = { when: () => true };
/** The schema of an order's body for a catalogue: products on sale, each with its own details. */
export const placeOrderBody = memoizeByKey((catalogue: Catalogue) =>
  orderEnvelope(catalogue).check(
    ...billingChecks(),
    z.check((context) => checkLines(catalogue, context), always),
  ),
);

export type WorkStatus = (typeof workStatuses)[number];

const timestamp = z.iso.datetime();

/** Order details as they are stored, by any version of the catalogue. */
export const storedDetails = z.object({
  quantity: z.int(),
  variant: z.string(),
  options: z.record(z.string(), z.union([z.boolean(), z.string()])),
  express: z.boolean(),
  brief: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

const orderLine = z.object({
  position: z.int(),
  orderType: z.int(),
  title: z.string(),
  details: storedDetails,
  parts: z.array(z.object({ key: z.string(), label: z.string(), amount: z.int() })),
  amount: z.int(),
  days: z.int(),
  revisionRounds: z.int(),
  dueOn: z.nullable(z.iso.date()),
  /** The due day that the customer agreed to at checkout, provided that they paid at once; null when none was shown. */
  agreedOn: z.nullable(z.iso.date()),
  /** The due day at the payment. `dueOn` moves when the work waits for the customer. */
  firstDueOn: z.nullable(z.iso.date()),
  /** What the bundle contained when it was ordered; null for a service, and in orders from before 27 November 2026. */
  contains: z.nullable(z.array(z.string())),
  /** The day by which the team now expects the next version, and why; null when it is the promised day. */
  moved: z.nullable(z.object({ expectedOn: z.iso.date(), reason: z.string() })),
  work: z.object({
    status: z.enum(workStatuses),
    revisionsLeft: z.int(),
    /** Due date of the requested revision; null when there is none. */
    reviseBy: z.nullable(z.iso.date()),
    /** The question that pauses the work. */
    question: z.nullable(z.string()),
    /** Deadline for requesting a revision of a delivered line; after it, the line is accepted automatically. */
    reviewUntil: z.nullable(timestamp),
    /** Whether the customer can extend the review of the newest version; once per version. */
    canExtend: z.boolean(),
    /** Number of delivered versions; each is fetched separately. */
    versions: z.int(),
  }),
});

const orderEvent = z.object({
  at: timestamp,
  actor: z.string(),
  line: z.nullable(z.int()),
  from: z.nullable(z.string()),
  to: z.string(),
  reason: z.nullable(z.string()),
});

/** A refund of the order's price; `amount` in minor units. */
const refund = z.object({
  at: timestamp,
  amount: z.int(),
  /** Where the money goes: to the balance when the card rejected the refund. */
  to: z.enum(['card', 'balance']),
  /** `refused`: the card did not accept the refund. */
  status: z.enum(['pending', 'succeeded', 'refused']),
  actor: z.string(),
  reason: z.nullable(z.string()),
});

/** The billing details when the order was placed; "" where the country has no such field. */
export const billing = z.object({
  firstName: z.string(),
  lastName: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  company: z.optional(z.string()),
  taxId: z.optional(z.string()),
  reference: z.optional(z.string()),
});

export type Billing = z.output<typeof billing>;

export const order = z.object({
  number: z.string(),
  createdAt: timestamp,
  billing,
  amount: z.int(),
  currency: z.string(),
  payment: z.object({
    status: z.enum(paymentStatuses),
    /** The amount that a payment in progress holds on the balance. */
    reserved: z.int(),
    paidFromBalance: z.int(),
    paidByCard: z.int(),
    /** The amount received online beyond the price or too late, which is on the balance; 0 while the order can be paid. */
    paidToBalance: z.int(),
    /** The refunded part of the payments. */
    refunded: z.int(),
    refunds: z.array(refund),
    /** The amount of the online payments that lost disputes charged back, in minor units; null without one. */
    returnedByBank: z.nullable(z.object({ at: timestamp, amount: z.int() })),
    paidAt: z.nullable(timestamp),
    paymentLink: z.optional(z.string()),
    expiresAt: timestamp,
  }),
  work: z.object({ status: z.enum(workStatuses) }),
  dueAt: z.nullable(z.iso.date()),
  lines: z.array(orderLine),
  events: z.array(orderEvent),
  /** Number of messages about the order. */
  messages: z.int(),
});
export type Order = z.output<typeof order>;

export const returnedByBankLabel = (date: string): string => `Returned by your bank on ${date}`;

/**
 * The payments by method, the refunds by destination and the chargeback, in minor units; zeros are left out.
 * `formatDate`: an instant as a date for people.
 */
export function paidRows(
  { reserved, paidByCard, paidToBalance, paidFromBalance, refunds, returnedByBank }: Order['payment'],
  formatDate: (instant: string) => string,
): [string, number][] {
  const refundedTo = (to: 'card' | 'balance', isPending: boolean) =>
    refunds
      .filter((refund) => refund.to === to && (refund.status === 'pending') === isPending)
      .reduce((sum, { amount }) => sum + amount, 0);
  const rows: [string, number][] = [
    ['Reserved from your balance', reserved],
    ['Paid from your balance', paidFromBalance],
    ['Paid online', paidByCard],
    ['Also paid online, added to your balance', paidToBalance],
    ['Refunded online', refundedTo('card', false)],
    ['Refund on its way', refundedTo('card', true)],
    ['Refunded to your balance', refundedTo('balance', false)],
  ];
  if (returnedByBank) rows.push([returnedByBankLabel(formatDate(returnedByBank.at)), returnedByBank.amount]);
  return rows.filter(([, amount]) => amount > 0);
}

/** Destination of the refund: the original payment methods, cards first, or the balance. */
export const cancelQuery = z.strictObject({
  refundTo: z._default(
    z.enum(['original', 'balance'], { error: '“refundTo” must be “original” or “balance”' }),
    'original',
  ),
});

/** `open`: orders with something still to do: a payment, work, an answer, a review or a dispute. */
export const orderFilters = ['all', 'open'] as const;

export const orderList = z.object({
  orders: z.array(order),
  /** All months with orders (YYYY-MM, the shop's time zone), newest first. Null on later pages, and with `show=open`. */
  months: z.nullable(z.array(z.string())),
  nextCursor: z.nullable(z.string()),
});
export type OrderList = z.output<typeof orderList>;

/** The answer to a placed order or deposit; `amount` in minor units, `expiresAt` in UTC. */
export const placedLink = {
  paymentLink: z.url(),
  amount: z.int(),
  currency: z.string(),
  expiresAt: timestamp,
};
export const placedOrder = z.object({ ...placedLink, orderNumber: z.string() });
export type PlacedOrder = z.output<typeof placedOrder>;

import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { currency } from '#contract/money.ts';
import { deliveryDate } from '#contract/delivery-date.ts';
import { day } from '#contract/durations.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { defaultVariant } from '#contract/catalogue/pricing.ts';
import type { BriefField, Product } from '#contract/catalogue/product.ts';
import { quoteLine } from '#contract/catalogue/quote.ts';
import { businessCalendar } from '#contract/business-calendar.ts';

/** Numbers of an order, a deposit and a conversation that are never given to customers. */
export const exampleNumbers = {
  order: 'R-0000-0000',
  deposit: 'D-0000-0000',
  ticket: 'T-0000-0000',
} as const;

function exampleAnswer(field: BriefField): string | string[] {
  switch (field.type) {
    case 'select':
      return field.options[0]?.value ?? '';
    case 'multiselect':
      return field.options.slice(0, 1).map(({ value }) => value);
    case 'lines':
    case 'tags':
      return ['Rye bread', 'Sourdough'];
    default:
      return field.key === 'brandName' ? 'Golden Crust' : (field.example ?? 'Slow bread, baked before dawn.');
  }
}

/** The product of the example order: the first service that people deliver and that isn't priced by its number of words. */
function exampleProduct({ services }: Catalogue): Product {
  return (
    services.find(({ fulfilment, variantDerivedFrom }) => fulfilment === 'human' && !variantDerivedFrom) ??
    services[0]!
  );
}

function exampleDetails(product: Product): OrderDetails {
  return {
    quantity: product.quantity.min,
    variant: defaultVariant(product).value,
    options: Object.fromEntries(
      product.options
        .filter(({ type }) => type !== 'derived')
        .map((option) => [option.key, option.type === 'choice' ? option.default : false]),
    ),
    express: false,
    brief: Object.fromEntries(product.fields.map((field) => [field.key, exampleAnswer(field)])),
  };
}

/**
 * The row of the example database: example data under the column names that the queries of emails use. It describes a paid order
 * of the first service by a fictitious customer. Amounts in minor units.
 */
export function exampleFacts(catalogue: Catalogue, now: Date) {
  const product = exampleProduct(catalogue);
  const details = exampleDetails(product);
  const { title, parts, amount, days, revisionRounds } = quoteLine(product, details);
  const dueOn = deliveryDate(now, days, businessCalendar);
  const later = new Date(now.getTime() + 5 * day);
  return {
    // people
    id: 1n,
    customer_id: 1n,
    email: 'ann@example.com',
    email_canonical: 'ann@example.com',
    email_confirmed_at: now,
    first_name: 'Ann',
    payers_name: 'Ann',
    name: 'Ann Lee',
    customer_name: 'Ann Lee',
    public_name: 'Maya',
    is_erased: false,
    is_guest: false,
    device: 'Firefox on Linux',
    network: '203.0.113.0/24',
    created_at: now,
    expires_at: later,
    new_email: 'ann.lee@example.com',
    replaced_at: now,
    is_confirmed: true,
    // the order
    number: exampleNumbers.order,
    order: exampleNumbers.order,
    ticket: exampleNumbers.ticket,
    title,
    titles: title,
    order_type: product.orderType,
    billing: {
      firstName: 'Ann',
      lastName: 'Lee',
      country: 'US',
      city: 'Portland',
      address: '12 Mill Street',
      state: 'OR',
      zipCode: '97205',
    },
    lines: [
      {
        position: 1,
        orderType: product.orderType,
        title,
        details,
        parts,
        amount,
        days,
        revisionRounds,
        dueOn,
        agreedOn: dueOn,
        firstDueOn: dueOn,
        moved: null,
        contains: null,
        work: {
          status: 'queued' as const,
          revisionsLeft: revisionRounds,
          reviseBy: null,
          question: null,
          reviewUntil: null,
          canExtend: false,
          versions: 0,
        },
      },
    ],
    events: [],
    messages: 0,
    // money
    amount: BigInt(amount),
    currency,
    balance_currency: currency,
    livemode: false,
    purpose: 'order' as const,
    token: 'example',
    status: 'awaitingPayment',
    link_status: 'awaitingPayment' as const,
    attempt_status: 'processing' as const,
    captured: BigInt(amount),
    captured_amount: BigInt(amount),
    returned: 0n,
    refunded: 0n,
    refunds: [],
    charged_back_at: null,
    charged_back: 0n,
    is_disputed: false,
    is_charged_back: false,
    payment_status: 'awaitingPayment' as const,
    reserved: 0n,
    held: 0n,
    cash: 0n,
    debt: 0n,
    available: 25_000n,
    disputed: 0n,
    paid_at: now,
    paid_from_balance: 0n,
    paid_by_card: BigInt(amount),
    paid_to_balance: 0n,
    provider: 'stripe',
    provider_ref: 'example',
    withdrawn: BigInt(amount),
    reinstated: 0n,
    fee: 1_500n,
    evidence_due_at: later,
    has_ended: false,
    has_open_work: true,
    is_canceled: false,
    is_undelivered: false,
    actor: 'operator:example',
    subject: `order ${exampleNumbers.order}`,
    what: 'refund',
    // work
    work_status: 'delivered',
    client: 'Golden Crust',
    statuses: ['delivered' as const],
    due_on: dueOn,
    due_from: null,
    promised_on: dueOn,
    revise_by: null,
    review_until: later,
    revision_rounds: revisionRounds,
    revisions_left: revisionRounds,
    versions: 1,
    reason: 'Which year was the bakery founded?',
    text: 'Gone by noon.\n\nMilled here. Baked here.',
    message: 'We kept the tone calm, as you asked.',
    is_report: false,
    is_analysis: false,
    outcomes: [],
    // messages and files
    at: now,
    answered_today: false,
    files: null,
    virus: 'Eicar-Signature',
    is_from_customer: true,
    kind: 'brief',
    position: 1,
    uploader: null,
  };
}
export type ExampleFacts = ReturnType<typeof exampleFacts>;

import type { HealthPart, PaymentState } from '#contract/desk/money.ts';

/** What each check looks at, in the order of the page. */
export const partWords: Record<HealthPart, { title: string; promise: string }> = {
  ledger: {
    title: 'Ledger',
    promise: 'Every posting moves money from one account to another, and closed days are unchanged.',
  },
  balances: {
    title: 'Balances',
    promise: 'Each balance equals the sum of its postings and the last line of its statement.',
  },
  payments: {
    title: 'Payments',
    promise: 'Orders, payments, refunds and disputes match their postings.',
  },
  providers: {
    title: 'Payment providers',
    promise: 'Each payment’s amount at the provider equals its posted amount.',
  },
  log: { title: 'Audit log', promise: 'No entry was changed or removed.' },
};

export const stateWords: Record<PaymentState, string> = {
  waiting: 'Awaiting payment',
  processing: 'Processing',
  paid: 'Paid',
  partlyRefunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  lost: 'Dispute lost',
  review: 'Under review',
  expired: 'Expired',
  canceled: 'Canceled',
};

/** "Stripe" for `stripe`. */
export const providerName = (provider: string): string => provider[0]!.toUpperCase() + provider.slice(1);

/** "Stripe", or "Stripe (test)" for a mode without real money. */
export const bookName = ({ provider, livemode }: { provider: string; livemode: boolean }): string =>
  livemode ? providerName(provider) : `${providerName(provider)} (test)`;

const attemptWords: Record<string, string> = {
  creating: 'Being created',
  open: 'Open',
  processing: 'Processing',
  captured: 'Paid',
  failed: 'Failed',
  expired: 'Expired',
  canceled: 'Canceled',
  review: 'Under review',
};
export const attemptState = (status: string): string => attemptWords[status] ?? status;

export const refundWords = {
  requested: 'Being sent to the provider',
  pending: 'Pending',
  succeeded: 'Completed',
  failed: 'Failed',
} as const;

export const disputeWords = {
  inquiry: 'Inquiry',
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
  unknown: 'Unknown status',
} as const;

/** "1 email", "2 emails". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

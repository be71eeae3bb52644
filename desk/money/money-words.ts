import type { HealthPart, PaymentState } from '#contract/desk/money.ts';

/** What each check is about, in the order of the page. It is also shown beside findings, so it never says that all is well. */
export const partWords: Record<HealthPart, { title: string; about: string }> = {
  ledger: {
    title: 'Ledger',
    about:
      'Checks that every posting moves money from one account to another, and that closed days are unchanged.',
  },
  balances: {
    title: 'Balances',
    about: 'Checks that each balance equals the sum of its postings and the last line of its statement.',
  },
  payments: {
    title: 'Payments',
    about: 'Checks that orders, payments, refunds and disputes match their postings.',
  },
  providers: {
    title: 'Payment providers',
    about: 'Checks that each payment’s amount at the provider equals its posted amount.',
  },
  log: { title: 'Audit log', about: 'Checks that no entry was changed or removed.' },
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

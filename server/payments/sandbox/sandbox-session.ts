import * as z from 'zod/mini';

export type SandboxStatus = 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'canceled';

/** A payment page of the sandbox: the shop's request and the current state. Amounts in minor units. */
export type SandboxSession = {
  ref: string;
  request: SandboxRequest;
  amount: bigint;
  currency: string;
  status: SandboxStatus;
  captured_amount: bigint;
  last_decline: string | null;
  expires_at: Date;
  refunds: SandboxRefund[];
  disputes: SandboxDispute[];
  /** Whether the card accepts refunds at first and fails them later. */
  refunds_fail: boolean;
};

/** `amount` in minor units, as text. */
export type SandboxRefund = {
  ref: string;
  reference: string | null;
  amount: string;
  status: 'pending' | 'succeeded' | 'failed';
};

/** Amounts in minor units, as text; `evidenceDueAt` ISO 8601. */
export type SandboxDispute = {
  ref: string;
  amount: string;
  withdrawn: string;
  reinstated: string;
  fee: string;
  status: 'inquiry' | 'open' | 'won' | 'lost';
  evidenceDueAt: string;
};

const webAddress = z
  .string()
  .check(z.refine((value) => /^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')));

export const sandboxRequest = z.strictObject({
  amount: z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
  description: z.string().check(z.minLength(1), z.maxLength(500)),
  reference: z.string().check(z.minLength(1), z.maxLength(200)),
  number: z.optional(z.string().check(z.maxLength(40))),
  returnUrl: webAddress,
  cancelUrl: webAddress,
  expiresAt: z.iso.datetime(),
});
export const sandboxRefundRequest = z.strictObject({
  amount: z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
  reference: z.string().check(z.minLength(1), z.maxLength(200)),
});

/** The acts on refunds that a page can simulate. */
export const sandboxRefundActs = ['dashboard-refund', 'refund-settle', 'refund-fail'] as const;
export type SandboxRefundAct = (typeof sandboxRefundActs)[number];

/** The bank's acts that a page can simulate: open an inquiry, dispute (debit) the payment, return the money, keep it. */
export const sandboxDisputeActs = ['dispute-inquiry', 'dispute', 'dispute-won', 'dispute-lost'] as const;
export type SandboxDisputeAct = (typeof sandboxDisputeActs)[number];

export type SandboxRequest = z.output<typeof sandboxRequest>;

export const sandboxActs = [
  'pay',
  'pay-short',
  'pay-over',
  'pay-twice',
  'decline',
  'challenge',
  'async',
  'settle',
  'fail',
  'cancel',
  'expire',
  'pay-late',
] as const;
export type SandboxAct = (typeof sandboxActs)[number];

type Outcome = Pick<SandboxSession, 'status' | 'captured_amount' | 'last_decline'>;

const from: Record<SandboxAct, readonly SandboxStatus[]> = {
  pay: ['open'],
  'pay-short': ['open', 'expired', 'canceled', 'failed'],
  'pay-over': ['open'],
  'pay-twice': ['open'],
  decline: ['open'],
  challenge: ['open'],
  async: ['open'],
  settle: ['processing'],
  fail: ['processing'],
  cancel: ['open'],
  expire: ['open'],
  'pay-late': ['expired', 'canceled', 'failed'],
};

/** The session after an act; undefined when the act does nothing. `reason`: shown after a decline. */
export function actOn(
  session: SandboxSession,
  act: SandboxAct,
  reason = 'Your card was declined.',
): Outcome | undefined {
  if (!from[act].includes(session.status)) return undefined;
  const unpaid = { captured_amount: 0n, last_decline: null };
  switch (act) {
    case 'pay':
    case 'settle':
    case 'pay-late':
      return { ...unpaid, status: 'paid', captured_amount: session.amount };
    case 'pay-short':
      return { ...unpaid, status: 'paid', captured_amount: (session.amount + 1n) / 2n };
    case 'pay-over':
      return { ...unpaid, status: 'paid', captured_amount: session.amount + 500n };
    case 'pay-twice':
      return { ...unpaid, status: 'paid', captured_amount: session.amount * 2n };
    case 'challenge':
      return { ...unpaid, status: 'open' };
    case 'decline':
      return { ...unpaid, status: 'open', last_decline: reason };
    case 'async':
      return { ...unpaid, status: 'processing' };
    case 'fail':
      return { ...unpaid, status: 'failed' };
    case 'cancel':
      return { ...unpaid, status: 'canceled' };
    case 'expire':
      return { ...unpaid, status: 'expired' };
  }
}

export type TestCard = {
  act: SandboxAct;
  /** The reason shown after a decline. */
  reason?: string;
  /** A later change of the payment. */
  later?: 'disputed' | 'refunds-fail';
  meaning: string;
};

/** The test cards and the outcome of each. */
export const testCards: Record<string, TestCard> = {
  '4242424242424242': { act: 'pay', meaning: 'paid' },
  '4000000000000002': { act: 'decline', meaning: 'declined' },
  '4000000000009995': {
    act: 'decline',
    reason: 'Your card has insufficient funds.',
    meaning: 'insufficient funds',
  },
  '4000000000003220': { act: 'challenge', meaning: 'needs bank approval' },
  '4000000000000259': { act: 'pay', later: 'disputed', meaning: 'paid, then disputed' },
  '4000000000005126': { act: 'pay', later: 'refunds-fail', meaning: 'paid, then refunds fail' },
};

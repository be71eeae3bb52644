import * as z from 'zod/mini';

export type SandboxStatus = 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'canceled';

/** A payment page at the sandbox: what the shop asked for, and where it stands. Amounts in minor units. */
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
};

/** `amount` in minor units, as text. */
export type SandboxRefund = {
  ref: string;
  reference: string | null;
  amount: string;
  status: 'pending' | 'succeeded' | 'failed';
};

const webAddress = z
  .string()
  .check(z.refine((value) => /^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')));

export const sandboxRequest = z.strictObject({
  amount: z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
  description: z.string().check(z.minLength(1), z.maxLength(500)),
  reference: z.string().check(z.minLength(1), z.maxLength(200)),
  returnUrl: webAddress,
  cancelUrl: webAddress,
  expiresAt: z.iso.datetime(),
});
export const sandboxRefundRequest = z.strictObject({
  amount: z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
  reference: z.string().check(z.minLength(1), z.maxLength(200)),
});

/** What can be done to refunds on the developer's panel. */
export const sandboxRefundActs = ['dashboard-refund', 'refund-settle', 'refund-fail'] as const;
export type SandboxRefundAct = (typeof sandboxRefundActs)[number];

export type SandboxRequest = z.output<typeof sandboxRequest>;

export const sandboxActs = [
  'pay',
  'pay-short',
  'pay-over',
  'decline',
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
  decline: ['open'],
  async: ['open'],
  settle: ['processing'],
  fail: ['processing'],
  cancel: ['open'],
  expire: ['open'],
  'pay-late': ['expired', 'canceled', 'failed'],
};

/** What an act makes of a session, or undefined where it does nothing. `reason` is shown after a decline. */
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

/** The test cards, and what each does. */
export const testCards: Record<string, { act: SandboxAct; reason?: string } | 'challenge'> = {
  '4242424242424242': { act: 'pay' },
  '4000000000000002': { act: 'decline' },
  '4000000000009995': { act: 'decline', reason: 'Your card has insufficient funds.' },
  '4000000000003220': 'challenge',
};

import type { Posting } from '#server/ledger/post.ts';

/** The part of a payment that is kept aside on the balance while a provider collects the rest. Minor units. */
export type Hold = {
  attemptId: string;
  customerId: bigint;
  currency: string;
  livemode: boolean;
  held: bigint;
};

function posting(kind: 'reserve' | 'release', hold: Hold, postedAt: Date): Posting[] {
  const { attemptId, customerId, currency, livemode, held } = hold;
  if (held === 0n) return [];
  const [from, to] = kind === 'reserve' ? (['cash', 'reserved'] as const) : (['reserved', 'cash'] as const);
  return [
    {
      kind,
      sourceType: 'payment_attempt',
      sourceId: attemptId,
      customerId,
      currency,
      livemode,
      actor: 'system',
      postedAt,
      transfers: [{ from, to, amount: held }],
    },
  ];
}

/** None where nothing is held. */
export const reserve = (hold: Hold, at: Date): Posting[] => posting('reserve', hold, at);
/** Gives back what an attempt held: once, when it ends without using it. */
export const release = (hold: Hold, at: Date): Posting[] => posting('release', hold, at);

import {
  type LinkStatus,
  type PaymentPage,
  type WayToPay,
  waysToPay,
} from '#contract/storefront/payments.ts';

/** Delays between polls of an unsettled payment, in seconds: a minute and a half in all. */
const pauses = [1, 1, 2, 3, 5, 8, 13, 20, 30];

export const pauseBefore = (look: number): number | undefined => {
  const seconds = pauses[look];
  return seconds === undefined ? undefined : seconds * 1000;
};

export const isFinal = (status: LinkStatus): boolean =>
  status !== 'awaitingPayment' && status !== 'processing';

/** The page's first action after it has read a payment. */
export type FirstStep = 'show' | 'pay' | 'follow';

export function firstStep(
  { status }: Pick<PaymentPage, 'status'>,
  { hasChosen, wasSent }: { hasChosen: boolean; wasSent: boolean },
): FirstStep {
  if (isFinal(status)) return 'show';
  // A customer who returns from the provider has paid, failed or gone back: ask the provider.
  if (wasSent || status === 'processing') return 'follow';
  return hasChosen ? 'pay' : 'show';
}

/** An http or https address, no other kind of link. */
export function isWebAddress(url: string): boolean {
  try {
    return ['https:', 'http:'].includes(new URL(url, 'https://shop.invalid').protocol);
  } catch {
    return false;
  }
}

/** The payment method in the address, if any. */
export const chosenWay = (named: string | null): WayToPay | undefined =>
  waysToPay.find((way) => way === named);

type PaidLine = Pick<PaymentPage['lines'][number], 'days' | 'dueOn' | 'work'>;

/** Whether a line's work has been delivered. */
export const isDone = ({ work }: PaidLine): boolean => work === 'delivered' || work === 'completed';

/** Whether automatic work is unfinished, so that polling soon makes sense. */
export const awaitsAutomatic = ({
  status,
  lines,
}: {
  status: LinkStatus;
  lines: readonly PaidLine[];
}): boolean =>
  status === 'paid' &&
  lines.some(
    ({ days, work }) => days === 0 && (work === 'waiting' || work === 'queued' || work === 'inProgress'),
  );

/** The progress of a paid order as a whole. */
export type Stage = 'begun' | 'question' | 'working' | 'partlyDelivered' | 'review' | 'ended';

export function stageOf(lines: readonly PaidLine[]): Stage {
  const are = (...works: PaidLine['work'][]) => lines.filter(({ work }) => works.includes(work)).length;
  const ended = are('completed', 'cancelled');
  if (ended === lines.length) return 'ended';
  if (are('needsInfo') > 0) return 'question';
  if (ended + are('delivered') === lines.length) return 'review';
  if (are('delivered', 'completed') > 0) return 'partlyDelivered';
  return are('inProgress', 'revisionRequested') > 0 ? 'working' : 'begun';
}

/** The day (ISO date) by which all work that takes days is delivered. */
export const dueDay = (lines: readonly PaidLine[]): string | undefined =>
  lines
    .flatMap(({ days, dueOn }) => (days > 0 && dueOn !== null ? [dueOn] : []))
    .toSorted()
    .at(-1);

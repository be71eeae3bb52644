import type { DeskCustomer } from '#contract/desk/orders.ts';

const stateLabels: Record<DeskCustomer['state'], string> = {
  active: 'Active',
  unconfirmed: 'Email not confirmed',
  locked: 'Locked',
  erased: 'Erased',
};

export const customerStateWords = (state: DeskCustomer['state']): string => stateLabels[state];

export const orderCountWords = (count: number): string => {
  if (count === 0) return 'No orders';
  return count === 1 ? '1 order' : `${count.toLocaleString('en-US')} orders`;
};

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Facts about a customer that help staff to judge a request; deliberately no score. */
export function signWords({ signs, state }: Pick<DeskCustomer, 'signs' | 'state'>): string[] {
  const { disputes, openDisputes, recentRefunds } = signs;
  return [
    ...(disputes > 0
      ? [`${counted(disputes, 'dispute', 'disputes')}${openDisputes > 0 ? `, ${openDisputes} open` : ''}`]
      : []),
    ...(recentRefunds > 0 ? [`${counted(recentRefunds, 'refund', 'refunds')} in the last 90 days`] : []),
    ...(state === 'unconfirmed' ? ['The email address isn’t confirmed'] : []),
  ];
}

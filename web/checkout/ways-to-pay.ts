import { balancePart, type WayToPay } from '#contract/storefront/payments.ts';

/** The payment methods for an amount in minor units, the usual one first. */
export function waysFor(amount: number, available = 0): WayToPay[] {
  if (available <= 0) return ['card'];
  return available >= amount ? ['balance', 'card'] : ['both', 'card'];
}

/** The parts that a method takes from the balance and from the card, in minor units. */
export function partsOf(way: WayToPay, amount: number, available: number) {
  const fromBalance = balancePart(way, { amount, available, received: 0 });
  return { fromBalance, byCard: amount - fromBalance };
}

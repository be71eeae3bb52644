import { currency } from './money.ts';

/**
 * The currencies the shop can sell in, each with the smallest card charge in minor units. The first are Stripe's own
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts); for the others Stripe requires the equivalent
 * of the payout currency's minimum, so they are worth more than a US dollar in November 2026. Without ISK and UGX, of which
 * Stripe counts hundredths that do not exist.
 */
export const smallestCharges: Readonly<Record<string, number>> = {
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
  ils: 500,
  krw: 2000,
  kwd: 500,
  php: 7000,
  twd: 4000,
  zar: 2500,
};

/**
 * The smallest card charge of a currency, in minor units. 50 for a currency in which the shop can't sell, for older orders.
 */
export const smallestCharge = (code: string = currency): number => smallestCharges[code] ?? 50;

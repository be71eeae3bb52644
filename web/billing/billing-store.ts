import { localStore, readJson } from '#ui/browser-storage.ts';

export const billingKeys = [
  'firstName',
  'lastName',
  'country',
  'address',
  'city',
  'state',
  'zipCode',
] as const;
export type BillingValues = Record<(typeof billingKeys)[number], string>;

const key = 'billing';

export const noBilling: BillingValues = {
  firstName: '',
  lastName: '',
  country: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
};

/** Billing details are typed once and stored on this device until logout. */
export function readBilling(): BillingValues {
  const stored = readJson(localStore, key);
  if (typeof stored !== 'object' || stored === null) return noBilling;
  const known = stored as Record<string, unknown>;
  return Object.fromEntries(
    billingKeys.map((name) => [name, typeof known[name] === 'string' ? known[name] : '']),
  ) as BillingValues;
}

export function keepBilling(values: BillingValues): void {
  localStore.setItem(
    key,
    JSON.stringify(Object.fromEntries(billingKeys.map((name) => [name, values[name]]))),
  );
}

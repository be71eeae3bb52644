import { localStore, readJson } from '#ui/browser-storage.ts';
import { tabAccount } from '#web/session/session-tokens.ts';

export const billingKeys = [
  'firstName',
  'lastName',
  'country',
  'address',
  'city',
  'state',
  'zipCode',
  'company',
  'taxId',
  'reference',
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
  company: '',
  taxId: '',
  reference: '',
};

const visitor = '';

function readAll(): Record<string, unknown> {
  const stored = readJson(localStore, key);
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
}

/** Billing details, stored on this device per account until logout. A visitor's pass to the account that logs in. */
export function readBilling(): BillingValues {
  const all = readAll();
  const stored = all[visitor] ?? all[tabAccount() ?? visitor];
  if (typeof stored !== 'object' || stored === null) return noBilling;
  const known = stored as Record<string, unknown>;
  return Object.fromEntries(
    billingKeys.map((name) => [name, typeof known[name] === 'string' ? known[name] : '']),
  ) as BillingValues;
}

export function keepBilling(values: BillingValues): void {
  const { [visitor]: _, ...others } = readAll();
  const kept = Object.fromEntries(billingKeys.map((name) => [name, values[name]]));
  localStore.setItem(key, JSON.stringify({ ...others, [tabAccount() ?? visitor]: kept }));
}

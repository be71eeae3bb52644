import { useEffect, useState } from 'react';
import { addressFieldsOf, addressLabels, addressRules } from '#contract/storefront/billing.ts';
import { bounds } from '#contract/bounds.ts';
import { listCountries } from '#contract/storefront/countries.ts';
import { callApi } from '#web/api/call-api.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { errorOf, type FormErrors } from '#ui/use-form.ts';
import type { BillingValues } from './billing-store.ts';

const autoComplete = {
  address: 'billing street-address',
  city: 'billing address-level2',
  state: 'billing address-level1',
  zipCode: 'billing postal-code',
} as const;

type FieldsProps = {
  /** The id of a field in this form. */
  at: (field: string) => string;
  values: BillingValues;
  set: (next: Partial<BillingValues>) => void;
  errors: FormErrors;
};

/** The payer's name and address: the fields of their country, and those of a company. */
export function BillingFields({ at, values, set, errors }: FieldsProps) {
  const [countries] = useState(listCountries);
  const rules = addressRules[values.country];
  const addressFields = addressFieldsOf(values.country);
  const labels = rules && addressLabels(rules);
  return (
    <fieldset className="flex flex-col gap-6">
      <legend className="mb-4 font-display text-h3 font-[650]">Billing</legend>
      <SelectField
        id={at('country')}
        label="Country"
        options={countries}
        emptyLabel="Select your country"
        autoComplete="billing country"
        value={values.country}
        onValue={(country) => set({ country, ...withoutUnknown(country, values) })}
        error={errorOf(errors, 'country')}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          id={at('firstName')}
          label="First name"
          autoComplete="billing given-name"
          value={values.firstName}
          onValue={(firstName) => set({ firstName })}
          max={bounds.name.max}
          error={errorOf(errors, 'firstName')}
        />
        <TextField
          id={at('lastName')}
          label="Last name"
          optional
          autoComplete="billing family-name"
          value={values.lastName}
          onValue={(lastName) => set({ lastName })}
          max={bounds.name.max}
          error={errorOf(errors, 'lastName')}
        />
      </div>
      {labels && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-6 *:first:col-span-full">
          {addressFields.map(({ key, required }) =>
            key === 'state' && rules.states ? (
              <SelectField
                key={key}
                id={at(key)}
                label={labels.state}
                optional={!required}
                options={rules.states.map(([value, label]) => ({ value, label }))}
                emptyLabel={`Select your ${labels.state.toLowerCase()}`}
                autoComplete={autoComplete.state}
                value={values.state}
                onValue={(state) => set({ state })}
                error={errorOf(errors, key)}
              />
            ) : (
              <TextField
                key={key}
                id={at(key)}
                label={labels[key]}
                optional={!required}
                autoComplete={autoComplete[key]}
                {...(key === 'zipCode' && rules.zip && !/[A-Z]/.test(rules.zip)
                  ? { inputMode: 'numeric' as const }
                  : {})}
                value={values[key]}
                onValue={(value) => set({ [key]: value })}
                max={bounds[key].max}
                error={errorOf(errors, key)}
              />
            ),
          )}
        </div>
      )}
      <BusinessFields at={at} values={values} set={set} errors={errors} />
    </fieldset>
  );
}

const businessFields = [
  { key: 'company', label: 'Company', autoComplete: 'billing organization' },
  { key: 'taxId', label: 'Tax ID', hint: 'Shown on your receipts. Example: DE123456789.' },
  { key: 'reference', label: 'Reference', hint: 'Your own number for this purchase, like a PO number.' },
] as const;
export const businessKeys = businessFields.map(({ key }) => key);

/** What only companies need on a receipt: folded until something is typed there. */
function BusinessFields({ at, values, set, errors }: FieldsProps) {
  const isNeeded = businessKeys.some((key) => values[key] !== '' || errorOf(errors, key) !== undefined);
  const [isOpen, setOpen] = useState(isNeeded);
  return (
    <details open={isOpen || isNeeded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link inline-flex min-h-11 items-center">Add company, tax ID or reference</summary>
      <div className="mt-3 flex flex-col gap-6">
        {businessFields.map(({ key, ...field }) => (
          <TextField
            key={key}
            id={at(key)}
            {...field}
            optional
            value={values[key]}
            onValue={(value) => set({ [key]: value })}
            max={bounds[key].max}
            error={errorOf(errors, key)}
          />
        ))}
      </div>
    </details>
  );
}

const addressKeys = ['address', 'city', 'state', 'zipCode'] as const;

/** Empties fields that the new country does not have; the other fields keep their text. */
function withoutUnknown(country: string, values: BillingValues): Partial<BillingValues> {
  const known = addressFieldsOf(country).map(({ key }) => key);
  const next: Partial<BillingValues> = {};
  for (const key of addressKeys) if (!known.includes(key)) next[key] = '';
  const states = addressRules[country]?.states;
  if (states && !states.some(([code]) => code === values.state)) next.state = '';
  return next;
}

/**
 * Fills empty fields once per login with values from the account and its last order.
 * @returns the account's address, and `isPending`: the country isn't known yet, so its fields aren't shown
 */
export function useProfilePrefill(
  loggedIn: boolean,
  latest: { readonly current: BillingValues },
  set: (next: Partial<BillingValues>) => void,
): { accountEmail: string | undefined; isPending: boolean } {
  const [isPending, setPending] = useState(() => loggedIn && latest.current.country === '');
  const [accountEmail, setAccountEmail] = useState<string>();
  useEffect(() => {
    if (!loggedIn) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const account = callApi('profile', { signal });
    account.then(({ email }) => setAccountEmail(email)).catch(() => {});
    const leave = () => {
      leaving.abort();
      setAccountEmail(undefined);
    };
    const { firstName, country } = latest.current;
    const hasAddress = addressKeys.some((key) => latest.current[key] !== '');
    if (firstName !== '' && country !== '' && hasAddress) return leave;
    const knownOrder = callApi('listOrders', { query: { limit: '1' }, signal }).then(
      ({ orders }) => orders[0]?.billing,
    );
    const fillIn = Promise.all([account, knownOrder]).then(
      ([profile, last]) => {
        const now = latest.current;
        const person = {
          // fills in first and last name together, because the last name can be empty on purpose
          firstName: now.firstName || profile.firstName,
          lastName: now.firstName ? now.lastName : now.lastName || profile.lastName,
          country: now.country || (profile.country ?? ''),
        };
        // An address belongs to one country, so it is filled in as a whole or not at all.
        const isFree = addressKeys.every((key) => now[key] === '');
        // the reference belongs to one purchase
        const { company, taxId } = now.company || now.taxId ? now : (last ?? now);
        const known = isFree && last && last.country === person.country ? last : {};
        set({ ...known, ...person, company: company ?? '', taxId: taxId ?? '', reference: now.reference });
      },
      // Without stored values, customers type them.
      () => {},
    );
    void fillIn.then(() => {
      if (!signal.aborted) setPending(false);
    });
    return leave;
    // eslint-disable-next-line react/exhaustive-deps -- because it fills in empty fields once per login
  }, [loggedIn]);
  return { accountEmail, isPending };
}

import * as z from 'zod/mini';
import data from './address-metadata.json' with { type: 'json' };
import { consent, countryField, personFields } from './accounts.ts';
import { bounds } from '#contract/bounds.ts';
import { isPostalCode, readPostalCode } from './postal-code.ts';
import { emailAddress } from '#contract/email-address.ts';
import { addProblem, text } from '#contract/text.ts';

/** A: address, C: city, S: state, Z: zip code. */
export type AddressRules = {
  fields: string;
  required: string;
  zip?: string;
  zipEx?: string;
  zipLabel?: string;
  cityLabel?: string;
  stateLabel?: string;
  states?: [code: string, name: string][];
};

/** Letters and digits of any script, and the punctuation of tax numbers: "CHE-123.456.789 MWST". */
const taxIdFormat = /^[\p{L}\p{M}\p{N} .,:/\\()+&#_\p{Pd}]*$/u;
const taxId = text({ label: 'Tax ID', max: bounds.taxId.max }).check(
  z.check((context) => {
    const { value, issues } = context;
    if (value === '' || issues.length > 0) return;
    if (!taxIdFormat.test(value) || !/\p{N}/u.test(value))
      addProblem(
        context,
        [],
        'Enter your tax ID, like DE123456789. Use only letters, numbers and punctuation',
      );
  }),
);

export const addressRules = data.countries as unknown as Record<string, AddressRules | undefined>;

/** The billing fields; "" where a country has no such field. */
export const billingFields = {
  ...personFields,
  country: countryField,
  city: text({ label: 'City', max: bounds.city.max }),
  address: text({ label: 'Address', max: bounds.address.max }),
  state: text({ label: 'State', max: bounds.state.max }),
  zipCode: text({ label: 'Postal code', max: bounds.zipCode.max }),
  company: z.optional(text({ label: 'Company', max: bounds.company.max })),
  taxId: z.optional(taxId),
  /** The customer's own number for this purchase, like a purchase order. */
  reference: z.optional(text({ label: 'Reference', max: bounds.reference.max })),
  agreedToPP_TOS: consent('Agree to the privacy policy and the terms of service'),
};

/**
 * The email address of the account for which a form was filled in. An order or deposit that is sent from another account is
 * rejected: two tabs of a browser can be logged in to two accounts.
 */
export const accountField = { accountEmail: z.optional(emailAddress()) };

function wholeNumber(name: string, { min, max }: { min: number; max: number }) {
  const error = `${name} must be a whole number from ${min} to ${max}`;
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
}

/** Browser data, stored with the payment for fraud review and deleted after 180 days. */
export const clientFields = {
  javascriptEnabled: z.boolean({ error: '“javascriptEnabled” must be true or false' }),
  acceptLanguage: text({ label: 'Accept language', max: bounds.acceptLanguage.max }),
  screenWidth: wholeNumber('screenWidth', bounds.screen),
  screenHeight: wholeNumber('screenHeight', bounds.screen),
  /** The offset of the browser's time zone in minutes, as from JavaScript's getTimezoneOffset. */
  timeZone: wholeNumber('timeZone', bounds.timeZone),
  userAgent: text({ label: 'User agent', max: bounds.userAgent.max }),
};

const words = (label: string) => label.replaceAll('_', ' ');
const capital = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);

/** The labels of the address fields in a country, for forms and messages. */
export function addressLabels(rules: AddressRules) {
  const zip =
    { zip: 'ZIP code', pin: 'PIN code', eircode: 'Eircode', postcode: 'Postcode' }[rules.zipLabel ?? ''] ??
    'Postal code';
  return {
    city: capital(words(rules.cityLabel ?? 'city')),
    address: 'Street address',
    state: rules.stateLabel === 'do_si' ? 'Province or city' : capital(words(rules.stateLabel ?? 'state')),
    zipCode: zip,
  };
}

/** The billing details of a body, as stored with an order or a deposit: without a company's fields that are empty. */
export function storedBilling({
  firstName,
  lastName,
  country,
  city,
  address,
  state,
  zipCode,
  company,
  taxId,
  reference,
}: Billing & BusinessBilling & { firstName: string; lastName: string }) {
  const forBooks = Object.entries({ company, taxId, reference }).filter(([, value]) => value);
  return {
    firstName,
    lastName,
    country,
    city,
    address,
    state,
    zipCode,
    ...(Object.fromEntries(forBooks) as BusinessBilling),
  };
}

type BusinessBilling = {
  company?: string | undefined;
  taxId?: string | undefined;
  reference?: string | undefined;
};

export type Billing = { country: string; city: string; address: string; state: string; zipCode: string };

const letters = { address: 'A', city: 'C', state: 'S', zipCode: 'Z' } as const;

/** The fields of a country's addresses, in local order, and whether each is required. */
export function addressFieldsOf(country: string): { key: keyof typeof letters; required: boolean }[] {
  const rules = addressRules[country];
  if (!rules) return [];
  return (Object.keys(letters) as (keyof typeof letters)[])
    .filter((key) => rules.fields.includes(letters[key]) || rules.required.includes(letters[key]))
    .map((key) => ({ key, required: rules.required.includes(letters[key]) }));
}

const zipCodeOf = ({ country, zipCode }: Billing) => readPostalCode(country, zipCode, addressRules[country]);

/** The checks of a body with billing fields: normalizes the postal code, then checks the address, both by the country's rules. */
export const billingChecks = <Body extends Billing>() => [
  z.overwrite((body: Body) => ({ ...body, zipCode: zipCodeOf(body) })),
  z.check<Body>((context) =>
    checkBilling(context.value, (path, message) => addProblem(context, path, message)),
  ),
];

/** Checks an address by its country's rules and names each invalid field. */
export function checkBilling(billing: Billing, add: (path: string[], message: string) => void): void {
  const rules = addressRules[billing.country];
  if (!rules) return;
  const labels = addressLabels(rules);
  for (const key of Object.keys(letters) as (keyof typeof letters)[]) {
    const value = key === 'zipCode' ? zipCodeOf(billing) : billing[key];
    const label = labels[key];
    const exists = rules.fields.includes(letters[key]) || rules.required.includes(letters[key]);
    if (value === '') {
      if (rules.required.includes(letters[key]))
        add([key], `${key === 'state' && rules.states ? 'Select' : 'Enter'} your ${labelInSentence(label)}`);
    } else if (!exists) add([key], `Leave the ${labelInSentence(label)} blank. This country doesn’t use one`);
    else if (key === 'address' && [...value].length < bounds.address.min)
      add([key], `${label} must be at least ${bounds.address.min} characters`);
    else if (key === 'state' && rules.states && !rules.states.some(([code]) => code === value))
      add([key], `Select your ${labelInSentence(label)}`);
    else if (key === 'zipCode' && !isPostalCode(value, rules))
      add(
        [key],
        `Enter your ${labelInSentence(label)} in the correct format${rules.zipEx ? `, like ${rules.zipEx.split(',')[0]}` : ''}`,
      );
  }
}

const labelInSentence = (label: string) => (/^(ZIP|PIN|Eircode)/.test(label) ? label : label.toLowerCase());

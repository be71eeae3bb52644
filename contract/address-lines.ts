import { countryName } from './countries.ts';
import type { Billing } from './orders.ts';

/** City, state and postal code in one line; in the US, a comma follows the city (USPS Publication 28). */
function placeLine({ city, state, zipCode, country }: Billing): string {
  const stateAndCode = [state, zipCode].filter(Boolean).join(' ');
  return [city, stateAndCode].filter(Boolean).join(country === 'US' ? ', ' : ' ');
}

/** Company, name, address and tax ID, one line each, as on an envelope. */
export const addressLines = (billing: Billing): string[] =>
  [
    billing.company ?? '',
    `${billing.firstName} ${billing.lastName}`.trimEnd(),
    billing.address,
    placeLine(billing),
    countryName(billing.country),
    billing.taxId ? `Tax ID ${billing.taxId}` : '',
  ].filter((line) => line.trim() !== '');

import { countryName } from './countries.ts';
import type { Billing } from './orders.ts';

/** The countries that write the postal code before the city (Google libaddressinput address metadata; Hungary by its use). */
const codeFirst = `
AD AL AM AR AT AX AZ BA BE BG BL BY CH CL CV CY CZ DE DK DO DZ EC EE EH ES ET FI FO FR GE GF GL GN GP GR GT GW HR HT HU
IS IT KG KW KZ LA LI LR LT LU MA MC MD ME MF MG MK MQ MU MX MY MZ NC NE NI NL NO OM PF PL PM PT PY RE RO RS SE SI SJ SK
SM SN SV TJ TM TN TR TZ UY UZ VA WF XK YT ZM
`;

/** City, state and postal code in one line; in the US (USPS Publication 28) and Mexico, a comma follows the city. */
function placeLine({ city, state, zipCode, country }: Billing): string {
  const join = (mark: string, ...parts: string[]) => parts.filter(Boolean).join(mark);
  const afterCity = country === 'US' || country === 'MX' ? ', ' : ' ';
  return codeFirst.includes(country)
    ? join(' ', zipCode, join(afterCity, city, state))
    : join(afterCity, city, join(' ', state, zipCode));
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

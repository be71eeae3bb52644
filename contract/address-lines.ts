import { countryName } from './countries.ts';
import type { Billing } from './orders.ts';

/** Who and where, one line each, as on an envelope. */
export const addressLines = ({
  firstName,
  lastName,
  address,
  city,
  state,
  zipCode,
  country,
}: Billing): string[] =>
  [
    `${firstName} ${lastName}`,
    address,
    [city, state, zipCode].filter(Boolean).join(' '),
    countryName(country),
  ].filter((line) => line.trim() !== '');

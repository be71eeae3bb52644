import { domainToASCII } from 'node:url';
import { type RawBuilder, sql } from 'kysely';

const invisible = /[\p{Cf}\p{DI}]/gu;

const split = (address: string): [local: string, domain: string] => {
  const at = address.lastIndexOf('@') + 1;
  return [address.slice(0, at), address.slice(at)];
};

/**
 * An address in the form for the mail server: NFKC, without invisible characters, the domain in ASCII (RFC 5890), the local part
 * in the typed case.
 */
export function deliveryAddress(address: string): string {
  const [local, domain] = split(address.normalize('NFKC').replaceAll(invisible, '').trim());
  // keeps a domain that has no ASCII form, such as in a search for a part of an address
  return local + (local === '' ? domain : domainToASCII(domain) || domain);
}

/**
 * The form that identifies an address: `deliveryAddress` in lower case. Two addresses with the same form belong to one mailbox,
 * because the mail server gets this form.
 */
export const canonicalEmail = (address: string): string =>
  deliveryAddress(address).toLowerCase().normalize('NFKC');

/** The form that identified an address before migration 0077. It distinguishes two old accounts with one address. */
export const spellingOf = (address: string): string => address.normalize('NFKC').trim().toLowerCase();

/**
 * SQL query: the ID of the customer or member of staff with this address. Two old accounts can have one address (migration 0077);
 * then the query returns the one with the typed spelling.
 */
export const ownerOf = (table: 'customer' | 'staff', address: string): RawBuilder<bigint | null> =>
  sql`(select id from ${sql.table(table)} where email_canonical = ${canonicalEmail(address)}
    order by email_spelling = ${spellingOf(address)} desc, email_spelling limit 1)`;

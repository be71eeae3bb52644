import { sql } from 'kysely';
import type { Block } from './compose-email.ts';

/**
 * SQL: the first name of customer `c` for emails; null until the address is confirmed. Before that, an attacker may have entered
 * the address, and a name of 70 characters can be an unwanted message to its owner.
 */
export const confirmedName = sql<
  string | null
>`case when c.email_confirmed_at is not null then c.first_name end`;

/**
 * SQL: the first name of customer `c` for emails after a payment, even if the address isn't confirmed: sending somebody an
 * unwanted message through a name would cost a payment.
 */
export const payersName = sql<string>`c.first_name`;

/** The greeting of an email to a customer. */
export const greeting = (name: string | null): Block => ({
  paragraph: name === null ? 'Hello,' : `Hello ${name},`,
});

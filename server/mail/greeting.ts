import { sql } from 'kysely';
import type { Block } from './compose-email.ts';

/**
 * The first name of customer `c` for emails; null until the address is confirmed. Until then anybody may have typed the address,
 * and a name of 70 characters can be a message to a person who never asked for one.
 */
export const confirmedName = sql<
  string | null
>`case when c.email_confirmed_at is not null then c.first_name end`;

/** How an email to a customer begins. */
export const greeting = (name: string | null): Block => ({
  paragraph: name === null ? 'Hello,' : `Hello ${name},`,
});

import { minute } from '#contract/durations.ts';
import { createHmac } from 'node:crypto';
import { canonicalEmail, ownerOf } from '#server/database/email-address.ts';
import type { Schema } from '#server/database/schema.ts';
import { isMadeBy } from '#server/process/derived-keys.ts';
import { toBase32 } from '#server/process/readable-number.ts';
import { bounds } from '#contract/bounds.ts';
import { emailChangeMinutes } from '#contract/storefront/email-change.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';

const { length, ttlMinutes } = bounds.resetCode;

/**
 * Length (characters) and lifetime (ms) of codes. A confirmation code is used in a link: it has 130 bits and is valid for a week.
 * The others are short enough to type.
 */
const rules = {
  confirmEmail: { length: 26, ttl: 7 * 24 * 60 * minute },
  resetPassword: { length, ttl: ttlMinutes * minute },
  changeEmail: { length, ttl: emailChangeMinutes * minute },
} as const;
type Purpose = keyof typeof rules;

function codeOf(key: string, purpose: Purpose, id: string): string {
  const digest = createHmac('sha256', key).update(`${purpose} ${id}`).digest();
  return toBase32(digest).slice(0, rules[purpose].length);
}

/**
 * The code of a row, derived from its ID, so that a reader of the database can't compute it, and a repeated email has the same
 * code.
 */
export const emailCode = ([newest]: AccountDeps['codeKeys'], purpose: Purpose, id: string): string =>
  codeOf(newest, purpose, id);

/**
 * The write that creates a code and replaces earlier ones. `customer`: an SQL query for the ID, or without a row for nothing.
 * `newEmail`: the new address of a change.
 */
export function insertEmailCode(
  purpose: Purpose,
  id: string,
  customer: RawBuilder<unknown>,
  now: Date,
  newEmail: string | null = null,
): RawBuilder<unknown> {
  const expires = new Date(now.getTime() + rules[purpose].ttl);
  return sql`insert into email_code (id, customer_id, purpose, created_at, expires_at, new_email)
    select ${id}, id, ${purpose}, ${now}, ${expires}, ${newEmail} from (${customer}) customer`;
}

/**
 * Counts a try of a code. A code's tries count per network, because with a common count an attacker could void the owner's code.
 * The try is counted before the comparison, so that simultaneous tries all count. An unknown address takes the same work.
 * @returns the code's owner; undefined for a wrong, used, replaced or expired code, and after too many tries from this network
 */
export async function tryEmailCode(
  { db, clock, codeKeys, limits }: Pick<AccountDeps, 'db' | 'clock' | 'codeKeys' | 'limits'>,
  purpose: Purpose,
  email: string,
  typed: string,
  network: string,
): Promise<{ codeId: string; customerId: bigint } | undefined> {
  const { rows } = await sql<{ id: string; customer_id: bigint }>`
    select id, customer_id from (
      select e.id, e.customer_id, e.used_at, e.expires_at from email_code e join customer c on c.id = e.customer_id
      where c.id = ${ownerOf('customer', email)} and c.locked_at is null and c.erased_at is null and e.purpose = ${purpose}
      order by e.created_at desc, e.id desc limit 1
    ) newest where used_at is null and expires_at > ${clock()}`.execute(db);
  const isCounted = await limits.codeTries.allows(`${rows[0]?.id ?? canonicalEmail(email)}|${network}`);
  const row = isCounted ? rows[0] : undefined;
  const fits = isMadeBy(codeKeys, (key) => codeOf(key, purpose, row?.id ?? 'nobody'), typed);
  return row && fits ? { codeId: row.id, customerId: row.customer_id } : undefined;
}

/**
 * Marks the code as used in this transaction.
 * @returns false when another transaction used it first
 */
export async function spendEmailCode(tx: Kysely<Schema>, codeId: string, now: Date): Promise<boolean> {
  const { rows } =
    await sql`update email_code set used_at = ${now} where id = ${codeId} and used_at is null returning 1`.execute(
      tx,
    );
  return rows.length > 0;
}

/** The write that voids a customer's unused codes: all, or those of one purpose. */
export const voidEmailCodes = (customerId: bigint, now: Date, purpose?: Purpose): RawBuilder<unknown> =>
  sql`update email_code set used_at = ${now} where customer_id = ${customerId} and used_at is null
    and ${purpose === undefined ? sql`true` : sql`purpose = ${purpose}`}`;

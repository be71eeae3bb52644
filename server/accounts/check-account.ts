import { canonicalEmail, ownerOf } from '#server/database/email-address.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type RawBuilder, sql } from 'kysely';

/** What a form says about the account it was filled in for. */
type FilledInFor = { accountEmail?: string | undefined };

/** SQL query: whose address this was last, for a form that was filled in before the change. */
const formerOwnerOf = (address: string) => sql`(select customer_id from former_email
  where email_canonical = ${canonicalEmail(address)} order by replaced_at desc limit 1)`;

/** The address of a row of customer that a form wasn't filled in for; null when it was, or names no account. */
export const otherAccount = ({ accountEmail }: FilledInFor): RawBuilder<string | null> =>
  accountEmail === undefined
    ? sql`null::text`
    : sql`case when id is distinct from coalesce(${ownerOf('customer', accountEmail)}, ${formerOwnerOf(accountEmail)}) then email end`;

/**
 * Two tabs of a browser can be logged in to two accounts.
 * @throws Refusal at `accountEmail` when `other`, the sender's address, isn't null
 */
export function refuseOtherAccount(other: string | null, { accountEmail }: FilledInFor): void {
  if (other === null) return;
  throw new Refusal({
    accountEmail: [
      `You’re logged in as ${other}, but this form was filled in for ${accountEmail}. Nothing was sent.`,
    ],
  });
}

import { canonicalEmail, ownerOf } from '#server/database/email-address.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type RawBuilder, sql } from 'kysely';

/** The email address of the account for which a form was filled in. */
type FilledInFor = { accountEmail?: string | undefined };

/** SQL on a `customer` row: its email if the form's `accountEmail` isn't the customer's; null if it is, or is missing. */
export const otherAccount = ({ accountEmail }: FilledInFor): RawBuilder<string | null> =>
  accountEmail === undefined
    ? sql`null::text`
    : // a form may be older than a change of the address; a former address is accepted until another account has it
      sql`case when customer.id is distinct from coalesce(${ownerOf('customer', accountEmail)}, (
        select customer_id from former_email where customer_id = customer.id and email_canonical = ${canonicalEmail(accountEmail)} limit 1
      )) then email end`;

/**
 * Rejects a form that was filled in for another account, because two tabs of a browser can be logged in to two accounts.
 * @throws Refusal at `accountEmail` when `other`, the sender's address, isn't null
 */
export function refuseOtherAccount(other: string | null, { accountEmail }: FilledInFor): void {
  if (other === null) return;
  throw new Refusal({
    accountEmail: [
      `You’re logged in as ${other}, but this form was filled out for ${accountEmail}. Nothing was sent. Reload the page to continue.`,
    ],
  });
}

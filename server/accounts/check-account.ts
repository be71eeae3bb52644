import { canonicalEmail, ownerOf } from '#server/database/email-address.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type RawBuilder, sql } from 'kysely';

/** What a form says about the account it was filled in for. */
type FilledInFor = { accountEmail?: string | undefined };

/** SQL on a `customer` row: its email when the form's `accountEmail` isn't this customer's; null when it is or is missing. */
export const otherAccount = ({ accountEmail }: FilledInFor): RawBuilder<string | null> =>
  accountEmail === undefined
    ? sql`null::text`
    : // a form can be older than a change of the address, while no other account has the former one
      sql`case when customer.id is distinct from coalesce(${ownerOf('customer', accountEmail)}, (
        select customer_id from former_email where customer_id = customer.id and email_canonical = ${canonicalEmail(accountEmail)} limit 1
      )) then email end`;

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

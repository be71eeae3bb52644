import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { Proposal } from '#contract/storefront/proposals.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { hashToken } from '#server/accounts/start-session.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { sql } from 'kysely';
import type { SupportDeps } from './support-deps.ts';

type Found = {
  lines: Proposal['lines'];
  made_at: Date;
  expires_at: Date;
  is_withdrawn: boolean;
  is_others: boolean;
};

const askAgain = 'Reply to our message, and we’ll send you a new link.';

/**
 * The lines of a proposal for anyone who has its link, for the cart. Records the first read for the team.
 * @param customerId the caller's, if logged in. Another customer's proposal is rejected, because the link reached the wrong
 * person or account.
 * @throws Refusal for a proposal to another customer; ProblemReply 404 for a proposal that doesn't work, with the reason
 */
export async function showProposal(
  { db, clock }: Pick<SupportDeps, 'db' | 'clock'>,
  token: string,
  customerId: bigint | undefined,
): Promise<Proposal> {
  const now = clock();
  const { rows } = await sql<Found>`
    with found as (
      select p.id, p.lines, p.made_at, p.expires_at, p.withdrawn_at is not null as is_withdrawn,
        coalesce(coalesce(o.customer_id, t.customer_id) <> ${customerId ?? null}::bigint, false) as is_others
      from proposal p left join customer_order o on o.id = p.order_id left join ticket t on t.id = p.ticket_id
      where p.token_hash = ${hashToken(token)}
    ), opened as (
      update proposal set opened_at = ${now} where opened_at is null
        and id = (select id from found where not is_withdrawn and not is_others and expires_at > ${now})
    )
    select lines, made_at, expires_at, is_withdrawn, is_others from found`.execute(db);
  const found = rows[0];
  if (!found) throw notFound('We can’t find this proposal. Check that you opened the whole link.');
  if (found.is_others)
    throw new Refusal({
      '': [
        'This proposal was made for another customer. If you have another account, log in to that one, and then open the link again.',
      ],
    });
  if (found.is_withdrawn) throw notFound(`We withdrew this proposal. ${askAgain}`);
  if (found.expires_at <= now)
    throw notFound(
      `This proposal expired on ${formatDay(operatorsDay(found.expires_at, businessCalendar))}. ${askAgain}`,
    );
  return {
    lines: found.lines,
    madeAt: found.made_at.toISOString(),
    expiresAt: found.expires_at.toISOString(),
  };
}

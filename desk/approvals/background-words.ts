import type { DeskApproval } from '#contract/desk/approvals.ts';
import { weeklyLimitFactor } from '#contract/desk/permissions.ts';
import { formatMoney } from '#contract/money.ts';

type Asked = Pick<DeskApproval, 'kind' | 'currency' | 'askedBy'>;

/** The requester's limit and what is left of it, and what the customer got in the last 24 hours: a sentence each. */
export function backgroundWords(
  { kind, currency, askedBy }: Asked,
  { limit, used, refunded, credited }: NonNullable<DeskApproval['background']>,
): string {
  const money = (amount: number) => formatMoney(amount, currency);
  const inAll =
    kind === 'refund' ? '' : ` and ${money((limit ?? 0) * weeklyLimitFactor)} for all customers in 7 days`;
  const own =
    limit === null
      ? `${askedBy} has no limit.`
      : limit === 0
        ? `${askedBy} needs approval for any amount.`
        : `${askedBy}’s limit is ${money(limit)} per customer in 24 hours${inAll}, of which ${money(Math.max(0, limit - used))} is left for this customer.`;
  const got = [
    ...(refunded > 0 ? [`refunded ${money(refunded)}`] : []),
    ...(credited > 0 ? [`credited ${money(credited)}`] : []),
  ];
  return `${own} In the last 24 hours, this customer ${got.length === 0 ? 'received no refund or credit' : `was ${got.join(' and ')}`}.`;
}

import { deskProblems } from '#contract/desk/endpoint.ts';
import type { StaffPermission } from '#contract/desk/permissions.ts';
import { currency, formatMoney } from '#contract/money.ts';
import { ProblemReply } from '#server/http/refusal.ts';

/** 403: the amount is above the actor's limit without a second person. */
export class AboveLimit extends ProblemReply {
  constructor(words: string, needs: StaffPermission) {
    super(403, `${words} Ask someone with a higher limit.`, { type: deskProblems.notAllowed, needs });
  }
}

/**
 * @param verbs texts of the message: after "You can", after "You can’t", and `within`, such as "per customer in 24 hours"
 * @throws AboveLimit if `amount` and `used` together are above the limit (minor units); null: no limit
 */
export function assertWithinLimit(
  { limit, used, amount }: { limit: number | null; used: bigint; amount: bigint },
  verbs: { can: string; cannot: string; within: string; needs: StaffPermission },
): void {
  if (limit === null) return;
  const left = BigInt(limit) - used;
  if (amount <= left) return;
  throw new AboveLimit(
    limit === 0
      ? `You can’t ${verbs.cannot} without approval.`
      : `You can ${verbs.can} up to ${formatMoney(limit, currency)} ${verbs.within}. You have ${formatMoney(left > 0n ? left : 0n, currency)} left.`,
    verbs.needs,
  );
}

/**
 * The approval that a refund or an adjustment carries out; its actor is the person who approved. `isAlone`: the person who asked
 * approved it too, because nobody else could.
 */
export type CarriedOutApproval = { approvalId: bigint; askedBy: bigint; isAlone: boolean };

/** The audit log's detail of an approval. */
export const agreementDetail = (agreement: CarriedOutApproval | undefined): Record<string, string> =>
  agreement === undefined
    ? {}
    : {
        approval: String(agreement.approvalId),
        askedBy: `staff:${agreement.askedBy}`,
        ...(agreement.isAlone ? { alone: 'yes' } : {}),
      };

import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { writeTogether } from '#server/database/write-together.ts';
import { auditLedger } from '#server/ledger/audit-ledger.ts';
import { composeLetter } from '#server/mail/letter.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { auditPayments } from './audit-payments.ts';
import { auditProvider } from './audit-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { retryUnavailable } from './retry-unavailable.ts';

const day = 86_400_000;
const mostInLetter = 50;

/** `findings`: what does not add up, in words for the operator. `asked`: payments compared with the provider. */
export type MoneyAudit = { findings: string[]; asked: number };

/**
 * Whether the books are right: sums and cached balances, payments against postings, what belongs to nothing, and what
 * the providers hold. Reads only, unless it is to catch up with what no notice told of. A payment that is being settled in the same moment can show as a difference.
 * @throws ProviderUnavailable
 */
export async function auditMoney(deps: PaymentDeps, { isCatchingUp = false } = {}): Promise<MoneyAudit> {
  const { findings, asked } = await auditProvider(deps, isCatchingUp);
  const books = await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => [...(await auditLedger(tx)), ...(await auditPayments(tx))]);
  return { findings: [...books, ...findings], asked };
}

/** At three in the morning, UTC. */
export function nextNight(now: Date): Date {
  const night = new Date(now);
  night.setUTCHours(3, 0, 0, 0);
  return night > now ? night : new Date(night.getTime() + day);
}

/** Runs every night, and finds what notices that were lost for good would have told of. */
export const auditDaily = jobKind<Record<string, never>>('payment.audit', { forever: true });
const auditLetter = jobKind<{ day: string; findings: string; more: number }>('mail.money-audit');

/** The nightly audit, which writes to the operator when something does not add up. */
export function auditNightly(deps: PaymentDeps, mail: Mail, operatorEmail: string): JobHandlers {
  return {
    ...auditDaily.handledBy(
      retryUnavailable(deps, async () => {
        const now = deps.clock();
        const { findings } = await auditMoney(deps, { isCatchingUp: true });
        if (findings.length > 0) {
          deps.log.error({ findings }, 'the books do not add up');
          const letter = {
            day: now.toISOString().slice(0, 10),
            findings: findings.slice(0, mostInLetter).join('\n'),
            more: Math.max(0, findings.length - mostInLetter),
          };
          await writeTogether(deps.db, [enqueue([auditLetter.at(now, letter, letter.day)])]);
          deps.jobs.wake();
        }
        return nextNight(now);
      }),
    ),
    ...auditLetter.handledBy(async ({ day: at, findings, more }) => {
      await mail.send(
        composeLetter({
          id: `money-audit-${at}`,
          to: operatorEmail,
          subject: 'The books do not add up',
          title: 'The books do not add up',
          blocks: [
            {
              paragraph:
                'The nightly audit found differences. A payment that was settled in the same moment can be one: run "npm run money:audit" to look again before you act.',
            },
            { label: more > 0 ? `Found (and ${more} more)` : 'Found', quote: findings },
          ],
        }),
      );
    }),
  };
}

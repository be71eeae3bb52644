import { ProblemReply } from '#server/http/refusal.ts';
import { confirmAct, type OperatorCommands } from '#server/operator/operator-command.ts';
import type { Actor } from '#server/process/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import { restoreEmail } from './change-email.ts';
import { identifyCustomer } from './find-customer.ts';
import {
  describeErasure,
  type EraseDeps,
  eraseAccount,
  exportAccount,
  setLock,
  signOut,
} from './manage-account.ts';

const acts: Record<string, (deps: EraseDeps, email: string, by: Actor, typed?: string) => Promise<string>> = {
  async lock(deps, email, by, typed) {
    confirmAct(await describeLock(deps, email), email, typed);
    await setLock(deps, email, true, by);
    return `The account of ${email} is locked and logged out everywhere.`;
  },
  async unlock(deps, email, by) {
    await setLock(deps, email, false, by);
    return `${email} can log in again.`;
  },
  async 'log-out'(deps, email, by, typed) {
    if (email === 'everyone') confirmAct(await describeLogOut(deps), email, typed);
    await signOut(deps, email, by);
    return `${email === 'everyone' ? 'Everyone' : email} is logged out everywhere.`;
  },
  async 'restore-email'(deps, email, by, former = '') {
    const { isLocked } = await restoreEmail(deps, email, former, by);
    const unlock = isLocked
      ? ' The account is still locked. Unlock it so that the owner can set a password.'
      : '';
    return `The account has the address ${former} again. It’s logged out everywhere, and its password no longer works. The owner can set a new password under “Forgot your password?”${unlock}`;
  },
  export: async (deps, email, by) => JSON.stringify(await exportAccount(deps, email, by), null, 2),
  async erase(deps, email, by, typed) {
    confirmAct(await describeErasure(deps, email), email, typed);
    const letters = await eraseAccount(deps, email, by);
    return `The data of ${email} was erased. ${letters === 1 ? '1 email was' : `${letters} emails were`} deleted from the mail folder. Orders and payments are kept for accounting, without a name.`;
  },
};

async function countSessions({ db }: EraseDeps, whose: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from session where ended_at is null and ${whose}`.execute(db);
  return rows[0]!.count === 1 ? '1 session' : `${rows[0]!.count} sessions`;
}

async function describeLock(deps: EraseDeps, email: string): Promise<string> {
  const { id } = await identifyCustomer(deps.db, email);
  return `This ends ${await countSessions(deps, sql`customer_id = ${id}`)} of ${email}, who can’t log in again until you unlock the account.`;
}

const describeLogOut = async (deps: EraseDeps) =>
  `This ends ${await countSessions(deps, sql`true`)}: every customer has to log in again.`;

type SharedAddress = { address: string; who: string; email: string; created_at: Date; is_confirmed: boolean };

/** Pairs of accounts from before migration 0077 whose addresses are spellings of one. */
async function listShared({ db }: EraseDeps): Promise<string> {
  const { rows } = await sql<SharedAddress>`
    select email_canonical as address, who, email, created_at, is_confirmed from (
      select email_canonical, email_spelling, 'customer ' || id as who, email, created_at, email_confirmed_at is not null as is_confirmed from customer
      where email_canonical in (select email_canonical from customer where email_spelling <> '')
      union all select email_canonical, email_spelling, 'staff ' || id, email, created_at, true from staff
      where email_canonical in (select email_canonical from staff where email_spelling <> '')
    ) as shared order by address, who`.execute(db);
  if (rows.length === 0) return 'No two accounts have the same email address.';
  return rows
    .map(
      ({ address, who, email, created_at: at, is_confirmed: isConfirmed }) =>
        `${address}  ${who}  typed as ${email}  ${isConfirmed ? 'confirmed' : 'not confirmed'}  since ${at.toISOString().slice(0, 10)}`,
    )
    .join('\n');
}

/** The operator's commands for customer accounts, also available as `npm run account -- lock EMAIL`. */
export const accountCommands = (deps: EraseDeps): OperatorCommands => ({
  addresses: {
    usage: '',
    summary: 'List accounts whose email addresses are two spellings of one address',
    run: () => listShared(deps),
  },
  account: {
    usage: `${Object.keys(acts).join('|')} EMAIL [EMAIL]`,
    summary:
      'Lock, unlock or log out an account; export or erase a customer’s data; restore a former address (enter it second). To confirm locking or erasing, repeat EMAIL',
    async run({ words: [name = '', email, typed], by }) {
      const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
      if (!act || !email)
        throw new ProblemReply(
          400,
          `Enter an action and an email address. Actions: ${Object.keys(acts).join(', ')}.`,
        );
      return act(deps, email, by, typed);
    },
  },
});

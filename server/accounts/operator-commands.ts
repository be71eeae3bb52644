import { ProblemReply } from '#server/http/refusal.ts';
import { confirmAct, type OperatorCommands } from '#server/operator/operator-command.ts';
import type { Actor } from '#server/process/actor.ts';
import {
  describeErasure,
  type EraseDeps,
  eraseAccount,
  exportAccount,
  setLock,
  signOut,
} from './manage-account.ts';

const acts: Record<string, (deps: EraseDeps, email: string, by: Actor, typed?: string) => Promise<string>> = {
  async lock(deps, email, by) {
    await setLock(deps, email, true, by);
    return `${email} is locked and logged out everywhere.`;
  },
  async unlock(deps, email, by) {
    await setLock(deps, email, false, by);
    return `${email} can log in again.`;
  },
  async 'log-out'(deps, email, by) {
    await signOut(deps, email, by);
    return `${email === 'everyone' ? 'Everyone' : email} is logged out everywhere.`;
  },
  export: async (deps, email, by) => JSON.stringify(await exportAccount(deps, email, by), null, 2),
  async erase(deps, email, by, typed) {
    confirmAct(await describeErasure(deps, email), email, typed);
    const letters = await eraseAccount(deps, email, by);
    return `The data of ${email} was erased. ${letters === 1 ? '1 email was' : `${letters} emails were`} deleted from the mail folder. Orders and payments are kept for accounting, without a name.`;
  },
};

/** The operator's commands on customer accounts; also as `npm run account -- lock EMAIL`. */
export const accountCommands = (deps: EraseDeps): OperatorCommands => ({
  account: {
    usage: `${Object.keys(acts).join('|')} EMAIL [EMAIL]`,
    summary: 'Lock, unlock or log out an account; export a customer’s data, or erase it (EMAIL twice)',
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

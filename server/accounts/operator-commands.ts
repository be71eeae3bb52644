import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import { type EraseDeps, eraseAccount, exportAccount, setLock, signOut } from './manage-account.ts';

const acts: Record<string, (deps: EraseDeps, email: string) => Promise<string>> = {
  async lock(deps, email) {
    await setLock(deps, email, true);
    return `${email} is locked and logged out everywhere.`;
  },
  async unlock(deps, email) {
    await setLock(deps, email, false);
    return `${email} can log in again.`;
  },
  async 'sign-out'(deps, email) {
    await signOut(deps, email);
    return `${email === 'everyone' ? 'Everyone' : email} is logged out everywhere.`;
  },
  export: async (deps, email) => JSON.stringify(await exportAccount(deps, email), null, 2),
  async erase(deps, email) {
    const letters = await eraseAccount(deps, email);
    return `${email} was erased. Emails erased from the mail folder: ${letters}. Orders and payments stay on the books without a name.`;
  },
};

/** The operator's commands on customer accounts; also as `npm run account -- lock EMAIL`. */
export const accountCommands = (deps: EraseDeps): OperatorCommands => ({
  account: {
    usage: `${Object.keys(acts).join('|')} EMAIL`,
    summary: 'Lock, unlock or log out an account; export or erase a customer’s data',
    async run({ words: [name = '', email] }) {
      const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
      if (!act || !email)
        throw new ProblemReply(
          400,
          `Give an action and an email address. The actions are ${Object.keys(acts).join(', ')}.`,
        );
      return act(deps, email);
    },
  },
});

import { builtInRoles } from '#contract/permissions.ts';
import { canonicalEmail } from '#contract/text.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import type { Actor } from '#server/process/actor.ts';
import { inviteFirstOwner, inviteUrl } from './invitations.ts';
import { invite, letBackIn, listPeople, setState } from './people.ts';
import type { StaffDeps } from './staff-deps.ts';
import { operatorAs } from './team.ts';

type Deps = Pick<StaffDeps, 'db' | 'clock' | 'origin'>;

async function list(deps: Deps): Promise<string> {
  const { people } = await listPeople(deps);
  if (people.length === 0) return 'The team is empty. "desk" makes a link for the first owner.';
  return people
    .map(
      ({ id, status, role, passkeys, hasCode, name, email }) =>
        `${id.padStart(4)}  ${status.padEnd(7)} ${role.padEnd(12)} ${passkeys} passkeys${hasCode ? ', password and code' : ''}  ${name} <${email}>`,
    )
    .join('\n');
}

const usable = (url: string, expiresAt: string) => `${url}\nIt works once, until ${expiresAt}.`;

const acts: Record<string, (deps: Deps, word: string, by: Actor) => Promise<string>> = {
  async invite(deps, role, by) {
    const { url, expiresAt } = await invite(deps, operatorAs(by), role);
    return usable(url, expiresAt);
  },
  async 'let-back-in'(deps, email, by) {
    const { url, expiresAt } = await letBackIn(deps, operatorAs(by), canonicalEmail(email));
    return usable(url, expiresAt);
  },
  async lock(deps, email, by) {
    await setState(deps, operatorAs(by), canonicalEmail(email), 'lock');
    return `${email} is locked and logged out of the desk.`;
  },
  async unlock(deps, email, by) {
    await setState(deps, operatorAs(by), canonicalEmail(email), 'unlock');
    return `${email} can log in to the desk again.`;
  },
};

/** The operator's commands for the people of the desk: for anyone who has the machine. */
export const staffCommands = (deps: Deps): OperatorCommands => ({
  desk: {
    usage: '',
    summary: 'Make a link for the first owner of the desk',
    async run({ by }) {
      const { db, clock, origin } = deps;
      const now = clock();
      const entry = auditEntry(by, now, { action: 'desk', subject: 'role owner' });
      const code = await inviteFirstOwner(db, now, entry);
      if (!code)
        throw new ProblemReply(
          409,
          'The desk has an owner. "staff invite ROLE" invites others, and "staff let-back-in EMAIL" helps an owner who can’t log in.',
        );
      return `${inviteUrl(origin, code)}\nIt works once, for an hour.`;
    },
  },
  staff: {
    usage: `list | ${Object.keys(acts).join('|')} ROLE or EMAIL`,
    summary: `List the team, invite, lock or unlock a person. Roles: ${builtInRoles.map(({ key }) => key).join(', ')}, or your own`,
    async run({ words: [name = '', word], by }) {
      if (name === 'list') return list(deps);
      const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
      if (!act || !word) throw new ProblemReply(400, 'Use it like this: staff list, or staff invite editor.');
      return act(deps, word, by);
    },
  },
});

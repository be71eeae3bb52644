import { builtInRoles } from '#contract/desk/permissions.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import { ProblemReply, Refusal } from '#server/http/refusal.ts';
import { confirmAct, type OperatorCommands } from '#server/operator/operator-command.ts';
import type { Actor } from '#server/process/actor.ts';
import { inviteFirstOwner, inviteUrl } from './invitations.ts';
import { setNetworks, showNetworks } from './networks.ts';
import { invite, letBackIn, listPeople, setState } from './people.ts';
import type { StaffDeps } from './staff-deps.ts';
import { operatorAs } from './team.ts';

type Deps = Pick<StaffDeps, 'db' | 'clock' | 'catalogue' | 'origin'>;

async function list(deps: Deps): Promise<string> {
  const { people } = await listPeople(deps);
  if (people.length === 0)
    return 'No one is on the team yet. Run "desk" to create a link for the first owner.';
  return people
    .map(
      ({ id, status, role, passkeys, hasCode, name, email }) =>
        `${id.padStart(4)}  ${status.padEnd(7)} ${role.padEnd(12)} ${passkeys} passkeys${hasCode ? ', password and code' : ''}  ${name} <${email}>`,
    )
    .join('\n');
}

const usable = (url: string, expiresAt: string) =>
  `${url}\nThis link works once and expires at ${expiresAt}.`;

const acts: Record<string, (deps: Deps, word: string, by: Actor, typed?: string) => Promise<string>> = {
  async invite(deps, role, by) {
    const { url, expiresAt } = await invite(deps, operatorAs(by), role);
    return usable(url, expiresAt);
  },
  async 'let-back-in'(deps, email, by) {
    const { url, expiresAt } = await letBackIn(deps, operatorAs(by), email);
    return usable(url, expiresAt);
  },
  async lock(deps, email, by, typed) {
    const { people } = await listPeople(deps);
    const isKnown = people.some((person) => canonicalEmail(person.email) === canonicalEmail(email));
    // an unknown address needs no confirmation: setState refuses it
    if (isKnown)
      confirmAct(
        `${email} can’t log in to the desk until someone unlocks the account. All of this person’s sessions end now, and their unused links stop working.`,
        email,
        typed,
      );
    await setState(deps, operatorAs(by), email, 'lock');
    return `The desk account ${email} is locked, and all its sessions have ended.`;
  },
  async unlock(deps, email, by) {
    await setState(deps, operatorAs(by), email, 'unlock');
    return `${email} can log in to the desk again.`;
  },
};

/**
 * Converts a Refusal, whose field names the command line can't show.
 * @throws ProblemReply with the Refusal's first message
 */
function sayRefusal(error: unknown): never {
  const [words] = error instanceof Refusal ? Object.values(error.errors).flat() : [];
  throw words === undefined ? error : new ProblemReply(400, `${words}.`);
}

const networkLines = (networks: readonly string[]): string =>
  networks.length === 0
    ? 'The desk can be used from any network.'
    : `The desk can be used only from these networks:\n${networks.join('\n')}`;

/** The operator's commands for staff. Anyone with access to the machine can run them. */
export const staffCommands = (deps: Deps): OperatorCommands => ({
  desk: {
    usage: '',
    summary: 'Create a link for the first owner of the desk',
    async run({ by }) {
      const { db, clock, origin } = deps;
      const now = clock();
      const entry = auditEntry(by, now, { action: 'desk', subject: 'role owner' });
      const code = await inviteFirstOwner(db, now, entry);
      if (!code)
        throw new ProblemReply(
          409,
          'The desk already has an owner. Use "staff invite ROLE" to invite others, or "staff let-back-in EMAIL" to help an owner who can’t log in.',
        );
      return `${inviteUrl(origin, code)}\nThis link works once and expires in one hour.`;
    },
  },
  networks: {
    usage: '[clear | NETWORK…]',
    summary: 'Show, replace or clear the list of networks from which people can use the desk',
    async run({ words, by }) {
      const isCleared = words.length === 1 && words[0] === 'clear';
      const networks =
        words.length === 0
          ? (await showNetworks(deps, '')).networks
          : await setNetworks(deps, by, { networks: isCleared ? [] : words }).catch(sayRefusal);
      return networkLines(networks);
    },
  },
  staff: {
    usage: `list | ${Object.keys(acts).join('|')} ROLE or EMAIL [EMAIL]`,
    summary: `List the team; invite, lock or unlock a person, or restore their access. Roles: ${builtInRoles.map(({ key }) => key).join(', ')}, or one of your own`,
    async run({ words: [name = '', word, typed], by }) {
      if (name === 'list') return list(deps);
      const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
      if (!act || !word) throw new ProblemReply(400, 'Usage: staff list, or staff invite editor.');
      return act(deps, word, by, typed);
    },
  },
});

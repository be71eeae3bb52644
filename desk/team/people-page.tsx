import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useOutletContext } from 'react-router';
import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { Me } from '#contract/desk/staff.ts';
import { covers } from '#contract/desk/permissions.ts';
import type { PersonLoad as Load } from '#contract/desk/reports.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { NotProven, withProof } from '#desk/api/prove.ts';
import { mayDo } from '#desk/api/session.ts';
import { ActsMenu, MenuItem } from '#desk/frame/acts-menu.tsx';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { InviteLink } from './invite-link.tsx';
import { OpenLinks } from './open-links.tsx';
import type { Person } from './person-form.ts';
import { PersonLoad } from './person-load.tsx';
import { useTeam } from './use-team.ts';
import { weekNames } from './week-names.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

type Role = DeskAnswerOf<'listRoles'>['roles'][number];
type Link = DeskAnswerOf<'invite'>;

const statusLabels: Record<Person['status'], string> = {
  active: 'Active',
  locked: 'Locked',
  left: 'Removed',
};

/** Acts on a person that ask for confirmation. `loses`: what the dialog says will be lost. */
const finalActs = {
  lock: {
    call: 'lockPerson',
    title: (name: string) => `Lock ${name}’s account?`,
    loses:
      'All of this person’s sessions end now. Links for them, and links that they created, stop working. They can’t log in until someone unlocks their account.',
    button: 'Lock account',
    done: (name: string) => `${name}’s account is locked`,
  },
  leave: {
    call: 'leave',
    title: (name: string) => `Remove ${name} from the team?`,
    loses:
      'This person will lose access permanently. Their name stays on their past work. If you invite them again, they’ll get a new account. This can’t be undone.',
    button: 'Remove from team',
    done: (name: string) => `${name} has been removed from the team`,
  },
} as const;

export function PeoplePage() {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const [invites, setInvites] = useState(false);
  const [link, setLink] = useState<Link>();
  const team = useTeam();
  const load = useQuery({
    queryKey: ['reports', 'load'],
    queryFn: ({ signal }) => callDesk('showLoad', { signal }),
    enabled: mayDo(me, 'work.see'),
    staleTime: 0,
  });
  const [today] = useState(() => operatorsDay(new Date(), businessCalendar));
  const { begin, end } = useOneAtATime<string>();
  /** Runs a change after a proof, shows a message, and reloads the team. */
  const attempt = async (run: () => Promise<unknown>, message: string): Promise<void> => {
    if (!begin(message)) return;
    try {
      await withProof(run);
      notify({ message });
    } catch (error) {
      if (!(error instanceof NotProven)) notify({ message: failureMessage(error), kind: 'error' });
    }
    end(message);
    await client.invalidateQueries({ queryKey: ['people'] });
  };
  return (
    <Screen title="People">
      <Button className="self-start" onClick={() => setInvites(true)}>
        Invite someone
      </Button>
      <Awaited query={team}>
        {({ people, roles, invitations }) => (
          <>
            {people.length === 1 && (
              <p className="text-muted">
                You’re the only person on the team. Invite someone to share the work.
              </p>
            )}
            <ul className="border-t border-hairline">
              {people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  me={me}
                  roles={roles}
                  attempt={attempt}
                  onLink={setLink}
                  today={today}
                  load={load.data?.people.find(({ id }) => id === person.id)}
                  weeks={weekNames(load.data?.weeks ?? [], today)}
                />
              ))}
            </ul>
            <OpenLinks
              links={invitations}
              labelOf={(role) => roles.find(({ key }) => key === role)?.label ?? role}
              nameOf={(person) => people.find(({ id }) => id === person)?.name ?? 'someone'}
              attempt={attempt}
            />
            {invites && (
              <InviteDialog
                roles={givable(me, roles)}
                onClose={() => setInvites(false)}
                onLink={(made) => {
                  setInvites(false);
                  setLink(made);
                  void client.invalidateQueries({ queryKey: ['people'] });
                }}
              />
            )}
          </>
        )}
      </Awaited>
      {link && <InviteLink link={link} onClose={() => setLink(undefined)} />}
    </Screen>
  );
}

/** The roles that the person may give: a person can't give a permission that they don't have. */
const givable = (me: Me, roles: readonly Role[]) =>
  roles.filter(({ permissions }) => covers(me.permissions, permissions));

function InviteDialog({
  roles,
  onClose,
  onLink,
}: {
  roles: readonly Role[];
  onClose: () => void;
  onLink: (link: Link) => void;
}) {
  const [role, setRole] = useState('');
  const [error, setError] = useState<string>();
  const { busy, begin, end } = useOneAtATime();
  const invite = async () => {
    if (role === '') {
      setError('Choose a role');
      document.getElementById('invite-role')?.focus();
      return;
    }
    if (!begin()) return;
    try {
      onLink(await withProof(() => callDesk('invite', { body: { role } })));
    } catch (failure) {
      if (!(failure instanceof NotProven)) setError(failureMessage(failure));
      end();
    }
  };
  return (
    <Dialog title="Invite someone" onClose={onClose}>
      <p>
        You’ll get an invitation link to send. The first person who signs up with the link joins with this
        role. The link expires after 24 hours.
      </p>
      <SelectField
        id="invite-role"
        label="Role"
        error={error}
        options={roles.map(({ key, label }) => ({ value: key, label }))}
        emptyLabel="Choose a role"
        value={role}
        onValue={(value) => {
          setRole(value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => void invite()}>
          Create the link
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

function PersonRow({
  person,
  me,
  roles,
  attempt,
  onLink,
  today,
  load,
  weeks,
}: {
  person: Person;
  me: Me;
  roles: readonly Role[];
  attempt: (run: () => Promise<unknown>, message: string) => Promise<void>;
  onLink: (link: Link) => void;
  /** ISO date. */
  today: string;
  /** Undefined until it is loaded, and for callers who don't see all work. */
  load: Load | undefined;
  /** The names of the load's weeks. */
  weeks: readonly string[];
}) {
  const { id, name, email, role, status, lastSeenAt, sessions, backOn } = person;
  const [asked, setAsked] = useState<keyof typeof finalActs>();
  const roleLabel = roles.find(({ key }) => key === role)?.label ?? role;
  const isMe = id === me.id;
  const params = { id };
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-3 border-b border-hairline py-4 md:grid md:grid-cols-[minmax(0,1fr)_8rem_14rem_7rem] md:gap-x-6">
      <p className="min-w-0 grow basis-40">
        <Link to={`/people/${id}`} className="link font-semibold">
          {name}
        </Link>
        {isMe && ' (you)'}{' '}
        <span className={status === 'active' ? 'sr-only' : 'tag'}>{statusLabels[status]}</span>
        {backOn !== null && backOn > today && <span className="tag">Away until {formatDay(backOn)}</span>}
        <span className="block text-muted">{email}</span>
        <span className="block text-muted">
          {lastSeenAt ? `Last seen ${formatTime(lastSeenAt)}` : 'Never logged in'}
          {sessions > 0 && `, ${sessions === 1 ? '1 session' : `${sessions} sessions`}`}
        </span>
      </p>
      <p className="max-md:order-1 max-md:basis-full">
        {roleLabel}
        {!isMe && status !== 'left' && (
          <Link to={`/people/${id}`} className="link block">
            Change<span className="sr-only"> {name}’s role</span>
          </Link>
        )}
      </p>
      <div className="max-md:order-1 max-md:basis-full">
        {load && <PersonLoad load={load} person={person} names={weeks} />}
      </div>
      {!isMe && status !== 'left' && (
        <div className="md:justify-self-end">
          <ActsMenu id={`acts-${id}`} of={name}>
            {sessions > 0 && (
              <MenuItem
                onAct={() =>
                  void attempt(() => callDesk('endSessions', { params }), `${name} is logged out everywhere`)
                }
              >
                Log out everywhere
              </MenuItem>
            )}
            <MenuItem
              onAct={() =>
                void attempt(async () => onLink(await callDesk('letBackIn', { params })), 'Link created')
              }
            >
              Restore access
            </MenuItem>
            {status === 'active' ? (
              <MenuItem onAct={() => setAsked('lock')}>Lock account</MenuItem>
            ) : (
              <MenuItem
                onAct={() =>
                  void attempt(() => callDesk('unlockPerson', { params }), `${name}’s account is unlocked`)
                }
              >
                Unlock account
              </MenuItem>
            )}
            <MenuItem isApart onAct={() => setAsked('leave')}>
              Remove from team
            </MenuItem>
          </ActsMenu>
        </div>
      )}
      {asked && (
        <Dialog title={finalActs[asked].title(name)} onClose={() => setAsked(undefined)}>
          <p>{finalActs[asked].loses}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              onClick={() => {
                setAsked(undefined);
                void attempt(() => callDesk(finalActs[asked].call, { params }), finalActs[asked].done(name));
              }}
            >
              {finalActs[asked].button}
            </Button>
            <Button look="quiet" onClick={() => setAsked(undefined)}>
              Cancel
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}

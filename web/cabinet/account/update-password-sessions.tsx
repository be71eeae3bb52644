import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { logoutEverywhereBody, type SessionList } from '#contract/storefront/accounts.ts';
import { failureMessage } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { endAllSessions } from '#web/session/session-tokens.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { PasswordField } from '#ui/text-field.tsx';
import { formatTime } from '#web/cabinet/format-time.ts';

type Session = SessionList['sessions'][number];

/** The customer's sessions, each with a logout button, and one button for all. */
export function UpdatePasswordSessions() {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const [sessions, setSessions] = useState<Session[]>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  // the session to end, or all sessions, while the password is asked
  const [ending, setEnding] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    setFailure(undefined);
    callApi('listSessions', { signal: leaving.signal }).then(
      (list) => setSessions(list.sessions),
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(failureMessage(error));
      },
    );
    return () => leaving.abort();
  }, [tries]);

  const endOne = async ({ id, device }: Session, currentPassword: string) => {
    await callApi('endSession', { body: { sessionId: id, currentPassword } });
    setSessions((listed) => listed?.filter((session) => session.id !== id));
    setEnding(undefined);
    heading.current?.focus();
    notify({ message: `${device} was logged out` });
  };
  const endAll = async (currentPassword: string) => {
    await callApi('logoutEverywhere', { body: { currentPassword } });
    // Leaves a customers-only page before its guard redirects.
    await navigate('/');
    endAllSessions();
    notify({ message: 'You’ve been logged out everywhere' });
  };

  return (
    <section aria-labelledby="logins" className="flex flex-col gap-6">
      <h2 ref={heading} id="logins" tabIndex={-1} className="text-h3">
        Where you’re logged in
      </h2>
      {failure !== undefined && (
        <Notice kind="error" role="alert" title={failure}>
          <Button look="quiet" small className="mt-3" onClick={() => setTries(tries + 1)}>
            Try again
          </Button>
        </Notice>
      )}
      {!sessions && failure === undefined && <Skeleton lines={3} label="Loading your logins" />}
      {sessions && (
        <ul className="border-t border-hairline">
          {sessions.map((session) => (
            <li key={session.id} className="border-b border-hairline py-4">
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <SessionFacts session={session} />
                {!session.current && ending !== session.id && (
                  <Button
                    look="quiet"
                    small
                    aria-label={`Log out ${session.device}, last active around ${formatTime(session.lastUsedAt)}`}
                    onClick={() => setEnding(session.id)}
                  >
                    Log out
                  </Button>
                )}
              </div>
              {ending === session.id && (
                <PasswordAgain
                  button={`Log out ${session.device}`}
                  send={(password) => endOne(session, password)}
                  cancel={() => setEnding(undefined)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {sessions && ending !== 'all' && (
        <Button look="quiet" className="self-start" onClick={() => setEnding('all')}>
          Log out everywhere
        </Button>
      )}
      {ending === 'all' && (
        <PasswordAgain button="Log out everywhere" send={endAll} cancel={() => setEnding(undefined)} />
      )}
    </section>
  );
}

function SessionFacts({ session: { current, device, place, createdAt, lastUsedAt } }: { session: Session }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold">
        {device}
        {current && <span className="font-normal text-muted">, this browser</span>}
      </p>
      <p className="text-small text-muted">{place ?? 'Unknown location'}</p>
      <p className="text-small text-muted">
        Logged in {formatTime(createdAt)},{' '}
        {current ? 'in use now' : `last active around ${formatTime(lastUsedAt)}`}
      </p>
    </div>
  );
}

const initial = { currentPassword: '' };

/** A person who finds this browser open must not log its owner out elsewhere: asks for the password again. */
function PasswordAgain({
  button,
  send,
  cancel,
}: {
  button: string;
  send: (password: string) => Promise<void>;
  cancel: () => void;
}) {
  const { busy, field, form } = useSendForm({
    name: 'end-session',
    initial,
    schema: logoutEverywhereBody,
    fields: ['currentPassword'],
    send: ({ currentPassword }) => send(currentPassword),
  });
  const { id } = field('currentPassword');
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return (
    <SendForm form={form} className="mt-4 gap-4">
      <PasswordField {...field('currentPassword')} label="Your password" autoComplete="current-password" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" small busy={busy} busyText="Logging out">
          {button}
        </Button>
        <Button look="quiet" small onClick={cancel}>
          Cancel
        </Button>
      </div>
    </SendForm>
  );
}

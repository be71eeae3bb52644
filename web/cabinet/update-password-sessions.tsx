import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SessionList } from '#contract/accounts.ts';
import { failureMessage } from '#web/api/api-error.ts';
import { accountCalls } from '#web/api/account-calls.ts';
import { callApi } from '#web/api/call-api.ts';
import { logOutEverywhere } from '#web/session/change-password.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/snackbar.tsx';
import { timeWords } from './time-words.ts';

type Session = SessionList['sessions'][number];

/** Where the customer is logged in, each with its way out, and one for all. */
export function UpdatePasswordSessions() {
  const navigate = useNavigate();
  const [sessions, setSessions] = useState<Session[]>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  const [ending, setEnding] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    setFailure(undefined);
    callApi(accountCalls.listSessions, { signal: leaving.signal }).then(
      (list) => setSessions(list.sessions),
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(failureMessage(error));
      },
    );
    return () => leaving.abort();
  }, [tries]);

  const end = async (what: string, act: () => Promise<void>) => {
    setEnding(what);
    try {
      await act();
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    } finally {
      setEnding(undefined);
    }
  };
  const endOne = ({ id, device }: Session) =>
    end(id, async () => {
      await callApi(accountCalls.endSession, { body: { sessionId: id } });
      setSessions((listed) => listed?.filter((session) => session.id !== id));
      notify({ message: `${device} is logged out` });
    });
  const endAll = () =>
    end('all', async () => {
      // Away from a page that only a customer may see, before its guard has to say so.
      await navigate('/');
      await logOutEverywhere();
      notify({ message: 'You are logged out everywhere' });
    });

  return (
    <section aria-labelledby="logins" className="flex flex-col gap-6">
      <h2 id="logins" className="text-h3">
        Where you are logged in
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
            <li
              key={session.id}
              className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-3"
            >
              <div>
                <p className="font-semibold">{session.device}</p>
                <p className="text-small text-muted">
                  {session.current ? 'This browser, ' : ''}
                  {session.current ? 'logged in' : 'Logged in'} {timeWords(session.createdAt)}, last used{' '}
                  {timeWords(session.lastUsedAt)}
                </p>
              </div>
              {!session.current && (
                <Button
                  look="quiet"
                  small
                  busy={ending === session.id}
                  busyText="Logging out"
                  aria-label={`Log out ${session.device}, last used ${timeWords(session.lastUsedAt)}`}
                  onClick={() => void endOne(session)}
                >
                  Log out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {sessions && (
        <Button
          look="quiet"
          className="self-start"
          busy={ending === 'all'}
          busyText="Logging out"
          onClick={() => void endAll()}
        >
          Log out everywhere
        </Button>
      )}
    </section>
  );
}

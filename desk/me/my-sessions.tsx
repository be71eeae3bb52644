import { useQuery, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { NotProven, withProof } from '#desk/api/prove.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

/** The person's sessions. Each has a button to end it, except the current one. */
export function MySessions() {
  const client = useQueryClient();
  const { begin, end } = useOneAtATime();
  const sessions = useQuery({
    queryKey: ['my-sessions'],
    queryFn: ({ signal }) => callDesk('listMySessions', { signal }),
  });
  const endSession = async (id: string) => {
    if (!begin()) return;
    try {
      await withProof(() => callDesk('endMySession', { params: { id } }));
      notify({ message: 'Session ended' });
      await client.invalidateQueries({ queryKey: ['my-sessions'] });
    } catch (error) {
      if (!(error instanceof NotProven)) notify({ message: failureMessage(error), kind: 'error' });
    }
    end();
  };
  return (
    <section aria-labelledby="sessions" className="max-w-2xl">
      <h2 id="sessions">Where you’re logged in</h2>
      <Awaited query={sessions}>
        {(found) => (
          <ul className="mt-4 border-t border-hairline">
            {found.sessions.map(({ id, device, network, createdAt, lastUsedAt, isCurrent }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-2"
              >
                <span>
                  <strong>{device}</strong>
                  {isCurrent && ' (current session)'}
                  <span className="block text-muted">
                    {network}, since {formatTime(createdAt)}, last used {formatTime(lastUsedAt)}
                  </span>
                </span>
                {!isCurrent && (
                  <Button
                    look="quiet"
                    small
                    aria-label={`End session on ${device}, since ${formatTime(createdAt)}`}
                    onClick={() => void endSession(id)}
                  >
                    {' '}
                    End session{' '}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Awaited>
    </section>
  );
}

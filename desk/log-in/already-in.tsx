import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import { ApiError, failureMessage, UnreachableError } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';
import { callDesk, needsProof } from '#desk/api/call-desk.ts';
import { keepMe } from '#desk/api/session.ts';

/** Whether the link was used or has expired. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * Who is logged in after a welcome call whose answer was lost; null if it failed. `before`: the ID of who was logged in before.
 */
export async function findJoined(error: unknown, before: string | undefined): Promise<Me | null> {
  const isLost = error instanceof UnreachableError;
  if (!isLost && !isOver(error)) return null;
  const { me } = await callDesk('session', {}).catch(() => ({ me: null }));
  return isLost && me?.id === before ? null : me;
}

/** Says who is logged in, and offers new recovery codes, because the answer that had them may be lost. */
export function AlreadyIn({ me, onCodes }: { me: Me; onCodes: (codes: string[]) => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, begin, end } = useOneAtATime();
  const open = (path: string) => {
    keepMe(client, me);
    void client.invalidateQueries({ queryKey: ['session'] });
    void navigate(path, { replace: true });
  };
  const renew = async () => {
    if (!begin()) return;
    try {
      onCodes((await callDesk('renewRecoveryCodes', {})).codes);
    } catch (error) {
      // that page can ask for the proof
      if (needsProof(error)) open('/me');
      else notify({ message: failureMessage(error), kind: 'error' });
    }
    end();
  };
  return (
    <div className="flex flex-col gap-4">
      <p>
        You’re logged in as <bdi className="font-semibold">{me.name}</bdi>. If you’ve just used this link and
        haven’t saved your recovery codes, get new ones now. Your earlier codes will stop working.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText="Creating" onClick={() => void renew()}>
          Get new recovery codes
        </Button>
        <Button look="quiet" onClick={() => open('/')}>
          Go to the desk
        </Button>
      </div>
    </div>
  );
}

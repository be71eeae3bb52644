import { useQueryClient } from '@tanstack/react-query';
import { Link, useOutletContext } from 'react-router';
import type { Mend } from '#contract/desk/money.ts';
import type { Me } from '#contract/desk/staff.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { refreshWork } from '#desk/work/pulse.ts';
import { countOf } from './money-words.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

/** Runs a call that repairs something, says what came of it, and loads the page again. */
export function useRepair() {
  const client = useQueryClient();
  const { busy, begin, end } = useOneAtATime();
  const repair = async (act: () => Promise<string>) => {
    if (!begin()) return;
    try {
      notify({ message: await act() });
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    await client.invalidateQueries({ queryKey: ['money'] });
    // the task of a mended problem ends
    await refreshWork(client);
    end();
  };
  return { busy, repair };
}

export async function retryEvents(eventId: string | null): Promise<string> {
  const { count } = await callDesk('retryEvents', { body: { eventId } });
  return `${countOf(count, 'webhook event')} will be retried.`;
}

export async function resendEmails(id: string | null): Promise<string> {
  const { count } = await callDesk('resendEmails', { body: { id } });
  return `${countOf(count, 'email')} will be resent.`;
}

export async function syncPayment(number: string): Promise<string> {
  await callDesk('syncPayment', { params: { number } });
  return `Payment ${number} was compared with the provider.`;
}

/** The one button that can mend a finding, and the way to its payment. */
export function MendButton({ mend }: { mend: Mend }) {
  const me = useOutletContext<Me>();
  const { busy, repair } = useRepair();
  if (mend.kind === 'explain')
    return (
      <ButtonLink look="quiet" small to="/money/payouts#unexplained" className="mt-2">
        {mayDo(me, 'money.adjust') ? 'Explain the transactions' : 'See the transactions'}
      </ButtonLink>
    );
  return (
    <div className="mt-2 flex flex-wrap items-center gap-4">
      {mayDo(me, 'money.repair') && (
        <Button
          look="quiet"
          small
          busy={busy}
          onClick={() =>
            void repair(() => (mend.kind === 'retry' ? retryEvents(mend.eventId) : syncPayment(mend.number)))
          }
        >
          {mend.kind === 'retry' ? 'Retry' : 'Compare with the provider'}
        </Button>
      )}
      {mend.kind === 'sync' && (
        <Link to={`/money/payments/${mend.number}`} className="link">
          {mend.number}
        </Link>
      )}
    </div>
  );
}

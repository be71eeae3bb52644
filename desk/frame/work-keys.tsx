import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Me } from '#contract/desk-staff.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { usePulse } from '#desk/work/pulse.ts';
import { useKeys } from '#desk/work/use-keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { SearchDialog } from './search-dialog.tsx';

type Open = 'search' | 'keys';

/** What works on every screen: the next thing to do, the search, and their keys. */
export function WorkKeys({ me }: { me: Me }) {
  const go = useNavigate();
  const [open, setOpen] = useState<Open>();
  const [busy, setBusy] = useState(false);
  const works = mayDo(me, 'work.own');
  usePulse();
  const openNext = async () => {
    setBusy(true);
    try {
      const { next } = await callDesk('next', {});
      if (next) await go(next.url);
      else notify({ message: 'Nothing needs you now.' });
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    setBusy(false);
  };
  useKeys(
    {
      '/': () => setOpen('search'),
      '?': () => setOpen('keys'),
      ...(works ? { n: () => void openNext() } : {}),
    },
    me.singleKeys,
  );
  const close = () => setOpen(undefined);
  const key = (name: string) => (me.singleKeys ? ` (${name})` : '');
  return (
    <div className="flex flex-wrap gap-2">
      {works && (
        <Button small busy={busy} busyText="Looking" onClick={() => void openNext()}>
          Next{key('N')}
        </Button>
      )}
      <Button look="quiet" small onClick={() => setOpen('search')}>
        Search{key('/')}
      </Button>
      {open === 'search' && <SearchDialog onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
    </div>
  );
}

import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Me } from '#contract/desk-staff.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { KeyHint } from './key-hint.tsx';
import { usePulse } from '#desk/work/pulse.ts';
import { useGoKeys, useKeys } from '#desk/work/use-keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { SearchDialog } from './search-dialog.tsx';

/** A screen and the key that opens it after G. */
type Place = { to: string; key?: string };
type Open = 'search' | 'keys';

/** What works on every screen: the next thing to do, the search, and their keys. */
export function WorkKeys({ me, places }: { me: Me; places: readonly Place[] }) {
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
  useGoKeys(
    Object.fromEntries(
      places.flatMap(({ to, key }) => (key === undefined ? [] : [[key, () => void go(to)]])),
    ),
    me.singleKeys,
  );
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2 max-md:ml-auto">
      {works && (
        <Button small busy={busy} busyText="Looking" onClick={() => void openNext()}>
          Next
          <KeyHint me={me} name="N" />
        </Button>
      )}
      <Button look="quiet" small onClick={() => setOpen('search')}>
        Search
        <KeyHint me={me} name="/" />
      </Button>
      {open === 'search' && <SearchDialog onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
    </div>
  );
}

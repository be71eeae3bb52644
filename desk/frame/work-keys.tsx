import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { mayDo } from '#desk/api/session.ts';
import { KeyHint } from './key-hint.tsx';
import { useBrowserNotices } from '#desk/work/browser-notices.ts';
import { useNextTask } from '#desk/work/next-task.ts';
import { usePulse } from '#desk/work/pulse.ts';
import { useGoKeys, useKeys } from '#desk/work/use-keys.ts';
import { KeysDialog, type Place } from './keys-dialog.tsx';
import { SearchDialog } from './search-dialog.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

type Open = 'search' | 'keys';

/** The screen that lists what a page is about. */
const placeOf = (pathname: string, places: readonly Place[]): Place | undefined =>
  places.find(({ to }) => (pathname.startsWith('/lines/') ? to === '/queue' : pathname.startsWith(`${to}/`)));

/** The buttons and keys of every screen: next task, search, and the list of keys. */
export function WorkKeys({ me, places }: { me: Me; places: readonly Place[] }) {
  const go = useNavigate();
  const { pathname, hash, key: visit } = useLocation();
  /** The list that a page below it belongs to; undefined on a list's own page. */
  const list = pathname.split('/').length > 2 ? placeOf(pathname, places) : undefined;
  const [open, setOpen] = useState<Open>();
  const { busy, begin, end } = useOneAtATime();
  const works = mayDo(me, 'work.own');
  const nextTask = useNextTask();
  usePulse();
  useBrowserNotices(me.id);
  const openNext = async () => {
    if (!begin()) return;
    try {
      const message = await nextTask(pathname + hash);
      if (message !== undefined) notify({ message });
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    end();
  };
  useKeys(
    {
      '/': () => setOpen('search'),
      '?': () => setOpen('keys'),
      ...(works ? { n: () => void openNext() } : {}),
      // the first page of a visit has nothing to go back to
      ...(list ? { escape: () => void (visit === 'default' ? go(list.to) : go(-1)) } : {}),
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
        <Button small busy={busy} busyText="Loading" onClick={() => void openNext()}>
          Next
          <KeyHint me={me} name="N" />
        </Button>
      )}
      <Button look="quiet" small onClick={() => setOpen('search')}>
        Search
        <KeyHint me={me} name="/" />
      </Button>
      {open === 'search' && <SearchDialog me={me} onClose={close} />}
      {open === 'keys' && <KeysDialog me={me} places={places} onClose={close} />}
    </div>
  );
}

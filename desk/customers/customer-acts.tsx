import { useState } from 'react';
import { type DeskCustomer, lockBody } from '#contract/desk/orders.ts';
import type { Me } from '#contract/desk/staff.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { saveFile } from '#ui/save-file.ts';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { mayDo } from '#desk/api/session.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

type Open = 'adjust' | 'lock' | 'unlock' | 'logOut' | 'erase';

/** Buttons for what the person may do with a customer. `again`: reloads the customer. */
export function CustomerActs({
  customer,
  me,
  again,
}: {
  customer: DeskCustomer;
  me: Me;
  again: () => Promise<void>;
}) {
  const [open, setOpen] = useState<Open>();
  const { busy, begin, end } = useOneAtATime();
  const { id, name, state, adjust, sessions } = customer;
  const close = () => setOpen(undefined);
  const params = { id };
  const download = async () => {
    if (!begin()) return;
    try {
      saveFile(await withProof(() => callDesk('exportCustomer', { params })));
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    end();
  };
  const isLocked = state === 'locked';
  const common = { schema: lockBody, onClose: close, again };
  return (
    <>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {adjust !== null && (
          <Button look="quiet" onClick={() => setOpen('adjust')}>
            Credit or debit
          </Button>
        )}
        {mayDo(me, 'customer.lock') && (
          <Button look="quiet" onClick={() => setOpen(isLocked ? 'unlock' : 'lock')}>
            {isLocked ? 'Unlock' : 'Lock'}
          </Button>
        )}
        {mayDo(me, 'customer.lock') && sessions.length > 0 && (
          <Button look="quiet" onClick={() => setOpen('logOut')}>
            Log out everywhere
          </Button>
        )}
        {mayDo(me, 'customer.data') && (
          <>
            <Button look="quiet" busy={busy} busyText="Exporting" onClick={() => void download()}>
              Export data
            </Button>
            <Button look="quiet" className="sm:ml-auto" onClick={() => setOpen('erase')}>
              Erase data
            </Button>
          </>
        )}
      </div>
      {open === 'adjust' && adjust !== null && (
        <AdjustDialog customer={customer} adjust={adjust} onClose={close} again={again} />
      )}
      {open === 'erase' && <EraseDialog customer={customer} onClose={close} again={again} />}
      {open === 'lock' && (
        <ReasonDialog
          {...common}
          about={`${id}-lock`}
          title={`Lock ${name}’s account?`}
          explanation="The customer will be logged out everywhere and won’t be able to log in. Work on their orders continues. They won’t get an email."
          action="Lock"
          done={`${name}’s account is locked.`}
          send={(body) => callDesk('lockCustomer', { params, body })}
        />
      )}
      {open === 'unlock' && (
        <ReasonDialog
          {...common}
          about={`${id}-unlock`}
          title={`Unlock ${name}’s account?`}
          explanation="The customer will be able to log in again. They won’t get an email."
          action="Unlock"
          done={`${name}’s account is unlocked.`}
          send={(body) => callDesk('unlockCustomer', { params, body })}
        />
      )}
      {open === 'logOut' && (
        <ReasonDialog
          {...common}
          about={`${id}-log-out`}
          title={`Log ${name} out everywhere?`}
          explanation="All of the customer’s sessions end immediately. They can log in again with their password."
          action="Log out everywhere"
          done={`${name} is logged out everywhere.`}
          send={(body) => callDesk('logOutCustomer', { params, body })}
        />
      )}
    </>
  );
}

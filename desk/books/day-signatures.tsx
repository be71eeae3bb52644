import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { booksEndpoints, type ShownDay } from '#contract/desk/books.ts';
import { formatDay } from '#contract/delivery-date.ts';
import type { Me } from '#contract/desk/staff.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { mayDo } from '#desk/api/session.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { periodUrl } from './book-words.ts';

/** When a day was closed, whether the ledger still matches it, and who signed it. */
export function DaySignatures({ me, shown }: { me: Me; shown: ShownDay }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label="This day" className="-mt-4 flex max-w-2xl flex-col gap-3">
      <Facts day={shown} />
      {mayDo(me, 'money.export') && !shown.signatures.some(({ isMine }) => isMine) && (
        <Button className="self-start" onClick={() => setIsOpen(true)}>
          Sign off this day
        </Button>
      )}
      <Neighbors day={shown} />
      {isOpen && <SignDialog me={me} day={shown.day} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

function Facts({ day: { closedAt, matches, seal, signatures } }: { day: ShownDay }) {
  return (
    <>
      {matches ? (
        <p>Closed {formatTime(closedAt)}. The ledger still matches this day.</p>
      ) : (
        <Notice kind="warning" title="The ledger no longer matches this day">
          <p>
            Transactions that were still in progress at midnight are counted in the next day’s books. If this
            message is still here tomorrow, see Checks on the Money page.
          </p>
        </Notice>
      )}
      {signatures.map(({ name, at, note }) => (
        <p key={name}>
          <span className="font-semibold">Signed off by {name}</span>, {formatTime(at)}
          {note !== '' && <span className="block text-muted">{note}</span>}
        </p>
      ))}
      {seal && (
        <p className="text-muted wrap-anywhere">
          When the day was closed, the latest audit log entry was number {seal.place}. Its seal, a checksum of
          all entries up to it, begins with {seal.hash.slice(0, 16)}.
        </p>
      )}
    </>
  );
}

const Neighbors = ({ day: { before, after } }: { day: ShownDay }) => (
  <p className="flex gap-4 empty:hidden">
    {before !== null && (
      <Link className="link" to={periodUrl(before, before)}>
        Previous: {formatDay(before)}
      </Link>
    )}
    {after !== null && (
      <Link className="link" to={periodUrl(after, after)}>
        Next: {formatDay(after)}
      </Link>
    )}
  </p>
);

const noNote = { note: '' };

function SignDialog({ me, day, onClose }: { me: Me; day: string; onClose: () => void }) {
  const client = useQueryClient();
  const { busy, field, form } = useSendForm({
    name: `sign-${me.id}-${day}`,
    initial: noNote,
    schema: booksEndpoints.signDay.body,
    fields: ['note'],
    keeps: true,
    async send(body) {
      await withProof(() => callDesk('signDay', { params: { day }, body }));
      await client.invalidateQueries({ queryKey: ['books'] });
      notify({ message: 'Signed off' });
      onClose();
    },
  });
  return (
    <Dialog title={`Sign off ${formatDay(day)}`} onClose={onClose} isSentByKey>
      <p>Your name and note will be kept with this day’s books. You can’t remove a sign-off.</p>
      <SendForm form={form} className="gap-4">
        <TextArea {...field('note')} label="Note" optional max={500} rows={3} />
        <FormButtons busy={busy} busyText="Signing off" onClose={onClose}>
          Sign off
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useOutletContext, useParams } from 'react-router';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { Me } from '#contract/desk/staff.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

const looks = [
  ['wide', 'Desktop'],
  ['narrow', 'Phone'],
  ['text', 'Plain text'],
] as const;
type Look = (typeof looks)[number][0];

/** One email with example data: as HTML in two widths and as text, and the way to send it to oneself. */
export function EmailPage() {
  const { email = '' } = useParams();
  const shown = useQuery({
    queryKey: ['emails', email],
    queryFn: ({ signal }) => callDesk('showEmail', { params: { email }, signal }),
    staleTime: 0,
  });
  return (
    <Screen title={shown.data?.name ?? 'Email'}>
      <Awaited query={shown}>{(found) => <Preview key={found.id} email={found} />}</Awaited>
      <p>
        <Link to="/emails" className="link">
          See all emails
        </Link>
      </p>
    </Screen>
  );
}

function Preview({ email: { id, name, subject, text, to } }: { email: DeskAnswerOf<'showEmail'> }) {
  const [look, setLook] = useState<Look>('wide');
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        <span className="text-muted">Subject</span> <span className="font-semibold">{subject}</span>
        <span className="block text-muted">{to === 'customer' ? 'To the customer' : 'To the team'}</span>
      </p>
      <div className="flex max-w-[40rem] flex-wrap items-center justify-between gap-3">
        <div role="group" aria-label="Format" className="choice-bar">
          {looks.map(([key, label]) => (
            <button key={key} type="button" aria-pressed={key === look} onClick={() => setLook(key)}>
              {label}
            </button>
          ))}
        </div>
        <SendToMe id={id} />
      </div>
      {look === 'text' ? (
        <pre className="max-w-[40rem] border border-hairline p-4 whitespace-pre-wrap wrap-anywhere">
          {text}
        </pre>
      ) : (
        <iframe
          title={`${name}, as HTML`}
          // no scripts, no forms, and no access to this page
          sandbox=""
          src={`/api/desk/emails/${id}/page`}
          className={`h-[46rem] w-full border border-hairline bg-bg ${look === 'narrow' ? 'max-w-[20rem]' : 'max-w-[40rem]'}`}
        />
      )}
    </div>
  );
}

function SendToMe({ id }: { id: string }) {
  const me = useOutletContext<Me>();
  const { busy, begin, end } = useOneAtATime();
  const send = async () => {
    if (!begin()) return;
    try {
      await callDesk('sendExampleEmail', { params: { email: id } });
      notify({ message: `Sent to ${me.email}` });
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    end();
  };
  return (
    <Button look="quiet" busy={busy} busyText="Sending" onClick={() => void send()}>
      Send me this email
    </Button>
  );
}

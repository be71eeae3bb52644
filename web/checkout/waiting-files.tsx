import { useCallback, useEffect, useState } from 'react';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';
import { namesOf } from '#web/stored-orders/line-files.ts';
import { dropWaiting, sendFiles, type SendResult } from './send-files.ts';

/** Sends the files of a placed order that are still on this device, and says which are with the order. */
export function WaitingFiles({ number, isPaid }: { number: string; isPaid: boolean }) {
  const [{ sent, unsent }, setResult] = useState<SendResult>({ sent: [], unsent: [] });
  const [failure, setFailure] = useState<string>();
  const [isFirst, setFirst] = useState(true);
  const { busy, begin, end } = useOneAtATime();
  const send = useCallback(async () => {
    setFailure(undefined);
    try {
      const next = await sendFiles(number, isPaid);
      setResult((before) => ({ sent: [...before.sent, ...next.sent], unsent: next.unsent }));
    } catch (error) {
      setFailure(failureMessage(error));
    }
    setFirst(false);
  }, [number, isPaid]);
  useEffect(() => void send(), [send]);
  const tryAgain = async () => {
    if (!begin()) return;
    await send();
    end();
  };
  const drop = (id: string) => {
    void dropWaiting(number, id);
    // the pressed button disappears
    document.getElementById('content')?.focus();
    setResult((before) => ({ ...before, unsent: before.unsent.filter(({ file }) => file.id !== id) }));
  };
  const refused = unsent.filter(({ why }) => why !== undefined);
  const waiting = unsent.filter(({ why }) => why === undefined).map(({ file }) => file);
  const hasFailed = failure !== undefined || refused.length > 0;
  return (
    <div className="flex flex-col gap-4 empty:hidden">
      {isFirst && (
        <p role="status" className="text-muted">
          We’re sending your files.
        </p>
      )}
      {sent.length > 0 && (
        <Notice kind="success" role="status">
          <p className="wrap-anywhere">We’ve added {namesOf(sent)} to your order.</p>
        </Notice>
      )}
      {waiting.length > 0 && (
        <Notice role="status">
          <p className="wrap-anywhere">
            We’ll add {namesOf(waiting)} to your order once you’ve paid or confirmed your email address. Until
            then, {waiting.length === 1 ? 'it’s' : 'they’re'} only on this device.
          </p>
        </Notice>
      )}
      {hasFailed && (
        <Notice kind="warning" role="alert" title="Some files haven’t been added to your order yet.">
          {failure !== undefined && <p>{failure}</p>}
          <ul>
            {refused.map(({ file: { id, name }, why }) => (
              <li key={id} className="wrap-anywhere">
                {why}{' '}
                <button type="button" className="link min-h-11" onClick={() => drop(id)}>
                  Don’t send it<span className="sr-only"> {name}</span>
                </button>
              </li>
            ))}
          </ul>
          <Button
            look="quiet"
            small
            className="mt-3"
            busy={busy}
            busyText="Sending"
            onClick={() => void tryAgain()}
          >
            Try again
          </Button>
        </Notice>
      )}
    </div>
  );
}

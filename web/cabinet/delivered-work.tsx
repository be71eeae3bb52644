import { Copy, Download } from 'lucide';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLoaderData } from 'react-router';
import { formatDay } from '#contract/delivery-date.ts';
import type { Delivery } from '#contract/fulfilment.ts';
import { revisionBody } from '#contract/fulfilment.ts';
import { isMarkdown } from '#contract/markdown.ts';
import type { Order } from '#contract/orders.ts';
import { failureMessage } from '#ui/api-error.ts';
import { workCalls } from '#web/api/work-calls.ts';
import { callApi } from '#web/api/call-api.ts';
import { dueOn, roundsWords } from '#web/ordering/quote.ts';
import { useMinuteClock } from '#web/ordering/use-minute-clock.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { copyText } from '#ui/copy-text.ts';
import { focusSoon } from '#ui/focus-soon.ts';
import { notify } from '#ui/snackbar.tsx';
import type { loader } from './history-page.tsx';
import { MessageForm } from './message-form.tsx';
import { isReviewed } from './next-step.ts';
import { saveFile, saveSentFile } from '#ui/save-file.ts';
import { deadlineWords, formatDate } from './format-time.ts';
import { Icon } from '#ui/icon.tsx';
import { FileList } from '#ui/file-list.tsx';
import { fetchFileBytes } from '#web/api/file-calls.ts';

// Loads the report's view only for orders with a report.
const DeliveredReport = lazy(async () => ({
  default: (await import('./delivered-report.tsx')).DeliveredReport,
}));

const MarkdownDocument = lazy(async () => ({
  default: (await import('./markdown-document.tsx')).MarkdownDocument,
}));

type Line = Order['lines'][number];

/** The finished work of one line: every version to read, copy and save, and during the review time the customer's choices. */
export function DeliveredWork({
  number,
  line,
  onChanged,
}: {
  number: string;
  line: Line;
  /** Called when the order has changed: shows its current state. */
  onChanged: () => Promise<void>;
}) {
  const { versions, status } = line.work;
  const [chosen, setChosen] = useState<number>();
  const version = chosen ?? versions;
  const { delivery, failure, tryAgain } = useDelivery(number, line.position, version);
  // The rest of the page is hidden until the work is loaded and nothing moves any more.
  const loading = (
    <div data-awaited className="min-h-svh">
      <Skeleton lines={4} label="Loading your work" />
    </div>
  );
  return (
    // An automatic report takes the place of the timeline, which moves below it.
    <section
      aria-label={`Delivered: ${line.title}`}
      className="mb-8"
      data-wide={line.days === 0 || undefined}
    >
      {versions > 1 && (
        <div role="group" aria-label="Version" className="mb-3 flex flex-wrap gap-2">
          {Array.from({ length: versions }, (_, index) => index + 1).map((one) => (
            <Button
              key={one}
              small
              look={one === version ? 'primary' : 'quiet'}
              aria-pressed={one === version}
              onClick={() => setChosen(one)}
            >
              Version {one}
            </Button>
          ))}
        </div>
      )}
      {failure !== undefined && (
        <Notice kind="error" role="alert" title={failure}>
          <Button look="quiet" small className="mt-3" onClick={tryAgain}>
            Try again
          </Button>
        </Notice>
      )}
      {/* The same placeholder for the work and for the script that shows it. */}
      <Suspense fallback={loading}>
        {!delivery && failure === undefined && loading}
        {delivery && (
          <Sheet key={delivery.version} delivery={delivery} number={number} position={line.position}>
            {delivery.report && (
              <DeliveredReport
                number={number}
                position={line.position}
                report={delivery.report}
                recheck={delivery.recheck}
              />
            )}
          </Sheet>
        )}
      </Suspense>
      {delivery?.version === versions && status === 'delivered' && isReviewed(line) && (
        <Verdict number={number} line={line} onChanged={onChanged} />
      )}
    </section>
  );
}

function Sheet({
  delivery: { text, message, file, files, deliveredAt, version, report },
  number,
  position,
  children,
}: {
  delivery: Delivery;
  number: string;
  position: number;
  children: ReactNode;
}) {
  const name = `${number}-${position}-v${version}`;
  const hasMarks = text !== null && !report && isMarkdown(text);
  const extension = hasMarks ? 'md' : 'txt';
  const body = useRef<HTMLDivElement>(null);
  return (
    <div className="rounded-sheet border border-hairline bg-surface p-5 sm:p-6">
      <p className="mb-4 text-small text-subtle">
        Version {version}, {formatDate(deliveredAt)}
      </p>
      {children}
      {message !== null && (
        <div className="note mb-5">
          <p className="text-small font-semibold">A note from our team</p>
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {message}
          </p>
        </div>
      )}
      {hasMarks && (
        <div ref={body}>
          <MarkdownDocument text={text} />
        </div>
      )}
      {text !== null && !report && !hasMarks && (
        <p dir="auto" className="sample-text break-words whitespace-pre-wrap">
          {text}
        </p>
      )}
      {files.length > 0 && (
        <div className="mt-5 print:hidden">
          <h5 className="font-semibold">Files</h5>
          <FileList files={files} fetchBytes={fetchFileBytes} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-3 print:hidden">
        {text !== null && report?.type !== 'analyzer' && (
          <>
            <Button look="quiet" small onClick={() => void copyText(text, body.current)}>
              <Icon of={Copy} size={18} /> Copy text
            </Button>
            <Button
              look="quiet"
              small
              onClick={() => saveFile(`${name}.${extension}`, 'text/plain', new TextEncoder().encode(text))}
            >
              <Icon of={Download} size={18} /> Download .{extension}
            </Button>
          </>
        )}
        {file && (
          <Button look="quiet" small onClick={() => saveSentFile(file)}>
            <Icon of={Download} size={18} />
            <span className="min-w-0 break-all">{file.name}</span>
          </Button>
        )}
      </div>
    </div>
  );
}

function Verdict({
  number,
  line,
  onChanged,
}: {
  number: string;
  line: Line;
  onChanged: () => Promise<void>;
}) {
  const { revisionsLeft, reviewUntil } = line.work;
  const { revisionDays } = useLoaderData<typeof loader>();
  const now = useMinuteClock();
  const [step, setStep] = useState<'choose' | 'accept' | 'revise'>('choose');
  const [busy, setBusy] = useState(false);
  const verdict = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  // The pressed button has disappeared: the focus moves to the field or the question, and later back to the
  // button.
  useEffect(() => {
    const entered = step === 'choose' ? `[data-step=${before.current}]` : 'textarea, [role=group]';
    if (before.current !== step) verdict.current?.querySelector<HTMLElement>(entered)?.focus();
    before.current = step;
  }, [step]);
  const focusLine = () => focusSoon(`line-${number}-${line.position}`);
  const params = { number, position: line.position };
  const accept = async () => {
    setBusy(true);
    try {
      await callApi(workCalls.acceptDelivery, { params });
      notify({ message: 'Accepted. It’s yours.' });
      await onChanged();
      focusLine();
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
      await onChanged();
    } finally {
      setBusy(false);
    }
  };
  const goBack = () => setStep('choose');
  if (step === 'revise')
    return (
      <div ref={verdict} className="mt-5">
        <MessageForm
          name={`revision-${number}-${line.position}`}
          label="What should change?"
          hint={`${now ? `Send this now, and you’ll have the revision by ${formatDay(dueOn(now, revisionDays))}. ` : ''}${
            revisionsLeft === 1
              ? 'This is your last revision round.'
              : `After this one, you’ll have ${roundsWords(revisionsLeft - 1)} left.`
          }`}
          schema={revisionBody}
          button="Request this revision"
          busyText="Sending"
          onSend={async (text, files) => {
            await callApi(workCalls.requestRevision, { params, body: { text, files } });
            notify({ message: 'We’ve got your notes and will make the changes' });
            await onChanged();
            focusLine();
          }}
        >
          <Button look="quiet" onClick={goBack}>
            Back
          </Button>
        </MessageForm>
      </div>
    );
  if (step === 'accept')
    return (
      <div ref={verdict} className="note mt-5 py-1">
        <div role="group" aria-label="Accept this work?" tabIndex={-1}>
          <p>
            <strong>Accept this work?</strong>{' '}
            {revisionsLeft > 0 &&
              `You’ll give up your ${revisionsLeft === 1 ? 'last revision round' : roundsWords(revisionsLeft)}. `}
            You can’t undo it.
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button small busy={busy} busyText="Accepting" onClick={() => void accept()}>
              Yes, accept
            </Button>
            <Button look="quiet" small onClick={goBack}>
              Not yet
            </Button>
          </div>
        </div>
      </div>
    );
  return (
    <div ref={verdict} className="note mt-5 py-1">
      <p>
        Does it match your brief?{' '}
        {reviewUntil && (
          <>
            If we don’t hear from you, it’s accepted automatically on{' '}
            <strong>{deadlineWords(reviewUntil)}</strong>.
          </>
        )}
      </p>
      <p className="mt-2 text-small text-subtle">
        {revisionsLeft === 0
          ? 'You’ve used all your revision rounds.'
          : `${roundsWords(revisionsLeft)} left. Once you accept the work, you can’t request more changes.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button small data-step="accept" onClick={() => setStep('accept')}>
          Accept
        </Button>
        {revisionsLeft > 0 && (
          <Button look="quiet" small data-step="revise" onClick={() => setStep('revise')}>
            Request a revision
          </Button>
        )}
      </div>
    </div>
  );
}

function useDelivery(number: string, position: number, version: number) {
  const [delivery, setDelivery] = useState<Delivery>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    setFailure(undefined);
    callApi(workCalls.showDelivery, { params: { number, position, version }, signal: leaving.signal }).then(
      setDelivery,
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(failureMessage(error));
      },
    );
    return () => leaving.abort();
  }, [number, position, version, tries]);
  return {
    // shows the earlier version until the chosen one has arrived
    delivery,
    failure,
    tryAgain: () => setTries(tries + 1),
  };
}

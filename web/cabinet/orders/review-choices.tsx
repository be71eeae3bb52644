import { Suspense, useEffect, useRef } from 'react';
import { latePart } from '#ui/late-part.tsx';
import { useLoaderData } from 'react-router';
import { formatDay } from '#contract/delivery-date.ts';
import { day } from '#contract/durations.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callApi } from '#web/api/call-api.ts';
import { timeLeft } from '#web/delivery/time-left.ts';
import { dueOn, roundsWords } from '#ui/order-form/quote.ts';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import { deadlineWords } from '#web/cabinet/format-time.ts';
import type { loader } from './history-page.tsx';
import { messagesId } from './order-messages.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

const AskForChanges = latePart(async () => (await import('#web/delivery/ask-for-changes.tsx')).AskForChanges);

type Line = Order['lines'][number];
/** What the customer is about to do with a delivered version. */
export type ReviewStep = 'choose' | 'accept' | 'revise';

function AcceptQuestion({
  revisionsLeft,
  isBusy,
  onAccept,
  onBack,
}: {
  revisionsLeft: number;
  isBusy: boolean;
  onAccept: () => void;
  onBack: () => void;
}) {
  return (
    <div role="group" aria-label="Accept this work?" tabIndex={-1}>
      <p>
        <strong>Accept this work?</strong>{' '}
        {revisionsLeft > 0 &&
          `You’ll give up your ${revisionsLeft === 1 ? 'last revision round' : roundsWords(revisionsLeft)}. `}
        You can’t undo this.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button small busy={isBusy} busyText="Accepting" onClick={onAccept}>
          Yes, accept
        </Button>
        <Button look="quiet" small onClick={onBack}>
          Not yet
        </Button>
      </div>
    </div>
  );
}

/** The customer's choices during the review: accept, request changes, or extend the review. */
export function ReviewChoices({
  id,
  number,
  line,
  delivery,
  step,
  setStep,
  onChanged,
}: {
  id: string;
  number: string;
  line: Line;
  delivery: Delivery;
  step: ReviewStep;
  setStep: (step: ReviewStep) => void;
  onChanged: () => Promise<void>;
}) {
  const { revisionsLeft, reviewUntil, canExtend } = line.work;
  const { revisionDays, extensionDays, guarantee } = useLoaderData<typeof loader>();
  const now = useMinuteClock();
  const { running: busy, begin, end } = useOneAtATime<'accept' | 'extend'>();
  const verdict = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  // The pressed button has disappeared: the focus moves to the question, and later back to the button.
  useEffect(() => {
    const entered = step === 'choose' ? `[data-step=${before.current}]` : '[role=group]';
    if (before.current !== step) verdict.current?.querySelector<HTMLElement>(entered)?.focus();
    before.current = step;
  }, [step]);
  const focusLine = () => focusSoon(`line-${number}-${line.position}`);
  const params = { number, position: line.position };
  const run = async (what: 'accept' | 'extend', call: () => Promise<unknown>, message: string) => {
    if (busy !== undefined || !begin(what)) return;
    try {
      await call();
      notify({ message });
      await onChanged();
      focusLine();
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
      await onChanged();
    } finally {
      end(what);
    }
  };
  const goBack = () => setStep('choose');
  if (step === 'revise')
    return (
      <div ref={verdict} id={id} className="mt-5 scroll-mt-6">
        <Suspense fallback={<Skeleton lines={6} label="Loading the text" />}>
          <AskForChanges
            name={`changes-${number}-${line.position}-${delivery.version}`}
            delivery={delivery}
            hint={`${now ? `Request the revision now, and you’ll have it by ${formatDay(dueOn(now, revisionDays))}. ` : ''}${
              revisionsLeft === 1
                ? 'This is your last revision round.'
                : `After this round, you’ll have ${roundsWords(revisionsLeft - 1)} left.`
            } Revisions must stay within your original brief.`}
            onBack={goBack}
            onSend={async (body) => {
              await callApi('requestRevision', { params, body });
              notify({ message: 'Revision requested. We’ll email you when the next version is ready.' });
              goBack();
              await onChanged();
              focusLine();
            }}
          />
        </Suspense>
      </div>
    );
  if (step === 'accept')
    return (
      <div ref={verdict} id={id} className="note mt-5 scroll-mt-6 py-1">
        <AcceptQuestion
          revisionsLeft={revisionsLeft}
          isBusy={busy === 'accept'}
          onAccept={() =>
            void run(
              'accept',
              () => callApi('acceptDelivery', { params }),
              'Accepted. The work stays in your account.',
            )
          }
          onBack={goBack}
        />
      </div>
    );
  return (
    <div ref={verdict} id={id} className="note mt-5 scroll-mt-6 py-1">
      <p>
        Does the work match your brief?{' '}
        {reviewUntil && (
          <>
            If we don’t hear from you, we’ll mark it as accepted on{' '}
            <strong>
              <time dateTime={reviewUntil}>{deadlineWords(reviewUntil)}</time>
            </strong>
            .
          </>
        )}
      </p>
      {reviewUntil && now && new Date(reviewUntil) > now && (
        <TimeLeft from={new Date(delivery.deliveredAt)} until={new Date(reviewUntil)} now={now} />
      )}
      <p className="mt-2 text-small text-subtle">
        {revisionsLeft === 0
          ? 'You’ve used all your revision rounds.'
          : `${roundsWords(revisionsLeft)} left. Once you accept the work, you can’t request more changes.`}
        {revisionsLeft < line.revisionRounds && (
          <>
            {' '}
            {guarantee}{' '}
            <a className="link" href={`#${messagesId(number)}`}>
              Write to us
            </a>
          </>
        )}
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
        {canExtend && (
          <Button
            look="quiet"
            small
            busy={busy === 'extend'}
            busyText="One moment"
            onClick={() =>
              void run(
                'extend',
                () => callApi('extendReview', { params }),
                `You have ${extensionDays} more days to review this version.`,
              )
            }
          >
            Extend review by {extensionDays} days
          </Button>
        )}
      </div>
    </div>
  );
}

/** The remaining review time as text and as a bar. */
function TimeLeft({ from, until, now }: { from: Date; until: Date; now: Date }) {
  const passed = (now.getTime() - from.getTime()) / Math.max(day, until.getTime() - from.getTime());
  return (
    <div className="mt-3 max-w-md">
      <p className="figures text-small text-muted">{timeLeft(until, now)} left to review</p>
      <div aria-hidden className="mt-1 h-1 overflow-hidden rounded-full bg-surface-2">
        <div
          className="h-full bg-control"
          style={{ width: `${Math.min(100, Math.max(0, passed * 100))}%` }}
        />
      </div>
    </div>
  );
}

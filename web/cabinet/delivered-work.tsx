import { Copy, Download } from 'lucide';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { formatDay } from '#contract/delivery-date.ts';
import type { DeliveredPiece, Delivery } from '#contract/fulfilment.ts';
import { isMarkdown } from '#contract/markdown.ts';
import type { Order } from '#contract/orders.ts';
import { failureMessage } from '#ui/api-error.ts';
import { workCalls } from '#web/api/work-calls.ts';
import { callApi } from '#web/api/call-api.ts';
import { RequestedChanges } from '#web/delivery/requested-changes.tsx';
import { sheetCsv } from '#web/delivery/sheet-csv.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { copyText } from '#ui/copy-text.ts';
import { notify } from '#ui/snackbar.tsx';
import { isReviewed } from './next-step.ts';
import { saveFile, saveSentFile } from '#ui/save-file.ts';
import { formatDate } from './format-time.ts';
import { Icon } from '#ui/icon.tsx';
import { FileList } from '#ui/file-list.tsx';
import { fetchFileBytes } from '#web/api/file-calls.ts';
import { Verdict, type VerdictStep } from './verdict.tsx';

// Loads the report's view only for orders with a report.
const DeliveredReport = lazy(async () => ({
  default: (await import('./delivered-report.tsx')).DeliveredReport,
}));

const WordDifference = lazy(async () => ({
  default: (await import('#ui/word-difference.tsx')).WordDifference,
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
  const shown = delivery?.version ?? 0;
  const { delivery: earlier } = useDelivery(number, line.position, shown > 1 ? shown - 1 : undefined);
  const [step, setStep] = useState<VerdictStep>('choose');
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
        {delivery && step !== 'revise' && (
          <Sheet
            key={delivery.version}
            delivery={delivery}
            earlier={earlier}
            number={number}
            position={line.position}
          >
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
      {delivery && status === 'revisionRequested' && delivery.points.length > 0 && (
        <div className="note mt-5 py-1">
          <p className="mb-3 font-semibold">
            We’ve got your {delivery.points.length === 1 ? 'change' : `${delivery.points.length} changes`}.
            {line.work.reviseBy && ` You’ll have the next version by ${formatDay(line.work.reviseBy)}.`}
          </p>
          <RequestedChanges points={delivery.points} pieces={delivery.pieces} />
        </div>
      )}
      {delivery?.version === versions && status === 'delivered' && isReviewed(line) && (
        <Verdict
          number={number}
          line={line}
          delivery={delivery}
          step={step}
          setStep={setStep}
          onChanged={onChanged}
        />
      )}
    </section>
  );
}

function Sheet({
  delivery: { text, pieces, message, file, files, deliveredAt, version, report },
  earlier,
  number,
  position,
  children,
}: {
  delivery: Delivery;
  /** The version before, once it is loaded. */
  earlier: Delivery | undefined;
  number: string;
  position: number;
  children: ReactNode;
}) {
  const name = `${number}-${position}-v${version}`;
  const hasMarks = text !== null && !report && isMarkdown(text);
  const extension = hasMarks ? 'md' : 'txt';
  const body = useRef<HTMLDivElement>(null);
  const [isCompared, setCompared] = useState(false);
  const before = isCompared ? partsOf(earlier) : [];
  const asked = earlier?.points ?? [];
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
      {asked.length > 0 && (
        <details open className="group mb-5">
          <summary className="link inline-flex min-h-11 items-center font-semibold">
            How we handled your changes
          </summary>
          <div className="mt-2">
            <RequestedChanges points={asked} pieces={earlier?.pieces ?? null} />
          </div>
        </details>
      )}
      {partsOf(earlier).length > 0 && text !== null && !report && (
        <div role="group" aria-label="How to read it" className="mb-5 flex flex-wrap gap-2">
          {[false, true].map((compared) => (
            <Button
              key={String(compared)}
              small
              look={compared === isCompared ? 'primary' : 'quiet'}
              aria-pressed={compared === isCompared}
              onClick={() => setCompared(compared)}
            >
              {compared ? `What changed since version ${version - 1}` : 'The text'}
            </Button>
          ))}
        </div>
      )}
      {before.length > 0 ? (
        <Suspense fallback={<Skeleton lines={4} label="Comparing the versions" />}>
          <WordDifference before={before} after={partsOf({ text, pieces, report })} />
        </Suspense>
      ) : (
        <>
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
        </>
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
            {!report && (
              <Button look="quiet" small onClick={() => void saveAsDocx(name, text, hasMarks)}>
                <Icon of={Download} size={18} /> Download .docx
              </Button>
            )}
          </>
        )}
        {pieces !== null && pieces.length > 1 && (
          <Button
            look="quiet"
            small
            onClick={() =>
              saveFile(`${name}.csv`, 'text/csv', new TextEncoder().encode(`\uFEFF${sheetCsv(pieces)}`))
            }
          >
            <Icon of={Download} size={18} /> Download sheet (.csv)
          </Button>
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

/** A version's text by its parts; one without parts is one text. None for a report. */
function partsOf(delivery: Pick<Delivery, 'text' | 'pieces' | 'report'> | undefined): DeliveredPiece[] {
  if (!delivery || delivery.report || delivery.text === null) return [];
  return delivery.pieces ?? [{ key: '', label: '', text: delivery.text }];
}

async function saveAsDocx(name: string, text: string, isDocument: boolean): Promise<void> {
  try {
    const { saveDocx } = await import('#web/delivery/save-docx.ts');
    await saveDocx(name, text, isDocument);
  } catch {
    notify({
      message: 'The Word document couldn’t be made. Download the text instead, or try again.',
      kind: 'error',
    });
  }
}

/** `version`: undefined loads nothing. */
function useDelivery(number: string, position: number, version: number | undefined) {
  const [delivery, setDelivery] = useState<Delivery>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (version === undefined) return;
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

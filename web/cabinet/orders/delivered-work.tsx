import { Copy, Download } from 'lucide';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { latePart } from '#ui/late-part.tsx';
import { formatDay } from '#contract/delivery-date.ts';
import type { DeliveredPiece, Delivery } from '#contract/storefront/fulfilment.ts';
import { isMarkdown, withoutHeadingMarks } from '#contract/markdown.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { RequestedChanges } from '#web/delivery/requested-changes.tsx';
import { sheetCsv } from '#web/delivery/sheet-csv.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { copyText } from '#ui/copy-text.ts';
import { notify } from '#ui/snackbar.tsx';
import { isReviewed } from './next-step.ts';
import { saveCsv } from '#ui/save-csv.ts';
import { saveFile } from '#ui/save-file.ts';
import { formatDate } from '#web/cabinet/format-time.ts';
import { Icon } from '#ui/icon.tsx';
import { FileList } from '#ui/file-list.tsx';
import { useDelivery } from './use-delivery.ts';
import { fetchFileBytes } from '#web/api/file-calls.ts';
import { ReviewChoices, type ReviewStep } from './review-choices.tsx';

// Loads the report's view only for orders with a report.
const ReportOverview = latePart(async () => (await import('./report-overview.tsx')).ReportOverview);

const WordDifference = latePart(async () => (await import('#ui/word-difference.tsx')).WordDifference);

const MarkdownDocument = latePart(async () => (await import('./markdown-document.tsx')).MarkdownDocument);

type Line = Order['lines'][number];

/** The finished work of one line: every version to read, copy and save, and during the review time the customer's choices. */
export function DeliveredWork({
  number,
  line,
  todoId,
  onChanged,
}: {
  number: string;
  line: Line;
  /** The id of the customer's choices, to which the page's top links. */
  todoId: string;
  /** Called when the order has changed: shows its current state. */
  onChanged: () => Promise<void>;
}) {
  const { versions, status } = line.work;
  const [chosen, setChosen] = useState<number>();
  const version = chosen ?? versions;
  const { delivery, failure, tryAgain } = useDelivery(number, line.position, version, status);
  const shown = delivery?.version ?? 0;
  const { delivery: earlier } = useDelivery(number, line.position, shown > 1 ? shown - 1 : undefined);
  const [step, setStep] = useState<ReviewStep>('choose');
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
      {delivery && status === 'revisionRequested' && delivery.points.length > 0 && (
        <div className="note mb-6 py-1">
          <p className="mb-3 font-semibold">
            You requested a revision.
            {line.work.reviseBy && ` You’ll have the next version by ${formatDay(line.work.reviseBy)}.`}
          </p>
          <RequestedChanges points={delivery.points} pieces={delivery.pieces} />
        </div>
      )}
      {/* The same placeholder for the work and for the script that shows it. */}
      <Suspense fallback={loading}>
        {!delivery && failure === undefined && loading}
        {/* the form for changes shows a text itself */}
        {delivery && (step !== 'revise' || partsOf(delivery).length === 0) && (
          <Sheet
            key={delivery.version}
            delivery={delivery}
            earlier={earlier}
            number={number}
            position={line.position}
          >
            {delivery.report && (
              <ReportOverview
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
        <ReviewChoices
          id={todoId}
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

const comparing = <Skeleton lines={4} label="Comparing the versions" />;

function Sheet({
  delivery: { text, pieces, message, files, deliveredAt, by, version, report },
  earlier,
  number,
  position,
  children,
}: {
  delivery: Delivery;
  /** The previous version, once it is loaded. */
  earlier: Delivery | undefined;
  number: string;
  position: number;
  children: ReactNode;
}) {
  const name = `${number}-${position}-v${version}`;
  const hasMarks = text !== null && !report && isMarkdown(text);
  const extension = hasMarks ? 'md' : 'txt';
  // the page shows a report as a view; its saved text has no heading marks, because most programs would display them
  const savedText = report && text !== null ? withoutHeadingMarks(text) : text;
  const body = useRef<HTMLDivElement>(null);
  const [since, setSince] = useState<number>();
  const { delivery: compared, failure } = useDelivery(number, position, since);
  const asked = earlier?.points ?? [];
  return (
    <div className="rounded-sheet border border-hairline bg-surface p-5 sm:p-6">
      <p className="mb-4 text-small text-subtle">
        Version {version}, {formatDate(deliveredAt)}
        {by !== null && (
          <>
            , by <bdi translate="no">{by}</bdi>
          </>
        )}
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
            {asked.some(({ outcome }) => outcome !== null)
              ? 'How we handled your changes'
              : 'Changes you requested'}
          </summary>
          <div className="mt-2">
            <RequestedChanges points={asked} pieces={earlier?.pieces ?? null} />
          </div>
        </details>
      )}
      {partsOf(earlier).length > 0 && text !== null && !report && (
        <div role="group" aria-label="How to read the text" className="mb-5 flex flex-wrap gap-2">
          {[undefined, ...Array.from({ length: version - 1 }, (_, index) => version - 1 - index)].map(
            (one) => (
              <Button
                key={one ?? 0}
                small
                look={one === since ? 'primary' : 'quiet'}
                aria-pressed={one === since}
                onClick={() => setSince(one)}
              >
                {one === undefined ? 'The text' : `What changed since version ${one}`}
              </Button>
            ),
          )}
        </div>
      )}
      {failure !== undefined && <Notice kind="error" role="alert" title={failure} />}
      {since !== undefined && failure === undefined ? (
        <Suspense fallback={comparing}>
          {compared?.version !== since ? (
            comparing
          ) : partsOf(compared).length === 0 ? (
            <p>Version {since} has no text to compare.</p>
          ) : (
            <WordDifference
              before={partsOf(compared).map(asRead)}
              after={partsOf({ text, pieces, report }).map(asRead)}
            />
          )}
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
          <h3 className="text-base font-semibold">Files</h3>
          <FileList files={files} fetchBytes={fetchFileBytes} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-3 print:hidden">
        {savedText !== null && report?.type !== 'analyzer' && (
          <>
            <Button look="quiet" small onClick={() => void copyText(savedText, body.current)}>
              <Icon of={Copy} size={18} /> Copy text
            </Button>
            <Button
              look="quiet"
              small
              onClick={() =>
                saveFile({
                  name: `${name}.${extension}`,
                  mediaType: 'text/plain',
                  content: new TextEncoder().encode(savedText),
                })
              }
            >
              <Icon of={Download} size={18} /> Download .{extension}
            </Button>
            {!report && (
              <Button look="quiet" small onClick={() => void saveAsDocx(name, savedText, hasMarks)}>
                <Icon of={Download} size={18} /> Download .docx
              </Button>
            )}
          </>
        )}
        {pieces !== null && pieces.length > 1 && (
          <Button look="quiet" small onClick={() => saveCsv(`${name}.csv`, sheetCsv(pieces))}>
            <Icon of={Download} size={18} /> Download sheet (.csv)
          </Button>
        )}
      </div>
    </div>
  );
}

/** The parts of a version's text; a version without parts is one text. Empty for a report. */
function partsOf(delivery: Pick<Delivery, 'text' | 'pieces' | 'report'> | undefined): DeliveredPiece[] {
  if (!delivery || delivery.report || delivery.text === null) return [];
  return delivery.pieces ?? [{ key: '', label: '', text: delivery.text }];
}

/** A part as the comparison shows it: headings without their marks. */
const asRead = (part: DeliveredPiece): DeliveredPiece => ({ ...part, text: withoutHeadingMarks(part.text) });

async function saveAsDocx(name: string, text: string, isDocument: boolean): Promise<void> {
  try {
    const { saveDocx } = await import('#web/delivery/save-docx.ts');
    await saveDocx(name, text, isDocument);
  } catch {
    notify({
      message: 'We couldn’t create the Word document. Try again, or download the text instead.',
      kind: 'error',
    });
  }
}

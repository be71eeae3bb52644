import { ChevronLeft, Download, Printer } from 'lucide';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import { countWords } from '#contract/text.ts';
import { recheckBody } from '#contract/storefront/work-bodies.ts';
import { callApi } from '#web/api/call-api.ts';
import { focusSoon } from '#ui/focus-soon.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import { AnalyzerView } from '#web/reports/analyzer-view.tsx';
import { reportCsv } from '#web/reports/report-csv.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { saveCsv } from '#ui/save-csv.ts';
import { saveFile } from '#ui/save-file.ts';
import { formatDate } from '#web/cabinet/format-time.ts';
import { Icon } from '#ui/icon.tsx';
import { reportName } from './report-url.ts';
import { SavePdf } from './save-pdf.tsx';
import { useDelivery } from './use-delivery.ts';

type Place = { number: string; position: number };
type Recheck = NonNullable<Delivery['recheck']>;

const headingId = 'report';
const bytes = (text: string) => new TextEncoder().encode(text);

/** A whole number from an address; 1 for anything else. */
const wholeNumber = (value: string | null): number =>
  /^[1-9]\d{0,3}$/.test(value ?? '') ? Number(value) : 1;

/** The page of the report that the address names. */
export function MyReport() {
  const [search] = useSearchParams();
  const place = {
    number: search.get('order') ?? '',
    position: wholeNumber(search.get('line')),
  };
  return <DeliveredReport key={Object.values(place).join('-')} {...place} />;
}

/** The page of one report: also while the report loads, after a failure, or when the order line has none. */
function DeliveredReport({ number, position }: Place) {
  // only version 1 has a report: later versions are made by people
  const { delivery, failure, tryAgain } = useDelivery(number, position, 1);
  const report = delivery?.report;
  const back = (
    <Link
      to={number === '' ? '/cabinet/history' : `/cabinet/history?order=${encodeURIComponent(number)}`}
      className="-ml-1 inline-flex min-h-11 items-center gap-1 text-base text-muted hover:text-ink print:hidden"
    >
      <Icon of={ChevronLeft} size={18} />
      {number === '' ? 'All your orders' : 'Order '}
      <bdi translate="no">{number}</bdi>
    </Link>
  );
  if (failure !== undefined)
    return (
      <>
        {back}
        <h1 className="mt-1 mb-6 text-[clamp(1.75rem,1.3rem+2vw,2.625rem)]">Your report</h1>
        <Notice kind="error" role="alert" title={failure}>
          <Button look="quiet" small className="mt-3" onClick={tryAgain}>
            Try again
          </Button>
        </Notice>
      </>
    );
  if (!delivery)
    return (
      <div data-awaited className="min-h-svh">
        <Skeleton lines={6} label="Loading your report" />
      </div>
    );
  return (
    <>
      {back}
      <h1
        id={headingId}
        tabIndex={-1}
        dir="auto"
        className="mt-1 focus:outline-none text-[clamp(1.75rem,1.3rem+2vw,2.625rem)] break-words"
      >
        {(report?.type === 'analyzer' && report.title) || 'Your report'}
      </h1>
      {report?.type === 'analyzer' ? (
        <>
          <p className="figures mt-2 mb-6 text-small text-subtle">
            Content quality report · {formatDate(delivery.deliveredAt)}
          </p>
          <AnalyzedText report={report} recheck={delivery.recheck} number={number} position={position} />
        </>
      ) : (
        <p className="mt-6">
          This item in your order has no report. Open the order to see the delivered work.
        </p>
      )}
    </>
  );
}

function AnalyzedText({
  report: ordered,
  recheck,
  number,
  position,
}: Place & { report: AnalyzerReport; recheck: Recheck | null }) {
  const place = { number, position };
  const { hash } = useLocation();
  const [latest, setLatest] = useState(recheck?.latest ?? null);
  const [shows, setShows] = useState<'ordered' | 'improved'>(
    latest && !hash.startsWith(`#${reportName(place, 'ordered')}`) ? 'improved' : 'ordered',
  );
  const now = useMinuteClock();
  const report = shows === 'improved' && latest ? latest : ordered;
  const name = `${number}-${position}`;
  const canCheck = recheck !== null && now !== undefined && now < new Date(recheck.until);
  const check = async (text: string) => {
    const checked = await callApi('recheckText', { params: place, body: { text } });
    setLatest(checked);
    setShows('improved');
    notify({ message: 'Your improved text has been checked' });
    // moves the focus, because the form or button that started the check has disappeared
    focusSoon(headingId);
  };
  return (
    <>
      <div className="mb-8 flex flex-wrap gap-2 sm:gap-3 print:hidden">
        {shows === 'ordered' && <SavePdf {...place} />}
        <Button look="quiet" small onClick={() => window.print()}>
          <Icon of={Printer} size={18} className="max-sm:hidden" /> Print
        </Button>
        <Button look="quiet" small onClick={() => saveCsv(`findings-${name}.csv`, reportCsv(report))}>
          <Icon of={Download} size={18} className="max-sm:hidden" /> CSV
        </Button>
        <Button
          look="quiet"
          small
          onClick={() =>
            saveFile({
              name: `report-${name}.json`,
              mediaType: 'application/json',
              content: bytes(JSON.stringify(report, null, 2)),
            })
          }
        >
          <Icon of={Download} size={18} className="max-sm:hidden" /> JSON
        </Button>
      </div>
      {latest && (
        <div role="group" aria-label="Text to show" className="mb-6 flex flex-wrap gap-2 print:hidden">
          {(['ordered', 'improved'] as const).map((which) => (
            <Button
              key={which}
              small
              look={which === shows ? 'primary' : 'quiet'}
              aria-pressed={which === shows}
              onClick={() => setShows(which)}
            >
              {which === 'ordered' ? 'The original text' : 'The improved text'}
            </Button>
          ))}
        </div>
      )}
      <AnalyzerView
        key={`${shows}-${report.text}`}
        report={report}
        name={reportName(place, shows)}
        onCheck={canCheck ? check : undefined}
      />
      {canCheck && (
        <CheckAgain
          key={latest?.text ?? ''}
          name={`recheck-${name}`}
          text={latest?.text ?? ordered.text}
          until={recheck.until}
          maxWords={recheck.maxWords}
          onCheck={check}
        />
      )}
    </>
  );
}

/** The form for a text that the customer improved elsewhere. */
function CheckAgain({
  name,
  text,
  until,
  maxWords,
  onCheck,
}: {
  /** The key of the stored text: unique per report. */
  name: string;
  text: string;
  until: string;
  maxWords: number;
  onCheck: (text: string) => Promise<void>;
}) {
  const [initial] = useState({ text });
  const { busy, field, form } = useSendForm({
    name,
    initial,
    schema: recheckBody,
    fields: ['text'],
    keeps: true,
    send: (typed) => onCheck(typed.text),
  });
  return (
    <details className="mt-10 print:hidden">
      <summary className="link inline-flex min-h-11 items-center font-semibold">
        Check your improved text for free until {formatDate(until)}
      </summary>
      <SendForm form={form} className="mt-4 items-start gap-4">
        <div className="w-full">
          <TextArea
            {...field('text')}
            label="Your improved text"
            rows={12}
            note={`${countWords(field('text').value).toLocaleString('en-US')} words (up to ${maxWords.toLocaleString('en-US')})`}
          />
        </div>
        <Button type="submit" busy={busy} busyText="Checking your text">
          Check it again
        </Button>
      </SendForm>
    </details>
  );
}

import { Download, Printer } from 'lucide';
import { useState } from 'react';
import type { AnalyzerReport } from '#contract/analyzer-report.ts';
import type { Delivery } from '#contract/fulfilment.ts';
import { recheckBody } from '#contract/work-bodies.ts';
import { failureMessage } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { workCalls } from '#web/api/work-calls.ts';
import { useMinuteClock } from '#web/ordering/use-minute-clock.ts';
import { AnalyzerView } from '#web/reports/analyzer-view.tsx';
import { HashtagView } from '#web/reports/hashtag-view.tsx';
import { reportCsv } from '#web/reports/report-csv.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { saveFile } from '#ui/save-file.ts';
import { formatDate } from './format-time.ts';
import { Icon } from '#ui/icon.tsx';

type Place = { number: string; position: number };
type Report = NonNullable<Delivery['report']>;
type Recheck = NonNullable<Delivery['recheck']>;

const bytes = (text: string) => new TextEncoder().encode(text);

/** Automatic work: to read, print and save, and for a text to recheck. */
export function DeliveredReport({
  report,
  recheck,
  ...place
}: Place & { report: Report; recheck: Recheck | null }) {
  if (report.type === 'hashtags') return <HashtagView {...report} />;
  return <AnalyzedText report={report} recheck={recheck} {...place} />;
}

function AnalyzedText({
  report: ordered,
  recheck,
  number,
  position,
}: Place & { report: AnalyzerReport; recheck: Recheck | null }) {
  const [latest, setLatest] = useState(recheck?.latest ?? null);
  const [shows, setShows] = useState<'ordered' | 'improved'>('ordered');
  const name = `${number}-${position}`;
  const report = shows === 'improved' && latest ? latest : ordered;
  return (
    <>
      <div className="mb-6 flex flex-wrap gap-3 print:hidden">
        {shows === 'ordered' && <SavePdf number={number} position={position} />}
        <Button look="quiet" small onClick={() => window.print()}>
          <Icon of={Printer} size={18} /> Print
        </Button>
        <Button
          look="quiet"
          small
          onClick={() => saveFile(`findings-${name}.csv`, 'text/csv', bytes(reportCsv(report)))}
        >
          <Icon of={Download} size={18} /> CSV
        </Button>
        <Button
          look="quiet"
          small
          onClick={() =>
            saveFile(`report-${name}.json`, 'application/json', bytes(JSON.stringify(report, null, 2)))
          }
        >
          <Icon of={Download} size={18} /> JSON
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
      <AnalyzerView key={shows} report={report} name={`${name}-${shows}`} />
      {recheck && (
        <CheckAgain
          key={latest?.text ?? ''}
          text={latest?.text ?? ordered.text}
          until={recheck.until}
          number={number}
          position={position}
          onChecked={(checked) => {
            setLatest(checked);
            setShows('improved');
            notify({ message: 'Checked again' });
          }}
        />
      )}
    </>
  );
}

function SavePdf({ number, position }: Place) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(...(await fetchFile(workCalls.showReportPdf, { params: { number, position } })));
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button small busy={busy} busyText="Preparing" onClick={() => void save()}>
      <Icon of={Download} size={18} /> Download PDF
    </Button>
  );
}

function CheckAgain({
  text,
  until,
  number,
  position,
  onChecked,
}: Place & { text: string; until: string; onChecked: (report: AnalyzerReport) => void }) {
  const now = useMinuteClock();
  const { busy, field, form } = useSendForm({
    name: `recheck-${position}`,
    initial: { text },
    schema: recheckBody,
    fields: ['text'],
    send: async (typed) =>
      onChecked(await callApi(workCalls.recheckText, { params: { number, position }, body: typed })),
  });
  if (!now || now >= new Date(until)) return null;
  return (
    <details className="mt-10 print:hidden">
      <summary className="link inline-flex min-h-11 items-center font-semibold">
        Check your improved text for free until {formatDate(until)}
      </summary>
      <SendForm form={form} className="mt-4 items-start gap-4">
        <div className="w-full">
          <TextArea {...field('text')} label="Your improved text" rows={12} max={40_000} />
        </div>
        <Button type="submit" busy={busy} busyText="Checking your text">
          Check it again
        </Button>
      </SendForm>
    </details>
  );
}

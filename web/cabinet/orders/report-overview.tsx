import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import { ButtonLink } from '#ui/button.tsx';
import { HashtagView } from '#web/reports/hashtag-view.tsx';
import { ReportSummary } from '#web/reports/report-summary.tsx';
import { useDecisions } from '#web/reports/use-decisions.ts';
import { reportName, reportUrl } from './report-url.ts';
import { SavePdf } from './save-pdf.tsx';

type Place = { number: string; position: number };

/** Automatic work on its order's page: complete hashtag sets, or a report's summary with a link to the full report. */
export function ReportOverview({
  report,
  recheck,
  ...place
}: Place & { report: NonNullable<Delivery['report']>; recheck: Delivery['recheck'] }) {
  if (report.type === 'hashtags') return <HashtagView {...report} />;
  const latest = recheck?.latest;
  return <Overview {...place} report={latest ?? report} shows={latest ? 'improved' : 'ordered'} />;
}

function Overview({
  report,
  shows,
  ...place
}: Place & { report: AnalyzerReport; shows: 'ordered' | 'improved' }) {
  const navigate = useNavigate();
  const name = reportName(place, shows);
  const { dismissed } = useDecisions(name);
  const url = reportUrl(place);
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  };
  return (
    <div className="flex flex-col gap-8">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- only hears its links, which answer to keys */}
      <div onClick={follow}>
        <ReportSummary
          report={report}
          dismissed={dismissed}
          level={3}
          hrefOf={({ id }) => `${url}#${name}-${id}`}
          areaHref={(part) => `${url}#${name}-${part}`}
        />
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink to={url}>Open the report</ButtonLink>
        <SavePdf {...place} />
      </div>
    </div>
  );
}

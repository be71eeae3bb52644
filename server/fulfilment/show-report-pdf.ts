import { type AnalyzerReport, reportPartWords } from '#contract/analyzer-report.ts';
import type { BytesAnswer } from '#contract/endpoint.ts';
import { fixesByGain, scoreReport } from '#contract/score-report.ts';
import { shop } from '#contract/shop.ts';
import { notFound } from '#server/http/refusal.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { openPdf } from '#server/pdf/open-pdf.ts';
import { showDelivery } from './show-delivery.ts';

const muted = '#54515c';
const red = '#b3161b';

async function reportPdf(report: AnalyzerReport, number: string, at: Date): Promise<Buffer> {
  const { overall, parts } = scoreReport(report);
  const pdf = openPdf({ title: `Report: ${report.title}`, author: shop.legalName, paper: 'A4', at });
  pdf.rule('#e3262b');
  pdf.space(16);
  pdf.write('P', `${shop.name}, order ${number}`, { color: muted });
  pdf.space(20);
  pdf.write('H1', report.title, { size: 20, weight: 'bold' });
  pdf.space(8);
  pdf.row('Overall', `${overall}/100`, { size: 13, weight: 'bold' });
  for (const { part, label } of reportPartWords) {
    const score = parts[part];
    if (score === undefined) continue;
    pdf.space(6);
    pdf.row(label, String(score));
    pdf.write('P', report.reasons[part] ?? '', { size: 9, color: muted });
  }
  pdf.space(10);
  pdf.write(
    'P',
    `${report.words} words, ${report.sentences} sentences. Reading level: grade ${report.grade} (target ${report.aimedGrade.from}–${report.aimedGrade.to}).`,
  );
  const found = new Map(report.findings.map((finding) => [finding.id, finding]));
  const kinds = fixesByGain(report);
  pdf.space(18);
  pdf.write('H2', kinds.length === 0 ? 'No issues found' : 'What to fix, most important first', {
    size: 13,
    weight: 'bold',
  });
  for (const { ids, gain } of kinds) {
    const first = found.get(ids[0] ?? '');
    if (!first) continue;
    pdf.space(12);
    pdf.row(`${first.what}${ids.length > 1 ? ` (${ids.length})` : ''}`, gain > 0 ? `+${gain}` : '', {
      weight: 'bold',
    });
    // findings of one kind may need different advice
    const alike = Map.groupBy(
      ids.map((id) => found.get(id)!),
      ({ why, how }) => `${why} ${how}`,
    );
    for (const [advice, findings] of alike) {
      pdf.write('P', advice, { size: 9, color: muted });
      const quotes = findings
        .filter(({ start, end }) => end > start)
        .map(({ start, end, suggestions }) => {
          const quote = report.text.slice(start, end).replaceAll(/\s+/g, ' ');
          return `“${quote}”${suggestions.length === 0 ? '' : ` → ${suggestions.join(' / ')}`}`;
        });
      for (const [quote, all] of Map.groupBy(quotes, (one) => one))
        pdf.write('P', `${quote}${all.length > 1 ? ` (${all.length} times)` : ''}`, { size: 9, color: red });
    }
  }
  return pdf.finish();
}

/** The report on the ordered text as a PDF. @throws ProblemReply 404 when this customer has no such report */
export async function showReportPdf(
  deps: Pick<OrderDeps, 'db'>,
  customerId: bigint,
  { number: typed, position }: { number: string; position: number },
): Promise<BytesAnswer> {
  // the typed number may contain spaces and line breaks, which a file name may not
  const number = readNumber('R', typed) ?? '';
  const { report, deliveredAt } = await showDelivery(deps, customerId, { number, position, version: 1 });
  if (report?.type !== 'analyzer') throw notFound('We can’t find that report in your account.');
  const pdf = await reportPdf(report, number, new Date(deliveredAt));
  return { name: `report-${number}-${position}.pdf`, content: pdf };
}

import { type AnalyzerReport, reportPartWords } from '#contract/instant/analyzer-report.ts';
import type { BytesAnswer } from '#contract/endpoint.ts';
import { fixesByGain, scoreReport } from '#contract/instant/score-report.ts';
import { splitByFindings } from '#contract/instant/split-by-findings.ts';
import { summarizeReport } from '#contract/instant/summarize-report.ts';
import { shop } from '#contract/shop.ts';
import { notFound } from '#server/http/refusal.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { MarkedPiece } from '#server/pdf/put-words.ts';
import { openPdf, type Pdf } from '#server/pdf/open-pdf.ts';
import { showDelivery } from './show-delivery.ts';

const and = new Intl.ListFormat('en', { type: 'conjunction' });
const muted = '#54515c';
const red = '#b3161b';

const heading = { size: 13, weight: 'bold' } as const;
const fine = { size: 9, color: muted } as const;

/** The text's paragraphs with its findings marked. Each mark has the number of its advice. */
function markedParagraphs(
  { text, findings }: AnalyzerReport,
  numberOf: (kind: string) => number,
): MarkedPiece[][] {
  const paragraphs: MarkedPiece[][] = [[]];
  for (const { text: words, isHeading, finding, isFirst } of splitByFindings(text, findings)) {
    const lines = words.split('\n');
    for (const [index, line] of lines.entries()) {
      if (index > 0) paragraphs.push([]);
      if (line === '') continue;
      const note = finding && isFirst && index === 0 ? `[${numberOf(finding.kind)}]` : undefined;
      const trimmed = note === undefined ? line : line.trimEnd();
      paragraphs.at(-1)!.push({
        text: trimmed,
        ...(isHeading && { isHeading }),
        ...(finding && { mark: finding.severity === 'hint' ? 'gray' : 'red' }),
        ...(note !== undefined && { note: note + line.slice(trimmed.length) }),
      });
    }
  }
  return paragraphs.filter((pieces) => pieces.some((piece) => piece.text.trim() !== ''));
}

/** A quoted passage with its suggested replacements. */
const quoted = (passage: string, suggestions: readonly string[]) =>
  `“${passage.replaceAll(/\s+/g, ' ')}”${suggestions.length === 0 ? '' : ` → ${suggestions.join(' or ')}`}`;

function writeTables(pdf: Pdf, { checklist, phrases, styles }: AnalyzerReport): void {
  if (checklist) {
    pdf.space(16);
    pdf.write('H2', `Checklist: ${checklist.title.toLowerCase()}`, heading);
    for (const { label, isMet } of checklist.points) {
      pdf.space(4);
      pdf.row(label, isMet ? 'found' : 'missing', isMet ? {} : { color: red });
    }
  }
  if (phrases && phrases.length > 0) {
    pdf.space(16);
    pdf.write('H2', 'Search phrases', heading);
    for (const { phrase, inTitle, inOpening, inHeadings, count } of phrases) {
      const places = [
        ...(inTitle ? ['title'] : []),
        ...(inOpening ? ['opening'] : []),
        ...(inHeadings === true ? ['headings'] : []),
      ];
      pdf.space(4);
      pdf.row(
        `“${phrase}”: ${places.length === 0 ? 'not in the title, opening or headings' : `in the ${and.format(places)}`}`,
        count === 0 ? 'not in the text' : count === 1 ? 'once in the text' : `${count} times`,
      );
    }
  }
  if (styles) {
    pdf.space(16);
    pdf.write('H2', 'Consistency: the forms your text uses', heading);
    for (const { label, forms } of styles) {
      const isMixed = forms.length > 1;
      pdf.space(4);
      pdf.row(`${label}: ${forms.join(', ')}`, isMixed ? 'mixed' : '', isMixed ? { color: red } : {});
    }
  }
}

function writeSecondReading(pdf: Pdf, { text, secondReader }: AnalyzerReport): void {
  if (!secondReader || secondReader.findings.length === 0) return;
  pdf.space(18);
  pdf.write('H2', `Also found by ${secondReader.by}`, heading);
  pdf.space(2);
  pdf.write('P', 'Another program also checked your text. Its findings don’t affect your scores.', fine);
  for (const { start, end, message, suggestions } of secondReader.findings) {
    pdf.space(8);
    pdf.write('P', quoted(text.slice(start, end), suggestions), { size: 9, color: red });
    pdf.write('P', message, fine);
  }
}

async function reportPdf(report: AnalyzerReport, number: string, at: Date): Promise<Buffer> {
  const { overall, parts } = scoreReport(report);
  const pdf = openPdf({
    title: `Report: ${report.title}`,
    author: shop.legalName,
    paper: 'A4',
    at,
    footer: `${shop.name}, order ${number}`,
  });
  pdf.rule('#e3262b');
  pdf.space(16);
  pdf.write('P', `${shop.name}, content quality report`, { color: muted });
  pdf.space(20);
  pdf.write('H1', report.title, { size: 20, weight: 'bold' });
  pdf.space(8);
  pdf.row('Overall', `${overall}/100`, heading);
  pdf.space(4);
  for (const sentence of summarizeReport(report)) pdf.write('P', sentence);
  pdf.space(6);
  for (const { part, label } of reportPartWords) {
    const score = parts[part];
    if (score === undefined) continue;
    pdf.space(6);
    pdf.row(label, String(score), { weight: 'bold' });
    pdf.write('P', report.reasons[part] ?? '', fine);
  }
  pdf.space(10);
  pdf.write(
    'P',
    `${report.words.toLocaleString('en-US')} words, ${report.sentences} sentences. Reading level: grade ${report.grade} (target ${report.aimedGrade.from}–${report.aimedGrade.to}).`,
  );
  writeTables(pdf, report);
  const found = new Map(report.findings.map((finding) => [finding.id, finding]));
  const kinds = fixesByGain(report);
  const numberOf = (kind: string) => kinds.findIndex((one) => one.kind === kind) + 1;
  pdf.space(18);
  pdf.write('H2', 'Your text', heading);
  if (kinds.length > 0) {
    pdf.space(2);
    pdf.write(
      'P',
      'Errors and possible errors are in red. Suggestions are underlined in black. The numbers refer to the advice below.',
      fine,
    );
  }
  pdf.space(8);
  pdf.marked(markedParagraphs(report, numberOf));
  pdf.space(12);
  pdf.write('H2', kinds.length === 0 ? 'No issues found' : 'What to fix, most important first', heading);
  for (const { kind, ids, gain } of kinds) {
    const first = found.get(ids[0] ?? '');
    if (!first) continue;
    pdf.space(12);
    pdf.row(
      `${numberOf(kind)}. ${first.what}${ids.length > 1 ? ` (${ids.length})` : ''}`,
      gain > 0 ? `+${gain}` : '',
      { weight: 'bold' },
    );
    // findings of one kind may need different advice
    const alike = Map.groupBy(
      ids.map((id) => found.get(id)!),
      ({ why, how }) => `${why} ${how}`,
    );
    for (const [advice, findings] of alike) {
      pdf.write('P', advice, fine);
      const quotes = findings
        .filter(({ start, end }) => end > start)
        .map(({ start, end, suggestions }) => quoted(report.text.slice(start, end), suggestions));
      for (const [quote, all] of Map.groupBy(quotes, (one) => one))
        pdf.write('P', `${quote}${all.length > 1 ? ` (${all.length} times)` : ''}`, { size: 9, color: red });
    }
  }
  writeSecondReading(pdf, report);
  return pdf.finish();
}

/** The report on the ordered text as a PDF. @throws ProblemReply 404 when this customer has no such report */
export async function showReportPdf(
  deps: Pick<OrderDeps, 'db' | 'catalogue'>,
  customerId: bigint,
  { number: typed, position }: { number: string; position: number },
): Promise<BytesAnswer> {
  // `typed` may contain spaces and line breaks, which a file name must not have
  const number = readNumber('R', typed) ?? '';
  const { report, deliveredAt } = await showDelivery(deps, customerId, { number, position, version: 1 });
  if (report?.type !== 'analyzer') throw notFound('We can’t find that report in your account.');
  const pdf = await reportPdf(report, number, new Date(deliveredAt));
  return { name: `report-${number}-${position}.pdf`, content: pdf };
}

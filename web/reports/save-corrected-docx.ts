import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  DeletedTextRun,
  Document,
  HeadingLevel,
  InsertedTextRun,
  Packer,
  Paragraph,
  TextRun,
} from 'docx';
import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import { shop } from '#contract/shop.ts';
import { saveFile } from '#ui/save-file.ts';
import type { Change } from './correct-text.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
type Run = TextRun | InsertedTextRun | DeletedTextRun | CommentRangeStart | CommentRangeEnd;

type Line = { start: number; end: number; level: number };

/** The lines with words; `level`: of a Markdown heading, else 0. */
function linesOf(text: string): Line[] {
  return [...text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) => {
    if (line.trim() === '') return [];
    const marks = /^(#{1,6})[ \t]+(?=\S)/.exec(line);
    return [
      { start: index + (marks?.[0].length ?? 0), end: index + line.length, level: marks?.[1]!.length ?? 0 },
    ];
  });
}

const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
] as const;

type Report = Pick<AnalyzerReport, 'title' | 'text' | 'findings'>;

/** A text with invisible soft hyphens in place of characters that XML 1.0 (2.2) forbids; older texts have some. */
const forXml = (words: string): string =>
  words.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\u00ad');

/**
 * The analyzed text as a Word document: the changes are tracked, so each can be accepted or rejected, and the other findings are
 * comments. A finding or a change over several lines is a comment on its first line.
 */
export async function writeCorrectedDocx(
  { title, text, findings }: Report,
  chosen: readonly Change[],
  at: Date,
): Promise<Blob> {
  const changes = chosen.filter(({ finding }) => !text.slice(finding.start, finding.end).includes('\n'));
  const changed = new Set(changes.map(({ finding }) => finding.id));
  const remarks = findings
    .filter(({ id, start, end }) => end > start && !changed.has(id))
    .map((finding, id) => ({ ...finding, id }));
  const author = shop.name;
  let revision = 0;
  const tracked = () => ({ id: (revision += 1), author, date: at.toISOString() });

  const paragraphOf = ({ start: from, end: to, level }: Line): Paragraph => {
    const here = remarks
      .filter(({ start }) => start >= from && start < to)
      .map((remark) => ({ ...remark, end: Math.min(remark.end, to) }));
    const cuts = [
      ...here.flatMap(({ start, end }) => [start, end]),
      ...changes.flatMap(({ finding: { start, end } }) => [start, end]),
    ].filter((cut) => cut > from && cut < to);
    const edges = [...new Set([from, ...cuts, to])].toSorted((a, b) => a - b);
    const children: Run[] = edges.flatMap((edge, index): Run[] => {
      const next = edges[index + 1];
      const words = next === undefined ? '' : forXml(text.slice(edge, next));
      const change = changes.find(({ finding: { start, end } }) => start <= edge && edge < end);
      return [
        ...here
          .filter(({ end }) => end === edge)
          .flatMap(({ id }) => [
            new CommentRangeEnd(id),
            new TextRun({ children: [new CommentReference(id)] }),
          ]),
        ...here.filter(({ start }) => start === edge).map(({ id }) => new CommentRangeStart(id)),
        ...(words === ''
          ? []
          : change
            ? [new DeletedTextRun({ text: words, ...tracked() })]
            : [new TextRun(words)]),
        ...(change && change.finding.end === next
          ? [new InsertedTextRun({ text: forXml(change.replacement), ...tracked() })]
          : []),
      ];
    });
    const heading = level > 0 ? { heading: headings[level - 1] ?? HeadingLevel.HEADING_4 } : {};
    return new Paragraph({ children, spacing: { after: 160 }, ...heading });
  };

  return Packer.toBlob(
    new Document({
      title: forXml(title),
      comments: {
        children: remarks.map(({ id, what, why, how, suggestions }) => ({
          id,
          author,
          date: at,
          children: [
            new Paragraph({ children: [new TextRun({ text: forXml(what), bold: true })] }),
            new Paragraph(forXml([why, how].filter(Boolean).join(' '))),
            ...(suggestions.length > 0 ? [new Paragraph(forXml(`Instead: ${suggestions.join(' / ')}`))] : []),
          ],
        })),
      },
      sections: [{ children: linesOf(text).map(paragraphOf) }],
    }),
  );
}

/** Saves the corrected copy as `name`.docx, with tracked changes and comments. */
export async function saveCorrectedDocx(
  name: string,
  report: Report,
  changes: readonly Change[],
): Promise<void> {
  const blob = await writeCorrectedDocx(report, changes, new Date());
  saveFile({ name: `${name}.docx`, mediaType, content: new Uint8Array(await blob.arrayBuffer()) });
}

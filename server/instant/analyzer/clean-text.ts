import { cleanEmail } from './clean-email.ts';

/** Invisible characters that split words for programs. Joiners stay where a script or an emoji needs them. */
const invisible = /[\u00ad\u200b\u2060\ufeff]|(?<=\p{Script=Latin})[\u200c\u200d](?=\p{Script=Latin})/gu;

/** The text without soft hyphens and zero-width characters, in composed Unicode form. */
const withoutInvisible = (text: string): string => text.replaceAll(invisible, '').normalize('NFC');

/** A line with nothing but a page number, between blank lines or page breaks. */
const pageNumber =
  /(?:\n[ \t]*\n|\f)[ \t]*(?:-[ \t]?|page )?\d{1,4}(?: ?(?:of|\/) ?\d{1,4})?(?:[ \t]?-)?[ \t]*(?:\n[ \t]*\n|\n?\f\n?)/giu;
/** First parts of compounds that keep their hyphen when a line ends after it. */
const compound =
  /\b(?:self|well|non|long|short|high|low|full|part|half|hand|ever|family|five|two|three|four|ten|twenty|well|old|new|co|ex|all|state|user|home|year)$/iu;
const cut = '\u0000';

/** The text without page numbers. Words that a PDF hyphenated at the end of a line are joined. */
function withoutPages(text: string): string {
  // a sentence that continues after the page number stays one paragraph
  const joined = text.replaceAll(pageNumber, (_, at: number) =>
    /\p{Ll}[,;]?$/u.test(text.slice(Math.max(0, at - 3), at)) ? '\n' : '\n\n',
  );
  if (!/\p{Ll}{2}-\n\p{Ll}{2}/u.test(joined)) return joined;
  const marked = joined.replaceAll(/(?<=\p{Ll}{2})-\n(?=\p{Ll}{2})/gu, (hyphen, at: number) =>
    compound.test(joined.slice(Math.max(0, at - 12), at)) ? hyphen : `${cut}\n`,
  );
  return unwrapLines(marked).replaceAll(new RegExp(`${cut}\\s`, 'gu'), '');
}

/** The text as a reader sees it: without invisible characters, parts of a pasted email, page numbers and hyphens at line ends. */
export const cleanText = (text: string): string =>
  withoutPages(cleanEmail(withoutInvisible(text.replaceAll(/\r\n?/gu, '\n').replaceAll(cut, ''))));

/** Words that are too long for the linter, whose memory grows with a word's length; it fails at several thousand letters. */
const overlong = /\S{61,}/gu;

/** The text with spaces in place of overlong words: web addresses and pasted data, which aren't checked. */
export const blankOverlong = (text: string): string =>
  text.replaceAll(overlong, (run) => ' '.repeat(run.length));

/** Beginnings of lines that must not be joined to the line before: headings, list items, quotations, table rows, underlines. */
const ownLine = /^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|>|\||[=-]{3,}\s*$|\*\*)/u;
/** Lengths of a broken line (characters). Shorter lines are verses, addresses and lists; longer ones are paragraphs. */
const widths = { from: 45, to: 100 };

/**
 * Replaces line breaks within paragraphs, which mail programs and PDFs add, by spaces. A break was added if the next word didn't
 * fit on the line. Keeps the text's length, so that offsets stay valid.
 */
export function unwrapLines(text: string): string {
  const lines = text.split('\n');
  const width = Math.max(...lines.map((line) => line.length));
  if (width < widths.from || width > widths.to) return text;
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      if (next === undefined) return line;
      const word = /^\s*(\S+)/u.exec(next)?.[1];
      const isBroken =
        word !== undefined &&
        !ownLine.test(next) &&
        !/^\s*#{1,6}\s/u.test(line) &&
        line.trim() !== '' &&
        (line.endsWith(cut) || line.length + 1 + word.length > width);
      return isBroken ? `${line} ` : `${line}\n`;
    })
    .join('');
}

/** What is invisible and splits words for a program only; joiners stay where a script or an emoji needs them. */
const invisible = /[\u00ad\u200b\u2060\ufeff]|(?<=\p{Script=Latin})[\u200c\u200d](?=\p{Script=Latin})/gu;

/** The text without soft hyphens and characters of no width, each letter with its marks as one. */
export const withoutInvisible = (text: string): string => text.replaceAll(invisible, '').normalize('NFC');

/** What begins a line that stands for itself: a heading, an item of a list, a quotation, a row of a table, an underline. */
const ownLine = /^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|>|\||[=-]{3,}\s*$|\*\*)/u;
/** Columns: shorter lines are verses, addresses and lists; longer ones are paragraphs. */
const widths = { from: 45, to: 100 };

/**
 * The text with the line breaks of mail programs and PDFs inside paragraphs as spaces: a line was broken there because the
 * next word did not fit. As long as the text, so that every place stays where it is.
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
        line.length + 1 + word.length > width;
      return isBroken ? `${line} ` : `${line}\n`;
    })
    .join('');
}

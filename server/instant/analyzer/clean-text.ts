/** Invisible characters that split words only for programs; joiners stay where a script or an emoji needs them. */
const invisible = /[\u00ad\u200b\u2060\ufeff]|(?<=\p{Script=Latin})[\u200c\u200d](?=\p{Script=Latin})/gu;

/** The text without soft hyphens and zero-width characters, in composed Unicode form. */
export const withoutInvisible = (text: string): string => text.replaceAll(invisible, '').normalize('NFC');

/** Beginnings of lines that must not be joined: headings, list items, quotations, table rows, underlines. */
const ownLine = /^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|>|\||[=-]{3,}\s*$|\*\*)/u;
/**
 * Lengths of a broken line in characters: shorter lines are verses, addresses and lists; longer ones are
 * paragraphs.
 */
const widths = { from: 45, to: 100 };

/**
 * Replaces the line breaks that mail programs and PDFs put inside paragraphs by spaces: a line is such a break when the
 * next word did not fit. Keeps the text's length, so that offsets stay valid.
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

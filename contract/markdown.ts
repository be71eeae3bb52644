/**
 * Marks that are rare in plain text: a heading, a bullet, bold words, a link. The parts of a link are bounded, so that the time
 * doesn't grow with the square of the text.
 */
const marks = /^#{1,6} \S|^[-*+] \S|\*\*\S[^*]*\*\*|\[[^\][\n]{1,500}\]\([^)\s]{1,500}\)/m;

/** Marks of emphasis that a paragraph may have: the time of the parser grows with their square. */
const mostMarks = 1_000;
/** Quotations and lists that are nested this deep on one line exhaust the parser's stack. */
const deepNesting = /^[ \t]*(?:>[ \t]*|(?:[*+-]|\d{1,9}[.)])[ \t]+){30}/m;

const isTooMuch = (text: string): boolean =>
  deepNesting.test(text) ||
  text.split(/\n[ \t]*\n/).some((paragraph) => (paragraph.match(/[*_~]/g)?.length ?? 0) > mostMarks);

/** Whether a delivered text is Markdown. Other texts are shown unchanged, line by line, as is one with far more marks than people write. */
export const isMarkdown = (text: string): boolean => marks.test(text) && !isTooMuch(text);

/** The text for a parser of Markdown: long runs of blanks are shortened, because its time grows with the square of their length. */
export const withShortBlanks = (text: string): string => text.replaceAll(/[ \t]{20,}/g, ' '.repeat(20));

/** Whether a link of a delivered text may be followed: web and email addresses only. */
export const isSafeLink = (address: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(address);

/** The text with its headings as plain lines, for programs that show Markdown's marks. */
export const withoutHeadingMarks = (text: string): string => text.replaceAll(/^#{1,6} (?=\S)/gm, '');

/** Whether a text consists of hashtags only. */
export const isHashtags = (text: string): boolean =>
  /^#[\p{L}\p{M}\p{N}_]+(?:\s+#[\p{L}\p{M}\p{N}_]+)*$/u.test(text.trim());

/**
 * Markdown that is rare in plain text: a heading, a bullet, bold words, a link. The length of a link's parts is limited, so
 * that the search takes linear time.
 */
const marks = /^#{1,6} \S|^[-*+] \S|\*\*\S[^*]*\*\*|\[[^\][\n]{1,500}\]\([^)\s]{1,500}\)/m;

/** Maximum number of emphasis marks in a paragraph, because the parser takes quadratic time for them. */
const mostMarks = 1_000;
/** Quotations and lists nested 30 times on one line, which can exhaust the parser's stack. */
const deepNesting = /^[ \t]*(?:>[ \t]*|(?:[*+-]|\d{1,9}[.)])[ \t]+){30}/m;

const isTooMuch = (text: string): boolean =>
  deepNesting.test(text) ||
  text.split(/\n[ \t]*\n/).some((paragraph) => (paragraph.match(/[*_~]/g)?.length ?? 0) > mostMarks);

/**
 * Whether to parse a delivered text as Markdown. Not when it has far more marks than people write; it is then shown unchanged.
 */
export const isMarkdown = (text: string): boolean => marks.test(text) && !isTooMuch(text);

/** Shortens long runs of blanks for the Markdown parser, which takes quadratic time for them. */
export const withShortBlanks = (text: string): string => text.replaceAll(/[ \t]{20,}/g, ' '.repeat(20));

/** Whether a link of a delivered text may be followed: web and email addresses only. */
export const isSafeLink = (address: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(address);

/** The text with its headings as plain lines, for programs that show Markdown's marks. */
export const withoutHeadingMarks = (text: string): string => text.replaceAll(/^#{1,6} (?=\S)/gm, '');

/** Whether a text consists of hashtags only. */
export const isHashtags = (text: string): boolean =>
  /^#[\p{L}\p{M}\p{N}_]+(?:\s+#[\p{L}\p{M}\p{N}_]+)*$/u.test(text.trim());

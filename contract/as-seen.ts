/**
 * Pasted text contains invisible characters from word processors, PDFs, emails and chats. Sources: XML 1.0, section 2.2
 * (characters); Unicode, sections 5.8 (line breaks) and 23 (format characters); UTS #51 (emoji).
 */
const breaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** Replaced by a space in a text of several lines: no-break spaces, and an invisible letter that chats use as a space. */
const blanks = /[\u00a0\u2007\u202f\u3164]/g;
const blanksOfLine = /[\t\v\f\u0085\u2028\u2029\u3164\p{Zs}]/gu;
/**
 * Dropped: control characters, unpaired surrogates, noncharacters, soft hyphens (in PDFs also U+FFFE), format characters
 * without an effect, and overrides of the text direction, which make a text look like another.
 */
const unseen = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{NChar}\u00ad\u202a-\u202e\u2060-\u206f\ufeff\ufffc]/gu;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc\u{10800}-\u{1efff}]/u;
const directions = /[\u061c\u200e\u200f]/g;
/** Joiners shape Arabic, Indic, Mongolian and similar letters, and join emoji. */
const joiners =
  /([\u0600-\u1cff\u{10a00}-\u{11fff}][\u200c\u200d]|[\p{ExtPict}\p{EMod}\ufe0f]\u200d(?=\p{ExtPict}))|[\u200b-\u200d]/gu;

/** The text with every kind of line break as "\n". */
export const withLineBreaks = (text: string): string => text.replaceAll(breaks, '\n');

/**
 * The text as people see it: without invisible characters, and with one form of line breaks and spaces. Joiners and direction
 * marks stay where they change how the text looks. Takes linear time.
 */
export function asSeen(text: string, hasLines: boolean): string {
  const seen = (hasLines ? withLineBreaks(text).replaceAll(blanks, ' ') : text.replaceAll(blanksOfLine, ' '))
    .replaceAll(unseen, '')
    .replaceAll(joiners, '$1');
  return rightToLeft.test(seen) ? seen : seen.replaceAll(directions, '');
}

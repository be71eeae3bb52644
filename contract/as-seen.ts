/**
 * What pasted text holds besides its letters: word processors, PDFs, mail and chats add characters that nobody sees. Sources:
 * XML 1.0, 2.2 (characters); Unicode, 5.8 (line breaks), 23 (format characters); UTS #51 (emoji).
 */
const breaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const softBreaks = /[\v\f\u0085\u2028\u2029\t]/g;
const noBreakSpaces = /[\u00a0\u2007\u202f]/g;
/** Letters without a shape, which chats use as spaces. */
const blankLetters = /[\u3164\uffa0]/g;
/** Controls, halves of characters, soft hyphens (in PDFs also U+FFFE), and format characters without an effect. */
const unseen =
  /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u00ad\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffc]/gu;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Embeddings, overrides and isolates can make a line look like another text. */
const strongDirections = /[\u202a-\u202e\u2066-\u2069]/g;
/** Joiners shape Arabic, Indic, Mongolian and similar letters, and join emoji; zero-width spaces part words of Thai, Lao, Burmese and Khmer. */
const joiners =
  /([\u0600-\u0dff\u0f00-\u109f\u1700-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc\u{10a00}-\u{11fff}\u{1e900}-\u{1e95f}][\u200c\u200d]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]\u200d(?=\p{Extended_Pictographic})|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]\u200b(?=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]))|[\u200b-\u200d]/gu;
/** Tags name the region of a flag; elsewhere they hide a text. */
const tags = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;

/** The lines of a text, whichever line breaks it has. */
export const withLineBreaks = (text: string): string => text.replaceAll(breaks, '\n');

/**
 * The text as people see it: characters that can't be seen are dropped, and line breaks and spaces have one form. Joiners and
 * direction marks stay where they change what is seen. Takes linear time.
 */
export function asSeen(text: string, hasLines: boolean): string {
  const inForm = hasLines
    ? withLineBreaks(text)
    : text.replaceAll(softBreaks, ' ').replaceAll(/\p{Zs}/gu, ' ');
  const clean = inForm
    .replaceAll(noBreakSpaces, ' ')
    .replaceAll(blankLetters, ' ')
    .replaceAll(unseen, '')
    .replaceAll(tags, '$1');
  const dropped = !rightToLeft.test(clean) ? directions : hasLines ? undefined : strongDirections;
  return (dropped ? clean.replaceAll(dropped, '') : clean).replaceAll(joiners, '$1');
}

import * as z from 'zod/mini';
import { asSeen } from './as-seen.ts';

export type TextRule = {
  /** The field's label, used in messages. */
  label: string;
  /** Minimum length in code points; 0 or absent: the field may be left empty. */
  min?: number;
  /** Maximum length in code points. */
  max: number;
  /** Whether line breaks and tabs are allowed. */
  lines?: boolean;
  /** The message for an empty field. */
  emptyMessage?: string;
};

export const codePoints = (value: string): number => [...value].length;
const word = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
export const countWords = (value: string): number => value.match(word)?.length ?? 0;

/** The text up to the end of this many words, as `countWords` counts them, or up to a space within `longest` UTF-16 units. */
export function firstWords(value: string, most: number, longest: number): string {
  const start = value.length <= longest ? value : value.slice(0, longest + 1).replace(/\S+$/u, '');
  const last = [...start.matchAll(word)][most - 1];
  return last ? start.slice(0, last.index + last[0].length) : start.trimEnd();
}

/** The label as the subject of a message: "Brand name", or “Who is it for?” for a question. */
export const quoteLabel = (label: string): string => (/[?,]/.test(label) ? `“${label}”` : label);

/**
 * Matches a whole text that is invisible (of format and default-ignorable characters, blanks, marks without a letter and empty
 * braille patterns), and direction marks at both ends of any text. Takes linear time.
 */
const unseen = /^[\p{Cf}\p{DI}\s\p{M}\u2800]+$|^[\u061c\u200e\u200f]{1,9}|[\u061c\u200e\u200f]{1,9}$/gu;

/** UAX #15, 13.1 (stream-safe text): no writing system needs more than 30 marks on one letter. */
const mostMarks = 30;
// includes the letters U+FF9E and U+FF9F, because NFKC turns them into marks
const marks = /[\p{M}\uff9e\uff9f]+/gu;
const hasTooManyMarks = (value: string): boolean =>
  value.match(marks)?.some((run) => run.length > mostMarks && codePoints(run) > mostMarks) ?? false;
const tooManyMarks = (label: string) => `${label} can’t have more than ${mostMarks} accents on one letter`;

/**
 * Why a text must not be normalized; undefined when it may. Normalizing sorts a letter's marks in quadratic time:
 * 256 KB of marks take ten seconds. This check takes linear time.
 * `max` in code points; a text of that length has fewer than four times as many UTF-16 units, decomposed or not.
 */
export function problemBeforeNormalizing(
  value: string,
  { label, max }: { label: string; max: number },
): string | undefined {
  if (value.length > 4 * max) return `${label} must be ${max.toLocaleString('en-US')} characters or fewer`;
  return hasTooManyMarks(value) ? tooManyMarks(label) : undefined;
}

function textProblem(value: string, rule: TextRule): string | undefined {
  const label = quoteLabel(rule.label);
  const length = codePoints(value);
  const min = rule.min ?? 0;
  if (length === 0 && min > 0) return rule.emptyMessage ?? `Enter ${rule.label.toLowerCase()}`;
  if (length > rule.max) return `${label} must be ${rule.max.toLocaleString('en-US')} characters or fewer`;
  // a label that is a question needs another message: not the question is too short, but its answer
  if (length > 0 && length < min)
    return label === rule.label
      ? `${label} must be at least ${min} characters`
      : `${label} needs an answer of at least ${min} characters`;
  if (!rule.lines && /[\n\r]/.test(value)) return `${label} can’t contain line breaks`;
  // checks the normalized text again, because a mark can become two: stored text must be accepted when it is
  // sent again
  if (hasTooManyMarks(value)) return tooManyMarks(label);
  return undefined;
}

/** Adds a custom problem to a parse; `path` leads from the checked value to the field. */
export function addProblem(
  context: { issues: z.core.$ZodRawIssue[]; value: unknown },
  path: (string | number)[],
  message: string,
): void {
  context.issues.push({ code: 'custom', path, message, input: context.value });
}

/**
 * The schema of typed text: cleaned (`asSeen`), in NFC, trimmed, and limited in code points. An invisible text counts as empty.
 * `first`: checks of the text as it was typed.
 */
export function text(rule: TextRule, ...first: z.core.$ZodCheck<string>[]) {
  const schema = z
    .string({
      error: ({ input }) =>
        input === undefined || input === null
          ? (rule.emptyMessage ?? `Enter ${rule.label.toLowerCase()}`)
          : `${quoteLabel(rule.label)} must be text`,
    })
    .check(
      ...first,
      // drops invisible characters before the other checks, because they can separate a letter from its marks
      z.overwrite((value) => asSeen(value, rule.lines ?? false)),
      // a problem found here ends the checks of the field
      z.check((context) => {
        const { max, label } = rule;
        const problem = problemBeforeNormalizing(context.value, { max, label: quoteLabel(label) });
        if (problem) addProblem(context, [], problem);
      }),
      z.overwrite((value) => value.normalize('NFC').replaceAll(unseen, '').trim()),
      z.check((context) => {
        const problem = textProblem(context.value, rule);
        if (problem) addProblem(context, [], problem);
      }),
    );
  schema.register(z.globalRegistry, { minLength: rule.min ?? 0, maxLength: rule.max });
  return schema;
}

const webAddressFormat = /^https?:\/\/[^\s/?#@.]+(?:\.[^\s/?#@.]+)+(?:[/?#]\S*)?$/iu;

/** Adds the https that people leave out: "example.com/pens" becomes "https://example.com/pens". */
const withProtocol = (typed: string): string =>
  !/^[a-z][a-z\d+.-]*:/i.test(typed) && webAddressFormat.test(`https://${typed}`)
    ? `https://${typed}`
    : typed;

/** The schema of a web address, which may be empty. An address without a protocol gets https. */
export function webAddress(rule: TextRule) {
  return text(rule).check(
    z.overwrite(withProtocol),
    z.check((context) => {
      if (context.value !== '' && context.issues.length === 0 && !webAddressFormat.test(context.value))
        addProblem(context, [], `${quoteLabel(rule.label)} must be a web address, like https://example.com`);
    }),
  );
}

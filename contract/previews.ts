import * as z from 'zod/mini';
import { finding } from './analyzer-report.ts';
import { text } from './text.ts';

/** How much of a text the free preview looks at. */
export const previewWords = 150;
/** Characters; some texts have few spaces. */
export const previewLength = 1500;
/** How many findings and hashtags it shows. */
export const previewFindings = 3;
export const previewTags = 8;

const wholeText = text({
  label: 'Text',
  min: 1,
  max: 40_000,
  lines: true,
  emptyMessage: 'Paste the text to analyze',
});

export const checkTextBody = z.strictObject({ text: wholeText });
/** Why the text cannot be analyzed; null when it can. */
export const checkedText = z.object({ problem: z.nullable(z.string()) });

/** The varieties of English that are told apart. */
export const varieties = ['en-US', 'en-GB', 'en-AU', 'en-CA'] as const;
export type Variety = (typeof varieties)[number];

/** `language`: the variety whose spelling counts; American without it. */
export const previewAnalysisBody = z.strictObject({
  text: wholeText,
  language: z.optional(z.enum(varieties)),
});
/** `text`: what was looked at, with offsets of the findings into it. */
export const previewedAnalysis = z.object({
  text: z.string(),
  words: z.int(),
  overall: z.int(),
  findings: z.array(finding),
  /** How many more there are in it. */
  more: z.int(),
});
export type PreviewedAnalysis = z.output<typeof previewedAnalysis>;

export const previewHashtagsBody = z.strictObject({
  topic: text({ label: 'Topic', min: 5, max: 300, emptyMessage: 'Enter a topic' }),
});
export const previewedHashtags = z.object({
  tags: z.array(z.object({ tag: z.string(), why: z.string() })),
  /** Of the topic itself: tags that are not recommended, and why. */
  leftOut: z.array(z.object({ tag: z.string(), why: z.string() })),
});
export type PreviewedHashtags = z.output<typeof previewedHashtags>;

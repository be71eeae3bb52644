import * as z from 'zod/mini';
import { finding } from './analyzer-report.ts';
import { text } from '#contract/text.ts';

/** Number of words of which the free preview shows the findings. It analyzes the whole text, by the same rules as a report. */
export const previewWords = 150;
/** Maximum number of characters in the free preview, because some texts have few spaces. */
export const previewLength = 1500;
/** Number of findings and hashtags that the free preview shows. */
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

/** The supported varieties of English. */
export const varieties = ['en-US', 'en-GB', 'en-AU', 'en-CA'] as const;
export type Variety = (typeof varieties)[number];

/** `language`: the variety of English for spelling; American by default. */
export const previewAnalysisBody = z.strictObject({
  text: wholeText,
  language: z.optional(z.enum(varieties)),
});
/** `text`: the first words of the text, to which the findings' offsets refer. */
export const previewedAnalysis = z.object({
  text: z.string(),
  words: z.int(),
  overall: z.int(),
  findings: z.array(finding),
  /** Number of findings in `text` that the preview does not show. */
  more: z.int(),
});
export type PreviewedAnalysis = z.output<typeof previewedAnalysis>;

export const previewHashtagsBody = z.strictObject({
  topic: text({ label: 'Topic', min: 5, max: 300, emptyMessage: 'Enter a topic' }),
});
export const previewedHashtags = z.object({
  tags: z.array(z.object({ tag: z.string(), why: z.string() })),
  /** The topic's own tags that are not recommended, and why. */
  leftOut: z.array(z.object({ tag: z.string(), why: z.string() })),
  /** What the topic could say to give more hashtags, as a sentence; '' when there is nothing to add. */
  askForMore: z.string(),
});
export type PreviewedHashtags = z.output<typeof previewedHashtags>;

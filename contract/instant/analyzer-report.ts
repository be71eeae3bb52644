import * as z from 'zod/mini';

/** The parts of a report and their weights; without a key phrase, search is left out and the other weights are scaled up. */
export const partWeights = {
  correctness: 30,
  readability: 20,
  clarity: 20,
  structure: 10,
  voice: 10,
  search: 10,
} as const;
export type ReportPart = keyof typeof partWeights;
export const reportParts = Object.keys(partWeights) as ReportPart[];
export const reportPartWords: readonly { part: ReportPart; label: string }[] = [
  { part: 'correctness', label: 'Correctness' },
  { part: 'readability', label: 'Readability' },
  { part: 'clarity', label: 'Clarity and style' },
  { part: 'structure', label: 'Structure' },
  { part: 'voice', label: 'Voice and inclusive language' },
  { part: 'search', label: 'Search' },
];

/** `error`: wrong. `check`: probably wrong; the writer decides. `hint`: could be better. */
export const severities = ['error', 'check', 'hint'] as const;

export const finding = z.object({
  /** The same whenever the same text is analyzed, so that a dismissed finding stays dismissed. */
  id: z.string(),
  part: z.enum(reportParts),
  /** Such as `spelling` or `long-sentence`: findings of one kind are counted together. */
  kind: z.string(),
  severity: z.enum(severities),
  /** UTF-16 offsets into the text; both 0 for a finding about the whole text. */
  start: z.int(),
  end: z.int(),
  what: z.string(),
  why: z.string(),
  how: z.string(),
  /** Suggested replacements; may be empty. */
  suggestions: z.array(z.string()),
  /** The points (0 to 100) that the finding takes from its part's score. */
  cost: z.number(),
});
export type Finding = z.output<typeof finding>;

/**
 * Findings of the operator's own language checker (the second reader), added after the delivery. They don't change the scores.
 */
const secondReading = z.object({
  by: z.literal('LanguageTool'),
  findings: z.array(
    z.object({
      /** UTF-16 offsets into the text. */
      start: z.int(),
      end: z.int(),
      message: z.string(),
      suggestions: z.array(z.string()),
    }),
  ),
});
export type SecondReading = z.output<typeof secondReading>;

export const analyzerReport = z.object({
  type: z.literal('analyzer'),
  title: z.string(),
  text: z.string(),
  words: z.int(),
  sentences: z.int(),
  readingSeconds: z.int(),
  /** US school grades: the grade the text requires, and the grades that suit its audience. */
  grade: z.number(),
  aimedGrade: z.object({ from: z.int(), to: z.int() }),
  /** One sentence per judged part that explains its score. */
  reasons: z.partialRecord(z.enum(reportParts), z.string()),
  findings: z.array(finding),
  /**
   * What a text of this kind should contain, and where it does. Offsets as in a finding; both 0 without a passage. Reports from
   * before 2026-11-25 have none.
   */
  checklist: z.optional(
    z.object({
      title: z.string(),
      points: z.array(z.object({ label: z.string(), isMet: z.boolean(), start: z.int(), end: z.int() })),
    }),
  ),
  /** Where the search phrases occur, in any form of their words. Without headings, `inHeadings` is null. */
  phrases: z.optional(
    z.array(
      z.object({
        phrase: z.string(),
        inTitle: z.boolean(),
        inOpening: z.boolean(),
        inHeadings: z.nullable(z.boolean()),
        count: z.int(),
      }),
    ),
  ),
  /**
   * How the text writes dates, numbers and so on. `forms`: an example of each form with its count, the most frequent first.
   * Reports from before 2026-11-27 have none.
   */
  styles: z.optional(z.array(z.object({ label: z.string(), forms: z.array(z.string()) }))),
  /** Absent until the second reader has read the text, and in a shop without one. */
  secondReader: z.optional(secondReading),
  /** The scores and the number of findings of the ordered text, in a report on an improved text. */
  before: z.nullable(
    z.object({ overall: z.int(), parts: z.partialRecord(z.enum(reportParts), z.int()), findings: z.int() }),
  ),
});
export type AnalyzerReport = z.output<typeof analyzerReport>;

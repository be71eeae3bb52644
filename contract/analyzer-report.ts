import * as z from 'zod/mini';

/** The parts of a report and what each weighs; search is left out, and the rest weighed anew, without a key phrase. */
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
  { part: 'voice', label: 'Voice and inclusiveness' },
  { part: 'search', label: 'Search' },
];

/** `error`: wrong. `check`: probably; the writer knows better. `hint`: could be better. */
export const severities = ['error', 'check', 'hint'] as const;

export const finding = z.object({
  /** The same for the same finding in the same text, so that one that was dismissed stays so. */
  id: z.string(),
  part: z.enum(reportParts),
  /** As in `spelling` or `long-sentence`: what is counted together. */
  kind: z.string(),
  severity: z.enum(severities),
  /** UTF-16 offsets into the text; both 0 for what concerns the whole. */
  start: z.int(),
  end: z.int(),
  what: z.string(),
  why: z.string(),
  how: z.string(),
  /** What could stand there instead; may be empty. */
  suggestions: z.array(z.string()),
  /** Points (0 to 100) it takes from its part. */
  cost: z.number(),
});
export type Finding = z.output<typeof finding>;

export const analyzerReport = z.object({
  type: z.literal('analyzer'),
  title: z.string(),
  text: z.string(),
  words: z.int(),
  sentences: z.int(),
  readingSeconds: z.int(),
  /** US school years: what the text asks of its readers, and what suits those it is for. */
  grade: z.number(),
  aimedGrade: z.object({ from: z.int(), to: z.int() }),
  /** One sentence for each part that was judged: how it came to its score. */
  reasons: z.partialRecord(z.enum(reportParts), z.string()),
  findings: z.array(finding),
  /** Of the text that was ordered, in a report on an improved one. */
  before: z.nullable(
    z.object({ overall: z.int(), parts: z.partialRecord(z.enum(reportParts), z.int()), findings: z.int() }),
  ),
});
export type AnalyzerReport = z.output<typeof analyzerReport>;

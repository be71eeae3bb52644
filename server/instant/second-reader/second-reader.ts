import type { SecondReading } from '#contract/instant/analyzer-report.ts';

/** What a second reader says about a passage. Nothing in it is believed before `judgeRemarks` has judged it. */
export type Remark = {
  /** UTF-16 offsets into the text. */
  start: number;
  end: number;
  /** The passage as the reader quotes it. */
  quote: string;
  isSpelling: boolean;
  message: string;
  suggestions: readonly string[];
};

/** The reader gave no usable answer: a retry may succeed. Its message quotes neither the text nor the answer. */
export class ReaderFailure extends Error {
  override name = 'ReaderFailure';
}

/** Another program that reads an analyzed text. */
export type SecondReader = {
  by: SecondReading['by'];
  /** @throws ReaderFailure when it is unreachable, ended by the signal, or answers something else */
  read: (text: string, language: string, signal: AbortSignal) => Promise<Remark[]>;
};

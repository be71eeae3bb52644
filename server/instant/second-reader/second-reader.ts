import type { SecondReading } from '#contract/instant/analyzer-report.ts';

/** A second reader's remark about a passage. Untrusted until `judgeRemarks` has checked it. */
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

/** The reader gave no usable answer, so that a retry may succeed. The message quotes neither the text nor the answer. */
export class ReaderFailure extends Error {
  override name = 'ReaderFailure';
}

/** An external program that checks an analyzed text. */
export type SecondReader = {
  by: SecondReading['by'];
  /**
   * Checks a text.
   * @throws ReaderFailure when the reader is unreachable, the signal ends the call, or the answer is unusable
   */
  read: (text: string, language: string, signal: AbortSignal) => Promise<Remark[]>;
};

import type { Actor } from '#server/process/actor.ts';

/** A file given with --file, read where the operator is. */
export type GivenFile = { name: string; content: Buffer };

/** What the operator typed, and who they are: for the record of who did it. */
export type CommandCall = { words: string[]; files: GivenFile[]; by: Actor };

/** A command of `npm run operator`. */
export type OperatorCommand = {
  /** What comes after its name, as in `ORDER LINE "QUESTION"`. */
  usage: string;
  summary: string;
  /** What to print. @throws ProblemReply with what to say instead when it did not work: the exit code is 1 then */
  run: (call: CommandCall) => Promise<string>;
};

export type OperatorCommands = Record<string, OperatorCommand>;

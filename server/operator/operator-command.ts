import type { Actor } from '#server/process/actor.ts';

/** The operator's input and name; the name is recorded as the actor. */
export type CommandCall = { words: string[]; by: Actor };

/** A command of `npm run operator`. */
export type OperatorCommand = {
  /** The arguments after its name, such as `ORDER AMOUNT REASON`. */
  usage: string;
  summary: string;
  /** The text to print. @throws ProblemReply with the message when the command fails: the exit code is then 1 */
  run: (call: CommandCall) => Promise<string>;
};

export type OperatorCommands = Record<string, OperatorCommand>;

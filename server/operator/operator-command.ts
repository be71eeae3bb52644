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

/** An act that can't be undone waits until the operator has typed `expected` after the command. */
export class ConfirmationNeeded extends Error {
  override name = 'ConfirmationNeeded';
  readonly expected: string;

  constructor(loses: string, expected: string) {
    super(`${loses} This can’t be undone. To go ahead, type ${expected} again at the end of the command.`);
    this.expected = expected;
  }
}

/**
 * Lets an act that can't be undone go ahead. `loses`: a sentence about what it destroys. `typed`: what the operator repeated.
 * @throws ConfirmationNeeded when it isn't `expected`, in any letter case
 */
export function confirmAct(loses: string, expected: string, typed: string | undefined): void {
  if (typed?.trim().toLowerCase() !== expected.toLowerCase()) throw new ConfirmationNeeded(loses, expected);
}

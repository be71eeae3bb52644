import type { Actor } from '#server/process/actor.ts';

/** A call of a command. The operator's name is recorded as the actor. */
export type CommandCall = { words: string[]; by: Actor };

/** A command of `npm run operator`. */
export type OperatorCommand = {
  /** The arguments after the command's name, such as `ORDER AMOUNT REASON`. */
  usage: string;
  summary: string;
  /**
   * Runs the command and returns the text to print.
   * @throws ProblemReply when the command fails; its message is printed, and the exit code is 1
   */
  run: (call: CommandCall) => Promise<string>;
};

export type OperatorCommands = Record<string, OperatorCommand>;

/** An act that can't be undone isn't carried out until the operator types `expected` after the command. */
export class ConfirmationNeeded extends Error {
  override name = 'ConfirmationNeeded';
  readonly expected: string;

  constructor(loses: string, expected: string) {
    super(`${loses} This can’t be undone. To go ahead, type ${expected} again at the end of the command.`);
    this.expected = expected;
  }
}

/**
 * Checks the confirmation of an act that can't be undone. `loses`: a sentence about what the act destroys. `typed`: the
 * operator's input.
 * @throws ConfirmationNeeded when `typed` isn't `expected`, in any letter case
 */
export function confirmAct(loses: string, expected: string, typed: string | undefined): void {
  if (typed?.trim().toLowerCase() !== expected.toLowerCase()) throw new ConfirmationNeeded(loses, expected);
}

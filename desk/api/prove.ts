import { ApiError } from '#ui/api-error.ts';
import { sharedState } from '#ui/shared-state.ts';
import { needsProof } from './call-desk.ts';

/** The open proof dialog; `answer(true)` is called once the proof succeeded. */
export const proofQuestion = sharedState<{ answer: (isProven: boolean) => void } | null>(null);

/** Thrown when the person closed the proof dialog; the call was not made. */
export class NotProven extends ApiError {
  constructor() {
    super('You didn’t confirm your identity, so nothing has changed.', 0);
    this.name = 'NotProven';
  }
}

const askForProof = (): Promise<boolean> =>
  new Promise((resolve) => {
    proofQuestion.set({
      answer(isProven) {
        proofQuestion.set(null);
        resolve(isProven);
      },
    });
  });

/**
 * Runs a call. If it needs a fresh proof, asks for one and runs the call again.
 * @throws NotProven when the person closes the dialog
 */
export async function withProof<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!needsProof(error)) throw error;
    if (!(await askForProof())) throw new NotProven();
    return run();
  }
}

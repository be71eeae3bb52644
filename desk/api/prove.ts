import { ApiError } from '#ui/api-error.ts';
import { sharedState } from '#ui/shared-state.ts';
import { needsProof } from './call-desk.ts';

/** The open question for a proof: `answer(true)` once it is given. */
export const proofQuestion = sharedState<{ answer: (isProven: boolean) => void } | null>(null);

/** The person closed the question for a proof: the call was not made. */
export class NotProven extends ApiError {
  constructor() {
    super('Nothing was changed.', 0);
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
 * Runs calls that need a fresh proof. Asks for one where it is missing, and runs them once more.
 * @throws NotProven when the person gives none
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

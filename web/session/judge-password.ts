import { bounds } from '#contract/bounds.ts';
import type { FieldErrors } from '#contract/problems.ts';
import { callApi } from '#web/api/call-api.ts';

/** Whether the shop would refuse a new password, for a form whose other fields are invalid. */
export async function judgePassword(
  found: FieldErrors,
  password: string,
  ownWords: string[] = [],
): Promise<FieldErrors> {
  if (found['password']) return {};
  const { problem } = await callApi('checkPassword', {
    body: { password, ownWords: ownWords.map((word) => word.slice(0, bounds.email.max)) },
    // Waiting longer would delay the known errors.
    signal: AbortSignal.timeout(3_000),
  });
  return problem === null ? {} : { password: [problem] };
}

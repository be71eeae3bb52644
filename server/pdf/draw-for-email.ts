import { ProblemReply } from '#server/http/refusal.ts';
import { Deferral } from '#server/jobs/job.ts';

/**
 * Draws the file of an email.
 * @throws Deferral when too many files are being drawn, so that the email is sent later
 */
export async function drawForEmail<File>(draw: () => Promise<File>): Promise<File> {
  try {
    return await draw();
  } catch (error) {
    if (error instanceof ProblemReply && error.status === 503)
      throw new Deferral(error.message, { cause: error });
    throw error;
  }
}

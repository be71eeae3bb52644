import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import { composeExample, type ExampleDeps, findExample } from './compose-example.ts';

/** Emails an example to a member of staff. `letterId` makes each email unique. */
const exampleEmail = jobKind<{ staffId: string; email: string; letterId: string }>('mail.example');

/**
 * Sends the caller an email with example data.
 * @throws ProblemReply 404, 429
 */
export async function sendExampleEmail(
  { db, clock, limits, jobs }: Pick<DeskDeps, 'db' | 'clock' | 'limits' | 'jobs'>,
  { staffId, by }: StaffCaller,
  email: string,
): Promise<void> {
  findExample(email);
  await limits.exampleEmailsPerStaff.consume(String(staffId));
  const now = clock();
  await writeInOneStatement(db, [
    enqueue([exampleEmail.at(now, { staffId: String(staffId), email, letterId: crypto.randomUUID() })]),
    ...auditEntry(by, now, { action: 'send-example', subject: `email ${email}` }),
  ]);
  jobs.wake();
}

/**
 * Marks the subject as an example. Removes the reply address, and the order, for which the email would be recorded as sent to the
 * customer.
 */
export const sendExamples = ({ db }: Pick<DeskDeps, 'db'>, examples: ExampleDeps, mail: Mail): JobHandlers =>
  exampleEmail.handledBy(async ({ staffId, email, letterId }) => {
    const { rows } = await sql<{ email: string }>`
      select email from staff where id = ${BigInt(staffId)} and locked_at is null and left_at is null`.execute(
      db,
    );
    if (!rows[0]) return;
    const { replyTo: _to, about: _about, ...letter } = await composeExample(examples, findExample(email));
    await mail.send({
      ...letter,
      to: rows[0].email,
      subject: `Example: ${letter.subject}`,
      id: `example-${letterId}`,
    });
  });

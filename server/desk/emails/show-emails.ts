import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { PageAnswer } from '#server/http/bind-table.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import { composeExample, type ExampleDeps, findExample, idOf, nameOf } from './compose-example.ts';
import { type EmailExample, emailExamples } from './email-examples.ts';

const describe = async (deps: ExampleDeps, example: EmailExample) => {
  const { subject } = await composeExample(deps, example);
  return { id: idOf(example), name: nameOf(example), subject, to: example.to };
};

/** The kinds of emails that the shop sends, with their subjects. `address`: the caller's address, which gets examples. */
export async function listEmails(
  deps: Pick<DeskDeps, 'db'>,
  examples: ExampleDeps,
  { staffId }: StaffCaller,
): Promise<DeskAnswerOf<'listEmails'>> {
  const { rows } = await sql<{ email: string }>`select email from staff where id = ${staffId}`.execute(
    deps.db,
  );
  const emails = await Promise.all(emailExamples.map((example) => describe(examples, example)));
  return { emails, address: rows[0]!.email };
}

/**
 * The plain text of an email with example data.
 * @throws ProblemReply 404
 */
export async function showEmail(deps: ExampleDeps, id: string): Promise<DeskAnswerOf<'showEmail'>> {
  const example = findExample(id);
  const { subject, text } = await composeExample(deps, example);
  return { id, name: nameOf(example), to: example.to, subject, text };
}

/** Disables the links of a preview, whose pages would open inside the frame. */
const inert = '<style>a{pointer-events:none}</style></head>';

/**
 * The HTML page of an email with example data, for a frame of the desk.
 * @throws ProblemReply 404
 */
export async function showEmailPage(deps: ExampleDeps, id: string): Promise<PageAnswer> {
  const { html } = await composeExample(deps, findExample(id));
  return { html: html.replace('</head>', inert) };
}

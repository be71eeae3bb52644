import { anchorAudit } from '#server/audit/anchor-audit.mail.ts';
import { sendNotices } from '#server/desk/notices/send-notices.mail.ts';
import { sendApprovalDecided } from '#server/desk/approvals/approval-decided.mail.ts';
import { sendApprovedAlone } from '#server/desk/approvals/approved-alone.mail.ts';
import { notFound } from '#server/http/refusal.ts';
import { emailPrefix, type JobHandlers } from '#server/jobs/job.ts';
import type { Email } from '#server/mail/compose-email.ts';
import { emailName } from '#server/mail/email-names.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { auditNightly } from '#server/payments/audit/audit-money.ts';
import { keysFor } from '#server/process/derived-keys.ts';
import { shopEmails } from '#server/shop-emails.ts';
import { deskOriginOf } from '#server/staff/desk-origin.ts';
import { sendStaffEmails } from '#server/staff/staff-emails.mail.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { exampleDatabase } from './example-database.ts';
import { type EmailExample, emailExamples } from './email-examples.ts';
import { exampleFacts } from './example-facts.ts';

export type ExampleDeps = Pick<
  DeskDeps,
  'clock' | 'catalogue' | 'limits' | 'publicUrl' | 'log' | 'payments'
> & {
  operatorEmail: string;
  deskOrigin: string;
};

/** Signs the codes in example emails. The shop uses another secret, so these codes never work. */
const codeKeys = keysFor(['the secret of example emails'], 'email codes');
const nobody = {
  consume: async () => {},
  allows: async () => true,
  giveBack: async () => {},
  clear: async () => {},
};

/** The ID of an example in URLs. */
export const idOf = ({ kind, variant }: EmailExample): string => (variant ? `${kind}-${variant}` : kind);
/** The name of an example in the desk's list of emails. */
export const nameOf = ({ kind, name }: EmailExample): string => name ?? emailName(kind);

/** The job handlers of the shop's emails. They read from a database of example data and have no rate limits. */
function handlersOf(deps: ExampleDeps, row: object, mail: Mail): JobHandlers {
  const { operatorEmail, deskOrigin } = deps;
  const db = exampleDatabase(row);
  const limits = { ...deps.limits, emailsToUnconfirmed: nobody };
  const shop = { ...deps.payments, ...deps, db, limits, mail, codeKeys, livemode: false };
  const desk = { ...shop, deskUrl: `${deskOrigin}/desk` };
  return {
    ...shopEmails(shop),
    ...auditNightly({ ...deps.payments, db }, mail, operatorEmail),
    ...anchorAudit(shop, mail, operatorEmail),
    ...sendApprovalDecided(desk, mail),
    ...sendApprovedAlone(desk, mail, operatorEmail),
    ...sendNotices(desk, mail),
    ...sendStaffEmails({ ...shop, origin: deskOriginOf(deskOrigin) }, mail),
  };
}

/** Composes an example with the code that sends the real email. Sends and stores nothing. */
export async function composeExample(deps: ExampleDeps, example: EmailExample): Promise<Email> {
  const facts = exampleFacts(deps.catalogue(), deps.clock());
  const emails: Email[] = [];
  const mail: Mail = {
    send: async (email) => void emails.push(email),
    forget: async () => 0,
    destination: '',
    close() {},
  };
  const handlers = handlersOf(deps, { ...facts, ...example.change?.(facts) }, mail);
  const handler = handlers[`${emailPrefix}${example.kind}`];
  if (!handler) throw new Error(`No code sends the email ${example.kind}`);
  await handler.run(example.payload as never);
  if (!emails[0]) throw new Error(`The example of ${idOf(example)} sends no email`);
  return emails[0];
}

/**
 * The example with this ID.
 * @throws ProblemReply 404
 */
export function findExample(id: string): EmailExample {
  const example = emailExamples.find((one) => idOf(one) === id);
  if (!example) throw notFound('We can’t find that email.');
  return example;
}

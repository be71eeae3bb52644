import { sendAccountEmails } from './accounts/account-emails.mail.ts';
import { sendAdjustmentEmails } from './balance/adjustment-email.mail.ts';
import { sendDepositEmails } from './balance/deposit-emails.mail.ts';
import { sendStrays } from './files/strays.mail.ts';
import { sendVirusEmails } from './files/virus-emails.mail.ts';
import { sendChangesEmails } from './fulfilment/confirm-changes.mail.ts';
import { sendTakeoverEmails } from './fulfilment/manual-takeover-emails.mail.ts';
import { sendWorkEmails } from './fulfilment/work-emails.mail.ts';
import type { JobHandlers } from './jobs/job.ts';
import { sendJobTrouble } from './mail/job-trouble.mail.ts';
import type { Mail } from './mail/open-mail.ts';
import type { OrderDeps } from './orders/order-deps.ts';
import { sendOrderEmails } from './orders/order-emails.mail.ts';
import { sendDisputeEmails } from './payments/disputes/dispute-emails.mail.ts';
import { sendOperatorAlerts } from './payments/operator-alert.mail.ts';
import { sendPaymentEmail } from './payments/payment-email.mail.ts';
import { sendRefundEmails } from './payments/refunds/refund-email.mail.ts';
import type { Keys } from './process/derived-keys.ts';
import { sendThreadEmails } from './support/thread-emails.mail.ts';
import { sendTicketEmails } from './support/ticket-emails.mail.ts';

export type ShopEmailDeps = Pick<
  OrderDeps,
  'db' | 'clock' | 'catalogue' | 'limits' | 'jobs' | 'publicUrl' | 'livemode'
> & {
  mail: Mail;
  /** Keys that sign the codes in emails about an account. */
  codeKeys: Keys;
  operatorEmail: string;
  /** The desk's origin; undefined without a desk. */
  deskOrigin?: string | undefined;
};

/**
 * The job handlers of emails to customers and the operator. The desk's emails aren't among them, because a shop without a desk
 * doesn't load those.
 */
export function shopEmails(deps: ShopEmailDeps): JobHandlers {
  const { db, mail, publicUrl, operatorEmail } = deps;
  return {
    ...sendAccountEmails(deps),
    ...sendOrderEmails(deps, mail, operatorEmail),
    ...sendWorkEmails(deps, mail, operatorEmail),
    ...sendChangesEmails(deps, mail),
    ...sendTakeoverEmails(deps, mail, operatorEmail),
    ...sendDepositEmails(db, mail, publicUrl),
    ...sendAdjustmentEmails(db, mail, publicUrl),
    ...sendRefundEmails(db, mail, publicUrl),
    ...sendDisputeEmails(deps, publicUrl, operatorEmail),
    ...sendPaymentEmail(deps),
    ...sendOperatorAlerts(db, mail, operatorEmail),
    ...sendTicketEmails(deps, mail),
    ...sendThreadEmails(deps, mail),
    ...sendVirusEmails(deps, mail),
    ...sendStrays(mail, operatorEmail),
    ...sendJobTrouble(mail, operatorEmail),
  };
}

import type { Finding, HealthPart, Mend } from '#contract/desk/money.ts';

/** What a finding means and what to do. `begins`: the beginnings of its sentences; `…` stands for any text. */
type Advice = {
  begins: readonly string[];
  part: HealthPart;
  means: string;
  todo: string;
  mend?: Mend['kind'];
};

const changed = 'A status and its postings differ because of a defect or a manual change.';
const notInDatabase =
  'Don’t change the database. Credit or debit the customer’s balance by the difference. Send this finding to the developer who will fix the defect.';
const restore = 'Restore a full backup. Then run the checks again.';

/**
 * Advice for all findings of the audits. The first entry that fits a finding's sentence explains it. docs/runbook.md has the same
 * table; a test compares them.
 */
export const adviceList: readonly Advice[] = [
  {
    begins: ['For payment … of …, the provider holds …, but … is posted'],
    part: 'providers',
    means:
      'The provider has a payment, refund or dispute that the shop has no record of, or the shop posted money that never moved.',
    todo: 'Compare the payment with the provider. If the difference stays, the provider may have rejected a refund that was made here. The provider’s dashboard shows why.',
    mend: 'sync',
  },
  {
    begins: ['For payment … of …, the provider has no record of'],
    part: 'providers',
    means:
      'The API keys belong to a different provider account, or the database belongs to a different shop.',
    todo: 'Check that the API key belongs to the provider account in which the payment was made.',
  },
  {
    begins: ['Payments made with … can’t be compared'],
    part: 'providers',
    means: 'The API key of a former provider is not set.',
    todo: 'Add the former provider’s API key to the settings again. Keep the new provider’s key.',
  },
  {
    begins: ['The webhook event … wasn’t applied'],
    part: 'payments',
    means: 'The provider reported something that the shop couldn’t post yet.',
    todo: 'Retry the event. If it fails again, fix the cause, and then retry it. An event about an unknown payment usually comes from another system on the same provider account, or from a copy of this shop. Dismiss it under Waiting if it isn’t about this shop.',
    mend: 'retry',
  },
  {
    begins: ['The payment … is …, but no job is handling it'],
    part: 'payments',
    means: 'The payment’s job was deleted manually, or it was missing from a backup.',
    todo: 'Compare the payment with the provider. This restarts its job. When you restore a backup, always restore the jobs too.',
    mend: 'sync',
  },
  {
    begins: ['The refund … is …, but no job is handling it'],
    part: 'payments',
    means: 'The refund’s job was deleted manually, or it was missing from a backup.',
    todo: 'Compare the payment with the provider. This sends the refund again with the same idempotency key, so it’s made only once.',
    mend: 'sync',
  },
  {
    begins: ['The payment link of … is waiting for payment, but no job will close it'],
    part: 'payments',
    means:
      'The job that closes an unpaid order or deposit was deleted manually, or was missing from a backup.',
    todo: 'Compare the payment with the provider. This closes the link if it has expired.',
    mend: 'sync',
  },
  {
    begins: ['The refund … should be', 'The failed refund … should be'],
    part: 'payments',
    means: 'A refund and its postings differ because of a defect or a manual change.',
    todo: notInDatabase,
  },
  {
    begins: ['…: the closed days and the transactions since then add up to'],
    part: 'ledger',
    means: 'The ledger changed after a day was closed, or the closed day was changed.',
    todo: 'Compare the journal entries since that closed day with a backup, and restore the missing ones.',
  },
  {
    begins: [
      'The books of … don’t open with the closing balances',
      'The closing balances of … don’t follow',
      'The ledger has … less of … than when the day was closed',
    ],
    part: 'ledger',
    means: 'A closed day was changed, or postings of that day are gone.',
    todo: restore,
  },
  {
    begins: ['The account … shows', 'The account … is at'],
    part: 'balances',
    means: 'Someone changed `ledger_balance` manually, or a disk returned wrong data.',
    todo: 'The transfers are correct. Restore a full backup. Or, once you know the cause, set the account’s row in `ledger_balance` to the sum of its transfers.',
  },
  {
    begins: ['All accounts … add up to … instead of zero', 'All test accounts … add up to … instead of zero'],
    part: 'ledger',
    means: 'Rows of the ledger are missing, probably because a restore failed.',
    todo: restore,
  },
  {
    begins: ['The statement of customer'],
    part: 'balances',
    means: 'The customer’s statement doesn’t match their balance.',
    todo: 'The ledger is correct. Your server administrator has to recalculate the statement from it.',
  },
  {
    begins: [
      'The payment … should be',
      'The order … should be',
      'The deposit … should be',
      'The amount received through the payment link for',
      'The amount refunded for',
      'The disputed amount of',
    ],
    part: 'payments',
    means: changed,
    todo: notInDatabase,
  },
  {
    begins: [
      'The money for orders in progress',
      'The money earned',
      'The money in dispute',
      'The amount customer … has on hold for disputes',
      'The pending refunds',
      'The money reserved for customer',
      'The fees of payment providers',
      'The money paid out to the bank',
      'The money exchanged at providers',
      'The unexplained transactions',
      'The owner’s money at providers',
      'The other transactions explained by staff',
      'The shop’s losses from disputes',
      'The money at',
    ],
    part: 'payments',
    means: 'A total over many orders or transactions doesn’t match its postings.',
    todo: 'Look for the finding about a single order or transaction that explains it.',
  },
  {
    begins: ['The amount that … moved for … of … should be'],
    part: 'payments',
    means:
      'The provider’s amount for a payment, refund or dispute differs from the amount that the shop posted.',
    todo: 'Compare the payment with the provider. If the difference stays, look up the payment in the provider’s dashboard.',
    mend: 'sync',
  },
  {
    begins: ['The transaction … of … should be', 'The explanation of the transaction … of … should be'],
    part: 'payments',
    means:
      'A transaction of a provider’s balance and its postings differ because of a defect or a manual change.',
    todo: notInDatabase,
  },
  {
    begins: ['At …, … matches nothing in the shop', 'At …, … match nothing in the shop'],
    part: 'payments',
    means:
      'A provider moved money for a reason that this version doesn’t recognize, or for another system on the same account. It’s posted to “Payments under review, and unexplained transactions”.',
    todo: 'Look up the transaction in the provider’s dashboard. Then explain it under Payouts and fees. The difference disappears at the next check. If nobody explains the transaction, the checks stop reporting it after 31 days.',
    mend: 'explain',
  },
  {
    begins: ['The transactions of … can’t be imported'],
    part: 'payments',
    means:
      'The API key (at Mollie, the access token) doesn’t have permission to read balance transactions. Fees and payouts are missing from the books.',
    todo: 'Grant this permission in the provider’s dashboard (README, “Real payments”). The next import adds the missing transactions.',
  },
  {
    begins: ['The transactions of … are imported only up to'],
    part: 'payments',
    means: 'The hourly import of transactions has not finished for two days.',
    todo: 'Look for “payment.import” in the log. Possible causes: the provider isn’t responding, the import fails, or the provider’s API key was removed from the settings.',
  },
  {
    begins: ['The posting … doesn’t belong to any payment', 'The payment link of … doesn’t belong to any'],
    part: 'payments',
    means: 'Rows were deleted from the database.',
    todo: restore,
  },
  {
    begins: ['Entry … of the audit log', 'Row … of the audit log'],
    part: 'log',
    means: 'Someone with database owner rights changed the audit log, or the disk is faulty.',
    todo: 'Before anything else, copy the database. Then follow “The audit log was changed” in the runbook.',
  },
];

/** Whether the sentence begins with the pattern, in which `…` stands for any text. */
function fits(words: string, begins: string): boolean {
  const [first = '', ...rest] = begins.split('…');
  if (!words.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = words.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

const numberIn = /\b[RD]-[0-9A-Z]{4}-[0-9A-Z]{4}\b/;
const eventIn = /^The webhook event (\S+) of /;

function mendOf(kind: Mend['kind'] | undefined, words: string): Mend | null {
  if (kind === 'explain') return { kind };
  if (kind === 'sync') {
    const number = numberIn.exec(words)?.[0];
    return number ? { kind, number } : null;
  }
  const eventId = kind === 'retry' ? eventIn.exec(words)?.[1] : undefined;
  return eventId ? { kind: 'retry', eventId } : null;
}

/** The part of the books that a finding is about, what it means, what to do, and what a button can repair. */
export function explainFinding(words: string): Finding & { part: HealthPart } {
  const found = adviceList.find(({ begins }) => begins.some((begin) => fits(words, begin)));
  return {
    words,
    part: found?.part ?? 'payments',
    means: found?.means ?? '',
    todo: found?.todo ?? '',
    mend: mendOf(found?.mend, words),
  };
}

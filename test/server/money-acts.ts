import { sql } from 'kysely';
import type { DeskEndpointName } from '#contract/desk/endpoints.ts';
import { hour } from '#contract/durations.ts';
import { unknownPayment } from '#server/payments/webhooks/waiting-events.ts';
import { checkKey } from '#server/payments/audit/check-now.ts';
import { listMovements, movement } from './list-movements.ts';
import { disputeAt, moneyAt } from './money-at-desk.ts';
import type { Person, TestDesk } from './open-test-desk.ts';

type Call = <Body = Record<string, unknown>>(
  name: DeskEndpointName,
  who: Person,
  path: string,
  body?: object,
) => Promise<Body>;
type Add = (name: DeskEndpointName, entry: string | null, act: () => Promise<unknown>) => void;

/** `add`: adds an act. `done`: the calls that acts have made so far. */
export type ActTools = { call: Call; add: Add; done: Set<DeskEndpointName>; desk: TestDesk };
type Shop = {
  owner: Person;
  support: Person;
  number: string;
  text: string;
};

/**
 * Adds acts about refunds, approvals and the health of the money. `support`: a person with a limit of $50. `text`: part of every
 * typed text.
 */
export function addMoneyActs(tools: ActTools, { owner, support, number, text }: Shop): void {
  const { call, add } = tools;
  let approval = '';
  const refund = async (who: Person, amount: number) => {
    const { ways } = await call<{ ways: { balance: number } }>(
      'showRefundable',
      who,
      `orders/${number}/refundable`,
    );
    const sent = await call<{ approval: string }>('refundDeskOrder', who, `orders/${number}/refund`, {
      requestId: crypto.randomUUID(),
      amount,
      way: 'balance',
      reason: `Sorry, ${text}`,
      note: `${text} on the refund`,
      seen: ways.balance,
    });
    approval = sent.approval;
    return ways.balance;
  };
  const ask = () => refund(support, 5_001);
  add('refundDeskOrder', 'refund', () => refund(owner, 100));
  add('refundDeskOrder', 'ask-refund', ask);
  add('listApprovals', null, () => call('listApprovals', owner, 'approvals'));
  add('showApproval', null, () => call('showApproval', owner, `approvals/${approval}`));
  add('declineApproval', 'decline-approval', () =>
    call('declineApproval', owner, `approvals/${approval}/decline`, { note: `${text} is enough` }),
  );
  add('refundDeskOrder', 'ask-refund', ask);
  add('withdrawApproval', 'withdraw-approval', () =>
    call('withdrawApproval', support, `approvals/${approval}/withdraw`),
  );
  add('approve', 'ask-refund refund', async () => {
    const seen = await ask();
    await call('approve', owner, `approvals/${approval}/approve`, { seen });
  });
  add('approve', 'ask-refund refund fail-approval', async () => {
    const seen = await ask();
    await refund(owner, seen);
    const { approvals } = await call<{ approvals: { id: string }[] }>('listApprovals', owner, 'approvals');
    await call('approve', owner, `approvals/${approvals[0]!.id}/approve`, { seen: 0 });
  });
  addRepairs(tools, { owner, number, text });
  addExplanation(tools, { owner, text });
}

/** Adds an unexplained movement and its explanation. */
function addExplanation({ call, add, desk }: ActTools, { owner, text }: Pick<Shop, 'owner' | 'text'>): void {
  add('explainMovement', 'explain-movement', async () => {
    const { now, database } = desk.shop;
    const unknown = { id: 'mov_unknown', kind: 'other', word: 'reserve', amount: -5_000n } as const;
    await listMovements({ db: database.db, clock: now }, [movement({ ...unknown, createdAt: now() })]);
    await call('explainMovement', owner, 'money/movements/explain', {
      provider: 'sandbox',
      livemode: false,
      id: unknown.id,
      explanation: 'other',
      note: `${text} kept it`,
    });
  });
}

/** Adds acts about the health of the money. */
function addRepairs(
  { call, add, done, desk }: ActTools,
  { owner, number, text }: Pick<Shop, 'owner' | 'number' | 'text'>,
): void {
  add('showMoneyHealth', null, () => call('showMoneyHealth', owner, 'money/health'));
  add('checkMoney', 'check-money', async () => {
    // enqueues a check for later, so that this call starts none that would run during the next acts
    await sql`insert into job (kind, lane, payload, run_at, dedupe_key)
      values ('payment.check', 'others', '{}', ${new Date(desk.shop.now().getTime() + hour)}, ${checkKey})`.execute(
      desk.shop.database.db,
    );
    await call('checkMoney', owner, 'money/check');
  });
  add('listPayments', null, () => call('listPayments', owner, 'money/payments'));
  add('showPaymentTrail', null, () => call('showPaymentTrail', owner, `money/payments/${number}`));
  add('syncPayment', 'sync-payment', () => call('syncPayment', owner, `money/payments/${number}/sync`));
  let dispute = '';
  add('exportEvidence', 'export-evidence', async () => {
    const { number: paid } = await moneyAt(desk).cardOrder();
    dispute = await disputeAt(desk, paid);
    await desk.download(`money/disputes/${dispute}/evidence`, owner);
    done.add('exportEvidence');
  });
  add('answerDispute', 'answer-dispute reopen-dispute', async () => {
    for (const isAnswered of [true, false])
      await call('answerDispute', owner, `money/disputes/${dispute}/answered`, { isAnswered });
  });
  add('dismissEvent', 'dismiss-event', async () => {
    await sql`insert into provider_notice (provider, event_id, type, provider_ref, payload, received_at, last_error)
      values ('sandbox', 'evt_unknown', 'session.paid', 'sbx_unknown', '{}', ${desk.shop.now()}, ${unknownPayment})`.execute(
      desk.shop.database.db,
    );
    await call('dismissEvent', owner, 'money/events/dismiss', {
      provider: 'sandbox',
      eventId: 'evt_unknown',
      note: `${text} is another shop`,
    });
  });
  // nothing is waiting, so neither call writes an entry
  add('retryEvents', null, () => call('retryEvents', owner, 'money/events/retry', { eventId: null }));
  add('resendEmails', null, () => call('resendEmails', owner, 'money/emails/resend', { id: null }));
}

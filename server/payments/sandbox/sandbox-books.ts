import { day, minute } from '#contract/durations.ts';
import { randomBytes } from 'node:crypto';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue } from '#server/jobs/job.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/process/clock.ts';
import { sandboxWebhook } from './sandbox-webhooks.ts';
import {
  actOn,
  type SandboxAct,
  type SandboxDisputeAct,
  type SandboxRefundAct,
  type SandboxRequest,
  type SandboxSession,
} from './sandbox-session.ts';

/** Delays (ms) after which an act's webhook event is sent, one per delivery. Real providers also repeat, delay or lose events. */
const delays = { once: [0], twice: [0, 0], late: [10 * minute], lost: [] };
export type WebhookWay = keyof typeof delays;
export const webhookWays = ['once', 'twice', 'late', 'lost'] as const satisfies WebhookWay[];

/** Delay (ms) until a refund to the test card without refunds fails. */
const refundFailsAfter = 5 * minute;
/** Delay (ms) until a payment with the disputed test card is disputed. */
const disputedAfter = minute;
const disputeFee = 1_500n;
const evidenceDays = 7;

const refundsOf = sql`coalesce((
  select jsonb_agg(jsonb_build_object('ref', r.ref, 'reference', r.reference, 'amount', r.amount::text, 'status', r.status) order by r.created_at, r.ref)
  from sandbox_refund r where r.session_ref = s.ref
), '[]'::jsonb)`;
const disputesAt = (now: Date) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('ref', d.ref, 'amount', d.amount::text, 'withdrawn', d.withdrawn::text,
    'reinstated', d.reinstated::text, 'fee', d.fee::text, 'status', d.status, 'evidenceDueAt', d.evidence_due_at) order by d.created_at, d.ref)
  from sandbox_dispute d where d.session_ref = s.ref and d.created_at <= ${now}
), '[]'::jsonb)`;
/** SQL: the part of session `s`'s payment that is neither refunded nor debited by a dispute. */
const leftOf = sql`(case when s.status = 'paid' then s.captured_amount else 0 end
  - coalesce((select sum(amount) from sandbox_refund where session_ref = s.ref and status <> 'failed'), 0)
  - coalesce((select sum(withdrawn - reinstated) from sandbox_dispute where session_ref = s.ref), 0))`;

const newRef = (kind: 'sbx' | 'sbr' | 'sbd' | 'evt') => `${kind}_${randomBytes(16).toString('hex')}`;

export type SandboxBooks = ReturnType<typeof sandboxBooks>;

/** The sandbox's sessions. Scheduled changes (an expired page, a failed refund) are applied when the session is next read. */
export function sandboxBooks(db: Kysely<Schema>, clock: Clock) {
  async function find(ref: string): Promise<SandboxSession | undefined> {
    const now = clock();
    await writeInOneStatement(db, [
      sql`update sandbox_session set status = 'expired' where ref = ${ref} and status = 'open' and expires_at <= ${now}`,
      sql`update sandbox_refund r set status = 'failed' from sandbox_session s
        where r.session_ref = ${ref} and s.ref = r.session_ref and s.refunds_fail and r.status <> 'failed'
          and r.created_at <= ${new Date(now.getTime() - refundFailsAfter)}`,
    ]);
    const { rows } = await sql<SandboxSession>`
      select s.*, ${refundsOf} as refunds, ${disputesAt(now)} as disputes from sandbox_session s where ref = ${ref}`.execute(
      db,
    );
    return rows[0];
  }

  function webhooks(
    ref: string,
    type: string,
    way: WebhookWay,
    { after = 0, onlyIf }: { after?: number; onlyIf?: RawBuilder<unknown> } = {},
  ): RawBuilder<unknown> {
    const eventId = newRef('evt');
    const now = clock().getTime();
    const jobs = delays[way].map((delay) =>
      sandboxWebhook.at(new Date(now + after + delay), { eventId, type, ref }),
    );
    return enqueue(jobs, onlyIf);
  }

  // inserts nothing when less than the amount is left
  async function refund(
    ref: string,
    { amount, reference, key }: { amount: bigint; reference: string | null; key: string | null },
    status: 'pending' | 'succeeded',
  ): Promise<void> {
    await sql`insert into sandbox_refund (ref, session_ref, idempotency_key, reference, amount, status, created_at)
      select ${newRef('sbr')}, ref, ${key}, ${reference}, ${amount}, ${status}, ${clock()}
      from sandbox_session s where ref = ${ref} and ${amount} between 1 and ${leftOf}
      on conflict on constraint sandbox_refund_key_once do nothing`.execute(db);
  }

  async function openDispute(ref: string, status: 'inquiry' | 'open', at: Date): Promise<void> {
    const due = new Date(at.getTime() + evidenceDays * day);
    const [withdrawn, fee] = status === 'open' ? [leftOf, disputeFee] : [0n, 0n];
    await sql`insert into sandbox_dispute (ref, session_ref, amount, withdrawn, fee, status, evidence_due_at, created_at)
      select ${newRef('sbd')}, ref, ${leftOf}, ${withdrawn}, ${fee}, ${status}, ${due}, ${at}
      from sandbox_session s where ref = ${ref} and ${leftOf} > 0`.execute(db);
  }

  return {
    find,

    /** Creates a pending refund at the shop's request. Returns false when less than its amount is left. */
    async refund(ref: string, amount: bigint, reference: string, key: string): Promise<boolean> {
      await refund(ref, { amount, reference, key }, 'pending');
      const { rows } = await sql<{ refunds_fail: boolean }>`
        select s.refunds_fail from sandbox_refund r join sandbox_session s on s.ref = r.session_ref
        where r.idempotency_key = ${key} and r.amount = ${amount} and r.session_ref = ${ref}`.execute(db);
      if (rows[0]?.refunds_fail)
        await writeInOneStatement(db, [webhooks(ref, 'refund.updated', 'once', { after: refundFailsAfter })]);
      return rows.length > 0;
    },

    /** Simulates acts on refunds: refunds half of the payment, completes pending refunds, or fails refunds. */
    async actOnRefunds(
      { ref, captured_amount }: SandboxSession,
      act: SandboxRefundAct,
      way: WebhookWay,
    ): Promise<void> {
      if (act === 'dashboard-refund')
        await refund(ref, { amount: captured_amount / 2n, reference: null, key: null }, 'succeeded');
      else
        await sql`update sandbox_refund set status = ${act === 'refund-settle' ? 'succeeded' : 'failed'}
          where session_ref = ${ref} and status in ('pending', ${act === 'refund-fail' ? 'succeeded' : 'pending'})`.execute(
          db,
        );
      await writeInOneStatement(db, [webhooks(ref, 'refund.updated', way)]);
    },

    /** Simulates the bank's acts: opens an inquiry, disputes the rest of the payment, returns it or keeps it. */
    async actOnDisputes(ref: string, act: SandboxDisputeAct, way: WebhookWay): Promise<void> {
      if (act === 'dispute') {
        // the inquiry becomes a dispute
        await sql`update sandbox_dispute d set status = 'open', withdrawn = d.amount, fee = ${disputeFee}
          from sandbox_session s where d.session_ref = ${ref} and s.ref = ${ref} and d.status = 'inquiry' and d.amount <= ${leftOf}`.execute(
          db,
        );
        await openDispute(ref, 'open', clock());
      } else if (act === 'dispute-inquiry') await openDispute(ref, 'inquiry', clock());
      else
        await sql`update sandbox_dispute set status = ${act === 'dispute-won' ? 'won' : 'lost'},
          reinstated = ${act === 'dispute-won' ? sql`withdrawn` : 0n} where session_ref = ${ref} and status = 'open'`.execute(
          db,
        );
      await writeInOneStatement(db, [webhooks(ref, 'dispute.updated', way)]);
    },

    /** Schedules a dispute of the payment. */
    async disputeLater(ref: string): Promise<void> {
      await openDispute(ref, 'open', new Date(clock().getTime() + disputedAfter));
      await writeInOneStatement(db, [webhooks(ref, 'dispute.created', 'once', { after: disputedAfter })]);
    },

    /** Marks a session, so that its refunds fail later. */
    async letRefundsFail(ref: string): Promise<void> {
      await sql`update sandbox_session set refunds_fail = true where ref = ${ref}`.execute(db);
    },

    /** Creates the session of an idempotency key, or finds it. Undefined when the key was used with another request. */
    async create(request: SandboxRequest, idempotencyKey: string): Promise<SandboxSession | undefined> {
      await sql`insert into sandbox_session (ref, idempotency_key, request, amount, currency, status, created_at, expires_at)
        values (${newRef('sbx')}, ${idempotencyKey}, ${JSON.stringify(request)}::json, ${BigInt(request.amount)}, ${request.currency}, 'open',
          ${clock()}, ${request.expiresAt})
        on conflict on constraint sandbox_session_key_once do nothing`.execute(db);
      const { rows } = await sql<SandboxSession>`
        select s.*, ${refundsOf} as refunds, ${disputesAt(clock())} as disputes from sandbox_session s
        where idempotency_key = ${idempotencyKey} and request::text = ${JSON.stringify(request)}`.execute(db);
      return rows[0];
    },

    /** Applies an act to the session and queues its events, in one statement. Undefined when the act does nothing. */
    async act(
      ref: string,
      act: SandboxAct,
      way: WebhookWay,
      reason?: string,
    ): Promise<SandboxSession | undefined> {
      const session = await find(ref);
      const outcome = session && actOn(session, act, reason);
      if (!session || !outcome) return undefined;
      const isChanged = sql`exists (select from changed)`;
      const { rows } = await sql<SandboxSession>`
        with changed as (
          update sandbox_session set status = ${outcome.status}, captured_amount = ${outcome.captured_amount}, last_decline = ${outcome.last_decline}
          where ref = ${ref} and status = ${session.status} returning *
        ), notices as (${webhooks(ref, `session.${outcome.status}`, way, { onlyIf: isChanged })})
        select s.*, ${refundsOf} as refunds, ${disputesAt(clock())} as disputes from changed s`.execute(db);
      return rows[0];
    },
  };
}

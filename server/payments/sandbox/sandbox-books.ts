import { randomBytes } from 'node:crypto';
import type { Schema } from '#server/database/schema.ts';
import { writeTogether } from '#server/database/write-together.ts';
import { enqueue } from '#server/jobs/job.ts';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { sandboxNotice } from './sandbox-notices.ts';
import {
  actOn,
  type SandboxAct,
  type SandboxRefundAct,
  type SandboxRequest,
  type SandboxSession,
} from './sandbox-session.ts';

/** How many notices an act sends: a provider may lose or repeat them. */
export type NoticeCount = 0 | 1 | 2;

const refundsOf = sql`coalesce((
  select jsonb_agg(jsonb_build_object('ref', r.ref, 'reference', r.reference, 'amount', r.amount::text, 'status', r.status) order by r.created_at, r.ref)
  from sandbox_refund r where r.session_ref = s.ref
), '[]'::jsonb)`;

export type SandboxBooks = ReturnType<typeof sandboxBooks>;

/** The sandbox's sessions. A page past its time is expired when it is next looked at. */
export function sandboxBooks(db: Kysely<Schema>, clock: Clock) {
  async function find(ref: string): Promise<SandboxSession | undefined> {
    await sql`update sandbox_session set status = 'expired' where ref = ${ref} and status = 'open' and expires_at <= ${clock()}`.execute(
      db,
    );
    const { rows } =
      await sql<SandboxSession>`select s.*, ${refundsOf} as refunds from sandbox_session s where ref = ${ref}`.execute(
        db,
      );
    return rows[0];
  }

  // a refund above what is left is refused
  async function refund(
    ref: string,
    { amount, reference, key }: { amount: bigint; reference: string | null; key: string | null },
    status: 'pending' | 'succeeded',
  ): Promise<void> {
    await sql`insert into sandbox_refund (ref, session_ref, idempotency_key, reference, amount, status, created_at)
      select ${`sbr_${randomBytes(12).toString('hex')}`}, ref, ${key}, ${reference}, ${amount}, ${status}, ${clock()}
      from sandbox_session s where ref = ${ref} and s.status = 'paid' and captured_amount - coalesce((
        select sum(amount) from sandbox_refund where session_ref = s.ref and status <> 'failed'
      ), 0) >= ${amount}
      on conflict on constraint sandbox_refund_key_once do nothing`.execute(db);
  }

  return {
    find,

    /** A refund the shop asks for, pending first; false when there is not as much left. */
    async refund(ref: string, amount: bigint, reference: string, key: string): Promise<boolean> {
      await refund(ref, { amount, reference, key }, 'pending');
      const { rows } = await sql`select 1 from sandbox_refund
        where idempotency_key = ${key} and amount = ${amount} and session_ref = ${ref}`.execute(db);
      return rows.length > 0;
    },

    /** What a developer does to refunds: makes one of half the payment, or ends those that are under way or done. */
    async actOnRefunds(ref: string, act: SandboxRefundAct, notices: NoticeCount): Promise<void> {
      const session = await find(ref);
      if (!session) return;
      const key = null;
      if (act === 'dashboard-refund')
        await refund(ref, { amount: session.captured_amount / 2n, reference: null, key }, 'succeeded');
      else
        await sql`update sandbox_refund set status = ${act === 'refund-settle' ? 'succeeded' : 'failed'}
          where session_ref = ${ref} and status in ('pending', ${act === 'refund-fail' ? 'succeeded' : 'pending'})`.execute(
          db,
        );
      const eventId = `evt_${randomBytes(12).toString('hex')}`;
      await writeTogether(db, [
        enqueue(
          Array.from({ length: notices }, () =>
            sandboxNotice.at(clock(), { eventId, type: 'refund.updated', ref }),
          ),
        ),
      ]);
    },

    /** The session of this key; `undefined` when the key came with another request. */
    async create(request: SandboxRequest, idempotencyKey: string): Promise<SandboxSession | undefined> {
      const ref = `sbx_${randomBytes(12).toString('hex')}`;
      await sql`insert into sandbox_session (ref, idempotency_key, request, amount, currency, status, created_at, expires_at)
        values (${ref}, ${idempotencyKey}, ${JSON.stringify(request)}::json, ${BigInt(request.amount)}, ${request.currency}, 'open',
          ${clock()}, ${request.expiresAt})
        on conflict on constraint sandbox_session_key_once do nothing`.execute(db);
      const { rows } = await sql<SandboxSession>`select *, '[]'::jsonb as refunds from sandbox_session
        where idempotency_key = ${idempotencyKey} and request::text = ${JSON.stringify(request)}`.execute(db);
      return rows[0];
    },

    /** Changes the session and sends its notices, in one statement; undefined where the act does nothing. */
    async act(
      ref: string,
      act: SandboxAct,
      notices: NoticeCount,
      reason?: string,
    ): Promise<SandboxSession | undefined> {
      const session = await find(ref);
      const outcome = session && actOn(session, act, reason);
      if (!session || !outcome) return undefined;
      const eventId = `evt_${randomBytes(12).toString('hex')}`;
      const jobs = Array.from({ length: notices }, () =>
        sandboxNotice.at(clock(), { eventId, type: `session.${outcome.status}`, ref }),
      );
      const { rows } = await sql<SandboxSession>`
        with changed as (
          update sandbox_session set status = ${outcome.status}, captured_amount = ${outcome.captured_amount}, last_decline = ${outcome.last_decline}
          where ref = ${ref} and status = ${session.status} returning *
        ), notices as (${enqueue(jobs, sql`exists (select from changed)`)})
        select *, '[]'::jsonb as refunds from changed`.execute(db);
      return rows[0];
    },
  };
}

import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import type { DeskCheck } from '#contract/desk/work.ts';
import { deliveryTextOf } from '#contract/work/delivery-text.ts';
import { second } from '#contract/durations.ts';
import { holds } from '#contract/desk/permissions.ts';
import { deskProblems } from '#contract/desk/endpoint.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { moveLineIn } from '#server/fulfilment/move-line.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import type { Actor } from '#server/process/actor.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type Kysely, sql } from 'kysely';
import { hasVirus, isNeverDelivered } from './check-files.ts';
import { deliveryChecks } from './check-line.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { draftConflict } from './draft-conflict.ts';
import { isOnlyReviewer } from './review-rules.ts';
import {
  findLine,
  type FoundLine,
  type LinePlace,
  stateConflict,
  type PieceText,
} from '#server/desk/find-line.ts';
import { findLineFor } from './find-line-for.ts';
import { sheetOf } from './sheet-of.ts';
import { checkSoldOnce, keepSentences } from './sold-once.ts';

/** How long a delivery can be undone before it takes place (s). */
const undoSeconds = 10;

/** Delivers a draft after the time to undo. `revision`: the revision whose delivery was requested. */
const deliverDraft = jobKind<{ number: string; position: number; revision: number }>(
  'fulfilment.deliver-draft',
  { forever: true },
);
const keyOf = (line: { number: string; position: number; revision: number }) =>
  `${line.number}:${line.position}:${line.revision}`;

/** A requested delivery, stored with the draft until it takes place. */
type Sending = {
  staff: string;
  session: string;
  request: string;
  checks: DeskCheck[];
  /** Absent in drafts that an earlier release without improvements stored. */
  move?: 'deliver' | 'improve';
};

const isStop = ({ ok, reason }: DeskCheck) => ok === 'no' && reason === undefined;

/**
 * Adds the caller's reasons to the failed checks.
 * @throws ProblemReply 403 when the caller may not give reasons; 409 when a check blocks the delivery
 */
function applyReasons(
  checks: readonly DeskCheck[],
  reasons: Record<string, string>,
  caller: StaffCaller,
): DeskCheck[] {
  if (Object.keys(reasons).length > 0 && !holds(caller.permissions, 'work.override'))
    throw new ProblemReply(
      403,
      'Your role doesn’t allow you to deliver work with failed checks. Fix the problems first.',
      {
        type: deskProblems.notAllowed,
        needs: 'work.override',
      },
    );
  const judged = checks.map((check) => {
    const reason = check.ok === 'no' && !isNeverDelivered(check) ? reasons[check.key] : undefined;
    return reason === undefined ? check : { ...check, reason };
  });
  const stops = judged.filter(isStop);
  if (stops.length > 0)
    throw new ProblemReply(409, stops[0]!.words, { errors: { checks: stops.map(({ words }) => words) } });
  return judged;
}

const alone = (line: FoundLine & { needsReview: boolean }, caller: StaffCaller): DeskCheck[] =>
  line.needsReview && isOnlyReviewer(line, caller.staffId)
    ? [{ key: 'reader', ok: 'no', words: 'No one else has reviewed this text.' }]
    : [];

/**
 * Schedules the delivery of the draft after the time to undo.
 * @throws ProblemReply 403, 404; 409 when a check blocks the delivery or the text has changed
 */
export async function deliver(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { basedOn, reasons }: DeskBodyOf<'deliver'>,
): Promise<DeskAnswerOf<'deliver'>> {
  const line = await findLineFor(deps, 'deliver', caller, place);
  const { order_id: orderId, number, position, revision } = line;
  if (revision === null || revision !== basedOn) throw await draftConflict(deps, caller, line);
  const found = [...alone(line, caller), ...(await deliveryChecks(deps, line, line.pieces ?? []))];
  const checks = applyReasons(found, reasons, caller);
  const now = deps.clock();
  const sendAt = new Date(now.getTime() + undoSeconds * second);
  const { sessionId: session = '', requestId: request } = caller.by;
  const job = { number, position, revision };
  const isSent = sql<boolean>`exists (select from changed_work_draft)`;
  const overrides = checks.filter(({ reason }) => reason !== undefined).map(({ key }) => key);
  const isDone = await inTransaction(deps.db, async (tx) => {
    // every transition of the line locks its payment link first; one may have taken place during the checks
    await sql`select 1 from payment_link where number = ${number} for update`.execute(tx);
    const locked = await findLineFor({ db: tx }, 'deliver', caller, place);
    const { work_status: status } = locked;
    if (
      (status === 'revisionRequested' && line.work_status === 'delivered') ||
      locked.open_points > line.open_points
    )
      throw stateConflict(
        'The customer requested a revision meanwhile. Answer its points before you deliver.',
      );
    const move = status === 'delivered' ? 'improve' : 'deliver';
    const sending: Sending = { staff: String(caller.staffId), session, request, checks, move };
    return writeInOneStatement(
      tx,
      [
        {
          changed_work_draft: sql`update work_draft set send_at = ${sendAt}, sending = ${JSON.stringify(sending)}::jsonb, released_at = null, released_why = null
        where order_id = ${orderId} and position = ${position} and revision = ${revision} and send_at is null returning 1`,
        },
        enqueue([deliverDraft.at(sendAt, job, keyOf(job))], isSent),
        ...auditEntry(
          caller.by,
          now,
          {
            action: 'send-delivery',
            subject: `line ${number} ${position}`,
            detail: { revision, ...(overrides.length > 0 ? { overrides: overrides.join(' ') } : {}) },
          },
          isSent,
        ),
      ],
      isSent,
    );
  });
  if (!isDone) throw await draftConflict(deps, caller, line);
  deps.jobs.wake();
  return { sendAt: sendAt.toISOString(), undoSeconds };
}

/**
 * Undoes a requested delivery that hasn't taken place. The draft is unchanged.
 * @throws ProblemReply 404; 409 when the delivery has taken place
 */
export async function undoDelivery(deps: DeskDeps, caller: StaffCaller, place: LinePlace): Promise<void> {
  const { order_id: orderId, number, position, revision } = await findLineInDelivery(deps, caller, place);
  const isUndone = sql<boolean>`exists (select from changed_work_draft)`;
  const isDone = await writeInOneStatement(
    deps.db,
    [
      {
        changed_work_draft: sql`update work_draft set send_at = null, sending = null where order_id = ${orderId} and position = ${position}
        and revision = ${revision} and send_at is not null returning 1`,
      },
      sql`delete from job where dedupe_key = ${`fulfilment.deliver-draft:${keyOf({ number, position, revision })}`} and ${isUndone}`,
      ...auditEntry(
        caller.by,
        deps.clock(),
        { action: 'undo-delivery', subject: `line ${number} ${position}`, detail: { revision } },
        isUndone,
      ),
    ],
    isUndone,
  );
  if (!isDone) throw stateConflict('The delivery can no longer be undone. The line’s activity shows why.');
}

async function findLineInDelivery(deps: DeskDeps, caller: StaffCaller, place: LinePlace) {
  const line = await findLine(deps, caller, place);
  const { revision, send_at: sendAt } = line;
  if (revision === null || sendAt === null)
    throw stateConflict('The delivery can no longer be undone. The line’s activity shows why.');
  return { ...line, revision };
}

type Taken = Pick<
  FoundLine,
  'order_id' | 'position' | 'order_type' | 'details' | 'bundle_items' | 'is_taken_over'
> & {
  pieces: PieceText[];
  message: string;
  sending: Sending;
};

// Locks the payment link first, as every transition does, so that nobody can undo the delivery or cancel the order meanwhile.
async function takeDraft(
  tx: Kysely<Schema>,
  { number, position, revision }: { number: string; position: number; revision: number },
  now: Date,
): Promise<Taken | undefined> {
  await sql`select 1 from payment_link where number = ${number} for update`.execute(tx);
  const { rows } = await sql<Taken>`
    select l.order_id, l.position, l.order_type, l.details, l.bundle_items, l.handed_over_at is not null as is_taken_over, d.pieces, d.message, d.sending
    from work_draft d join order_line l on l.order_id = d.order_id and l.position = d.position
    where d.order_id = (select id from customer_order where number = ${number}) and d.position = ${position} and d.revision = ${revision} and d.send_at <= ${now}
    for update of d`.execute(tx);
  return rows[0];
}

/** The write that moves the draft's files to the version, in the statement of the delivery. */
const deliverFiles = ({ order_id: orderId, position }: Taken) => sql`
  update attachment set kind = 'delivery', version = (
    select count(*)::int + 1 from delivery v where v.order_id = ${orderId} and v.position = ${position}
  ) where order_id = ${orderId} and position = ${position} and kind = 'draft'`;

/**
 * Whether another customer received a sentence of the draft during the time to undo. Two deliveries never run this at once,
 * because each would miss the other's sentences.
 */
async function isSoldMeanwhile(tx: Kysely<Schema>, draft: Taken): Promise<boolean> {
  const hasReason = draft.sending.checks.some(
    ({ key, reason }) => key === 'soldOnce' && reason !== undefined,
  );
  await sql`select pg_advisory_xact_lock(hashtext('delivered_sentence'))`.execute(tx);
  const checks = await checkSoldOnce(tx, draft, draft.pieces);
  return !hasReason && checks.some(({ ok }) => ok === 'no');
}

/** Keeps a draft that can't be delivered, and records the reason for the team in the audit log and in Today. */
async function release(
  { db, clock }: DeskDeps,
  { number, position, revision }: { number: string; position: number; revision: number },
  { staff, session: sessionId, request: requestId }: Sending,
  why: string,
): Promise<void> {
  const now = clock();
  const by: Actor = { kind: 'staff', id: BigInt(staff), sessionId, requestId };
  await writeInOneStatement(db, [
    {
      changed_work_draft: sql`update work_draft set send_at = null, sending = null, released_at = ${now}, released_why = ${why}
      where order_id = (select id from customer_order where number = ${number}) and position = ${position} and revision = ${revision}
        and send_at <= ${now} returning 1`,
    },
    ...auditEntry(
      by,
      now,
      { action: 'release-delivery', subject: `line ${number} ${position}`, detail: { revision } },
      sql`exists (select from changed_work_draft)`,
    ),
  ]);
}

/** @throws ProblemReply 409 when the person who asked for the delivery may no longer deliver: they were locked, left, or have another role */
async function assertSenderActive(tx: Kysely<Schema>, { staff }: Sending): Promise<void> {
  const { rows } = await sql<{ name: string; is_gone: boolean; permissions: string[] }>`
    select t.name, t.locked_at is not null or t.left_at is not null as is_gone, r.permissions
    from staff t join staff_role r on r.key = t.role where t.id = ${BigInt(staff)}`.execute(tx);
  const { name, is_gone: isGone, permissions } = rows[0]!;
  if (isGone) throw stateConflict(`${name} can no longer use the desk.`);
  if (!holds(permissions, 'work.deliver')) throw stateConflict(`${name} can no longer deliver work.`);
}

/**
 * Delivers drafts after their time to undo. A draft that can no longer be delivered, for example of a canceled order, is kept as
 * a draft, and Today shows the reason.
 */
export function deliverDrafts(deps: DeskDeps): JobHandlers {
  return deliverDraft.handledBy(async ({ number, position, revision }) => {
    let sending: Sending | undefined;
    try {
      await inTransaction(deps.db, async (tx) => {
        const draft = await takeDraft(tx, { number, position, revision }, deps.clock());
        if (!draft) return;
        ({ sending } = draft);
        await assertSenderActive(tx, sending);
        if (await hasVirus(tx, draft)) throw stateConflict('A file in the draft had a virus.');
        if (await isSoldMeanwhile(tx, draft))
          throw stateConflict('A sentence in this text has already been delivered to another customer.');
        const sheet = sheetOf(draft, deps.catalogue());
        const { staff, session: sessionId, request: requestId, checks, move = 'deliver' } = draft.sending;
        const by: Actor = { kind: 'staff', id: BigInt(staff), sessionId, requestId };
        const texts = new Map(draft.pieces.map(({ key, text }) => [key, text]));
        const pieces = sheet.pieces.flatMap(({ key, label }) => {
          const text = texts.get(key) ?? '';
          return text === '' ? [] : [{ key, label, text }];
        });
        await moveLineIn(
          tx,
          deps,
          {
            number,
            position,
            move,
            by,
            delivered: {
              text: deliveryTextOf(sheet, draft.pieces),
              desk: { pieces, message: draft.message, checks },
            },
          },
          [await keepSentences(draft, draft.pieces), deliverFiles(draft)],
        );
      });
    } catch (error) {
      if (!(error instanceof ProblemReply) || !sending) throw error;
      deps.log.warn({ err: error, order: number, line: position }, 'a draft could not be delivered');
      await release(deps, { number, position, revision }, sending, error.message);
    }
    deps.jobs.wake();
  });
}

import { day } from '#contract/durations.ts';
import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { businessEnd, deliveryDate, postponedDate } from '#contract/delivery-date.ts';
import type { LineNoticeKind } from '#contract/desk/notices.ts';
import type { HashtagSets } from '#contract/instant/hashtag-sets.ts';
import type { WorkStatus } from '#contract/storefront/orders.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import { enqueue, type NewJob } from '#server/jobs/job.ts';
import { attachFiles } from '#server/files/attach-files.ts';
import { ledgerPost, type Posting } from '#server/ledger/post.ts';
import { earned } from '#server/ledger/postings.ts';
import { type Actor, writeActor } from '#server/process/actor.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { addNotice } from '#server/staff/notices.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { earnedOf, type OrderPrice } from '#server/payments/order-price.ts';
import { changesEmail } from './confirm-changes.mail.ts';
import { type LineTransition, lineTransitions } from './line-transitions.ts';
import { lapseReview, remindOfReview } from './review-timers.ts';
import { workEmail, type WorkMove } from './work-emails.mail.ts';

/** The delivered work. Its files are attachments. */
export type Delivered = {
  text: string | null;
  /** The result of an automatic service. */
  report?: AnalyzerReport | HashtagSets;
  /** Only for a delivery from the desk: the text by pieces, the message to the customer, and the results of checks. */
  desk?: { pieces: unknown; message: string; checks: unknown };
};

export type Move = {
  number: string;
  /** The line's position in the order, counted from 1. */
  position: number;
  move: LineTransition;
  /** A customer gets 404 for another customer's order. */
  by: Actor;
  /** The text of the question, the answer, or the requested changes. */
  reason?: string;
  /** IDs of files that the customer uploaded with the answer or request. */
  files?: readonly string[] | undefined;
  delivered?: Delivered;
  /** The version to which the transition applies. Rejected if there is a newer one. */
  version?: number;
};

type Policies = Catalogue['policies'];

type LockedLine = {
  order_id: bigint;
  number: string;
  customer_id: bigint;
  currency: string;
  order_amount: bigint;
  lost: bigint;
  refunded: bigint;
  livemode: boolean;
  is_paid: boolean;
  is_disputed: boolean;
  is_charged_back: boolean;
  position: number;
  amount: bigint;
  work_status: WorkStatus;
  due_on: string | null;
  revise_by: string | null;
  expected_on: string | null;
  stopped_at: Date | null;
  revision_rounds: number;
  revisions_used: number;
  review_until: Date | null;
  review_extended: boolean;
  versions: number;
  /** The member of staff to whom the line is assigned. */
  assignee_id: bigint | null;
  /** The member of staff and the request of a delivery that can still be undone; null when there is none. */
  sending: { staff: string; request: string } | null;
};

// Locks the payment link first, as refunds do. Reads all lines of the order, because their prices decide the share of this one.
async function lockLines(tx: Kysely<Schema>, number: string, customerId?: bigint): Promise<LockedLine[]> {
  await sql`select 1 from payment_link where number = ${number} for update`.execute(tx);
  const { rows } = await sql<LockedLine>`
    select o.id as order_id, o.number, o.customer_id, o.currency, o.amount as order_amount, p.refunded, p.lost, p.livemode,
      p.status = 'paid' as is_paid, p.disputed > 0 or p.charged_back_at is not null as is_disputed,
      p.charged_back_at is not null as is_charged_back, l.position, l.amount, l.work_status, l.due_on::text, l.revise_by::text, l.expected_on::text, l.stopped_at, l.revision_rounds,
      l.revisions_used, l.review_until, l.review_extended, l.assignee_id,
      (select count(*)::int from delivery d where d.order_id = l.order_id and d.position = l.position) as versions,
      (select w.sending from work_draft w where w.order_id = l.order_id and w.position = l.position and w.send_at is not null) as sending
    from customer_order o join payment_link p on p.id = o.payment_link_id join order_line l on l.order_id = o.id
    where o.number = ${number} and ${customerId === undefined ? sql`true` : sql`o.customer_id = ${customerId}`}
    order by l.position for update of l`.execute(tx);
  return rows;
}

const conflict = (detail: string) => new ProblemReply(409, detail);

const stateWords: Record<WorkStatus, string> = {
  waiting: 'is waiting for payment',
  queued: 'is in the queue',
  inProgress: 'is being written',
  needsInfo: 'is waiting for an answer',
  delivered: 'has been delivered',
  revisionRequested: 'is being revised',
  completed: 'is complete',
  cancelled: 'has been canceled',
};

const endsWork = new Set<LineTransition>(['accept', 'lapse']);
const delivers = new Set<LineTransition>(['deliver', 'improve']);
/** The notice to the assignee after each transition that gives them something to do. */
const noticeOf: Partial<Record<LineTransition, LineNoticeKind>> = {
  revise: 'revision',
  answer: 'answer',
  resume: 'answer',
};

function assertPossible(line: LockedLine, { move, version, by }: Move, now: Date): void {
  const from: readonly WorkStatus[] = lineTransitions[move].from;
  if (!line.is_paid) throw conflict('This order hasn’t been paid.');
  const isNewer = version !== undefined && version !== line.versions;
  if (isNewer && from.includes(line.work_status))
    throw conflict('A newer version has been delivered. Read it first.');
  if (!from.includes(line.work_status) || isNewer)
    throw conflict(
      delivers.has(move)
        ? `The work ${stateWords[line.work_status]}.`
        : `You can’t do that now because the work ${stateWords[line.work_status]}.`,
    );
  // A customer can't know of a delivery that can still be undone, so their transitions are accepted; the delivery then checks the
  // state.
  const isTeam = by.kind === 'operator' || (by.kind === 'staff' && !delivers.has(move));
  if (line.sending && isTeam) throw conflict('The work is being delivered. Undo the delivery first.');
  if (line.is_disputed && !endsWork.has(move))
    throw conflict('The payment for this order is disputed, so work is on hold until the banks decide.');
  if (move === 'lapse' && line.review_until && line.review_until > now)
    throw conflict('The review period for this work hasn’t ended yet.');
  if (move === 'extend') assertExtendable(line, now);
  if (move !== 'revise') return;
  if (line.revisions_used >= line.revision_rounds)
    throw conflict('This work has no revision rounds left. Write to us if something is wrong.');
  if (line.review_until && line.review_until <= now)
    throw conflict('The deadline to request a revision has passed. Write to us if something is wrong.');
}

function assertExtendable(line: LockedLine, now: Date): void {
  if (line.review_extended) throw conflict('You can extend the review period of a version only once.');
  if (line.revision_rounds === 0 || line.review_until === null)
    throw conflict('This work doesn’t need your review.');
  if (line.review_until <= now)
    throw conflict('The deadline to review this work has passed. Write to us if something is wrong.');
}

/** When the review of a version ends: the cut-off hour of a business day. */
function reviewEnd(
  line: LockedLine,
  move: LineTransition,
  { revisionWindowDays, reviewExtensionDays }: Policies,
  now: Date,
): Date {
  if (move !== 'extend') return businessEnd(now, revisionWindowDays, businessCalendar);
  return businessEnd(line.review_until ?? now, reviewExtensionDays, businessCalendar);
}

/** The columns that a transition changes, except the line's state. */
function changes(
  line: LockedLine,
  { move, reason }: Move,
  policies: Policies,
  now: Date,
): RawBuilder<unknown>[] {
  switch (move) {
    case 'ask':
      return [sql`question = ${reason ?? ''}`, sql`stopped_at = ${now}`];
    case 'answer':
    case 'resume':
      return [sql`question = null`, sql`stopped_at = null`, ...postponed(line, now)];
    case 'deliver':
    case 'improve':
      return [
        sql`review_until = ${reviewEnd(line, move, policies, now)}`,
        sql`review_extended = false`,
        sql`revise_by = null`,
        sql`expected_on = null`,
        sql`move_reason = null`,
      ];
    case 'extend':
      return [sql`review_until = ${reviewEnd(line, move, policies, now)}`, sql`review_extended = true`];
    case 'revise':
      return [
        sql`revisions_used = revisions_used + 1`,
        sql`review_until = null`,
        sql`revise_by = ${deliveryDate(now, policies.revisionBusinessDays, businessCalendar)}`,
      ];
    case 'accept':
    case 'lapse':
      return [sql`review_until = null`];
    default:
      return [];
  }
}

// A question pauses the running due date, that of the first version or of a revision.
function postponed(line: LockedLine, now: Date): RawBuilder<unknown>[] {
  const { due_on: dueOn, revise_by: reviseBy, expected_on: expectedOn, stopped_at: stoppedAt } = line;
  if (stoppedAt === null) return [];
  const later = (date: string) => postponedDate(date, stoppedAt, now, businessCalendar);
  const expected = expectedOn === null ? [] : [sql`expected_on = ${later(expectedOn)}`];
  if (reviseBy !== null) return [...expected, sql`revise_by = ${later(reviseBy)}`];
  return dueOn === null ? expected : [...expected, sql`due_on = ${later(dueOn)}`];
}

/** Days between the last reminder and the end of an extended review. */
const lastReminderDays = 2;

function timers(line: LockedLine, move: LineTransition, policies: Policies, now: Date): NewJob[] {
  const end = reviewEnd(line, move, policies, now);
  const isExtended = move === 'extend';
  const version = {
    number: line.number,
    position: line.position,
    version: line.versions + (isExtended ? 0 : 1),
  };
  const { reviewRemindAtDays, revisionWindowDays, reviewExtensionDays } = policies;
  const at = (from: Date, days: number) => new Date(from.getTime() + days * day);
  const reminders = isExtended
    ? [{ at: at(end, -lastReminderDays), days: revisionWindowDays + reviewExtensionDays - lastReminderDays }]
    : reviewRemindAtDays.map((days) => ({ at: at(now, days), days }));
  return [
    ...reminders.map(({ at: time, days }) => remindOfReview.at(time, { ...version, days })),
    lapseReview.at(end, version),
  ];
}

// A completed line's share of the price is booked as revenue.
function earnings(line: LockedLine, lines: readonly LockedLine[], by: Actor, at: Date): Posting[] {
  const { number, position, customer_id: customerId, currency, livemode } = line;
  const sum = (some: readonly LockedLine[]) => some.reduce((total, { amount }) => total + amount, 0n);
  const completed = lines.filter((one) => one.work_status === 'completed');
  const before: OrderPrice = {
    left: line.order_amount - line.refunded - line.lost,
    // after a chargeback of a delivered order, the whole price is booked as earned
    completed: line.is_charged_back ? sum(lines) : sum(completed),
    ordered: sum(lines),
  };
  const after = line.is_charged_back ? before : { ...before, completed: before.completed + line.amount };
  const owner = { customerId, currency, livemode };
  return earned(`${number}:${position}`, owner, { by, at }, earnedOf(after) - earnedOf(before));
}

const asJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

function deliveryRow(
  { orderId, position, version, at }: { orderId: bigint; position: number; version: number; at: Date },
  { text, report, desk }: Delivered,
): RawBuilder<unknown> {
  return sql`insert into delivery (order_id, position, version, text, report, delivered_at, pieces, message, checks)
    values (${orderId}, ${position}, ${version}, ${text}, ${asJson(report)}::jsonb, ${at}, ${asJson(desk?.pieces)}::jsonb, ${desk?.message || null}, ${asJson(desk?.checks)}::jsonb)`;
}

// After a delivery, the draft becomes the start of the next version. When the work ends, it is deleted.
function draftWrites(
  move: LineTransition,
  { order_id: orderId, number, position, sending }: LockedLine,
  now: Date,
): RawBuilder<unknown>[] {
  const draft = sql`where order_id = ${orderId} and position = ${position}`;
  // the cleanup job deletes detached files later
  if (endsWork.has(move))
    return [
      sql`delete from work_draft ${draft}`,
      sql`delete from attachment ${draft} and kind = 'draft'`,
      // logs that a requested delivery of an improvement is cancelled
      ...(sending
        ? auditEntry({ kind: 'staff', id: BigInt(sending.staff), requestId: sending.request }, now, {
            action: 'release-delivery',
            subject: `line ${number} ${position}`,
          })
        : []),
    ];
  if (!delivers.has(move)) return [];
  return [
    sql`update work_draft set send_at = null, sending = null, handed_in_at = null, handed_in_by = null,
      returned_at = null, returned_by = null, message = '',
      revision = revision + 1 ${draft}`,
  ];
}

/** Whether the customer's last transition of the line was the same one. Clients repeat a request whose answer was lost. */
async function isRepeated(
  tx: Kysely<Schema>,
  { order_id: orderId, position }: LockedLine,
  { move, by, reason }: Move,
): Promise<boolean> {
  const { rows } = await sql<{ actor: string; to_status: string; reason: string | null }>`
    select actor, to_status, reason from order_event where order_id = ${orderId} and line_position = ${position} order by id desc limit 1`.execute(
    tx,
  );
  const last = rows[0];
  if (by.kind !== 'customer' || last?.actor !== writeActor(by)) return false;
  return last.to_status === lineTransitions[move].to && last.reason === (reason ?? null);
}

const emailOf = ({ at, ...letter }: Omit<WorkMove, 'at'> & { at: Date }): NewJob =>
  workEmail.at(
    at,
    { ...letter, at: at.toISOString() },
    `${letter.number}:${letter.position}:${letter.move}:${at.toISOString()}`,
  );

/**
 * Applies a transition to one line of a paid order in one transaction: state, event, emails and timers. Completing a line also
 * books its share of the price as revenue. A customer's repeated request changes nothing. `also`: writes in the same statement.
 * @throws Refusal for files that can't be added
 * @throws ProblemReply 404 for an unknown or another customer's order or line; 409 when the line's state does not allow the
 * transition
 */
export async function moveLine(
  deps: OrderDeps,
  request: Move,
  also: readonly RawBuilder<unknown>[] = [],
): Promise<undefined> {
  await inTransaction(deps.db, (tx) => moveLineIn(tx, deps, request, also));
  deps.jobs.wake();
  return undefined;
}

/** `moveLine` in the caller's transaction, which may already hold the payment link's lock. */
export async function moveLineIn(
  tx: Kysely<Schema>,
  { clock, catalogue }: Pick<OrderDeps, 'clock' | 'catalogue'>,
  request: Move,
  also: readonly RawBuilder<unknown>[] = [],
): Promise<void> {
  const { position, move, by, reason, delivered } = request;
  const customerId = by.kind === 'customer' ? by.id : undefined;
  const { to } = lineTransitions[move];
  const { policies } = catalogue();
  const known = readNumber('R', request.number);
  const lines = known ? await lockLines(tx, known, customerId) : [];
  // reads the clock after locking, so that events are stored in the order of their times
  const now = clock();
  const line = lines.find((one) => one.position === position);
  if (!line)
    throw notFound(customerId ? 'We can’t find that order in your account.' : 'We can’t find that order.');
  try {
    assertPossible(line, request, now);
  } catch (error) {
    if (await isRepeated(tx, line, request)) return;
    throw error;
  }
  const { number, order_id: orderId } = line;
  const version = line.versions + 1;
  const newJobs = [
    // an extended review sends no email
    ...(move === 'extend'
      ? []
      : [emailOf({ number, position, move, at: now, version: delivered ? version : 0 })]),
    ...(move === 'revise' ? [changesEmail.at(now, { number, position, at: now.toISOString() })] : []),
    ...(delivers.has(move) || move === 'extend' ? timers(line, move, policies, now) : []),
  ];
  const noticed = noticeOf[move];
  const set = [sql`work_status = ${to}`, ...changes(line, request, policies, now)];
  await writeInOneStatement(
    tx,
    [
      sql`update order_line set ${sql.join(set)} where order_id = ${orderId} and position = ${position}`,
      sql`insert into order_event (order_id, line_position, at, actor, from_status, to_status, reason)
        values (${orderId}, ${position}, ${now}, ${writeActor(by)}, ${line.work_status}, ${to}, ${reason ?? null})`,
      ...auditEntry(by, now, {
        action: move,
        subject: `line ${number} ${position}`,
        detail: { from: line.work_status, to, ...(delivered ? { version } : {}) },
      }),
      ...(delivered ? [deliveryRow({ orderId, position, version, at: now }, delivered)] : []),
      ...draftWrites(move, line, now),
      ...(noticed ? addNotice(by, { kind: noticed, to: line.assignee_id, orderId, position, at: now }) : []),
      ...also,
      enqueue(newJobs),
    ],
    to === 'completed' ? ledgerPost(earnings(line, lines, by, now)) : undefined,
  );
  if (by.kind === 'customer' && request.files)
    await attachFiles(tx, {
      owner: { customerId: by.id },
      place:
        move === 'revise'
          ? { kind: 'revision', orderId, position, version: line.versions }
          : { kind: 'answer', orderId, position },
      files: request.files,
      at: now,
    });
}

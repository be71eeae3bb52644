import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import type { RevisionPoint } from '#contract/storefront/revision-points.ts';
import { lineTransitions } from '#server/fulfilment/line-transitions.ts';
import { pointsOf } from '#server/fulfilment/points-of.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import { allowedActs } from './allowed-acts.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { countWorksBeside } from './earlier-work.ts';
import { briefOf } from '#server/desk/brief-of.ts';
import { findLine, type FoundLine, type LinePlace } from '#server/desk/find-line.ts';
import { toLineRow } from '#server/desk/line-columns.ts';
import { actorWords, staffName } from '#server/desk/name-actors.ts';
import { workEventOf } from '#server/desk/orders/order-timeline.ts';
import { filesOfLine, type StoredLineFile, toDeskFile } from './line-files.ts';
import { notesWhere, type StoredNote, toNote } from '#server/desk/notes.ts';
import { findOpenLines } from './open-lines.ts';
import { findReviewRules } from './review-rules.ts';
import { sheetOf } from './sheet-of.ts';

type History = {
  events: {
    at: string;
    actor: string;
    name: string | null;
    from: string | null;
    to: string;
    reason: string | null;
  }[];
  acts: { at: string; actor: string; name: string | null; action: string }[];
  versions: {
    version: number;
    deliveredAt: string;
    actor: string | null;
    name: string | null;
  }[];
  notes: StoredNote[];
  customer_notes: StoredNote[];
  earlier_works: number;
  points: RevisionPoint[];
  files: StoredLineFile[];
};

async function findHistory(
  { db }: Pick<DeskDeps, 'db'>,
  { order_id: orderId, number, position }: FoundLine,
): Promise<History> {
  const name = staffName(sql`e.actor`);
  const { rows } = await sql<History>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'actor', e.actor, 'name', ${name}, 'from', e.from_status,
          'to', e.to_status, 'reason', e.reason) order by e.id), '[]')
        from order_event e where e.order_id = ${orderId} and (e.line_position = ${position} or e.line_position is null)) as events,
      (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'actor', e.actor, 'name', ${name}, 'action', e.action) order by e.id), '[]')
        from audit_entry e where e.subject = ${`line ${number} ${position}`} and e.action not in ('add-note', 'remove-note')) as acts,
      (select coalesce(jsonb_agg(jsonb_build_object('version', v.version, 'deliveredAt', v.delivered_at,
          'actor', e.actor, 'name', ${name}) order by v.version), '[]')
        from delivery v left join order_event e on e.order_id = v.order_id and e.line_position = v.position and e.at = v.delivered_at
          and e.to_status in ('delivered', 'inProgress')
        where v.order_id = ${orderId} and v.position = ${position}) as versions,
      ${pointsOf(sql`${orderId}`, sql`${position}`, sql`(select max(version) from delivery where order_id = ${orderId} and position = ${position})`)} as points,
      ${notesWhere(sql`n.order_id = ${orderId} and n.position = ${position}`)} as notes,
      ${notesWhere(sql`n.customer_id = (select customer_id from customer_order where id = ${orderId})`)} as customer_notes,
      ${countWorksBeside(sql`${orderId}`, sql`${position}`)} as earlier_works,
      ${filesOfLine(orderId, position)} as files`.execute(db);
  return rows[0]!;
}

const iso = (stored: string) => new Date(stored).toISOString();

function draftOf(line: FoundLine, notes: readonly StoredNote[]): DeskLine['draft'] {
  const { revision, pieces, saved_by: savedBy, saved_at: savedAt, handed_in_by: handedInBy } = line;
  const returnedAt = line.returned_at?.toISOString();
  if (revision === null || pieces === null || savedBy === null || savedAt === null) return null;
  return {
    pieces,
    message: line.message ?? '',
    revision,
    savedBy: { id: String(savedBy), name: line.saved_by_name ?? '' },
    savedAt: savedAt.toISOString(),
    handedInBy: handedInBy === null ? null : { id: String(handedInBy), name: line.handed_in_by_name ?? '' },
    returned:
      returnedAt === undefined
        ? null
        : {
            by: line.returned_by_name ?? '',
            at: returnedAt,
            note: notes.find(({ at }) => iso(at) === returnedAt)?.text ?? null,
          },
  };
}

/**
 * A line with all data for the work on it.
 * @throws ProblemReply 404
 */
export async function showLine(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
): Promise<DeskAnswerOf<'showLine'>> {
  const line = await findLine(deps, caller, place);
  const history = await findHistory(deps, line);
  const { events, acts, versions, notes, points, files } = history;
  const rules = await findReviewRules(deps.db, caller.staffId);
  const now = deps.clock();
  const catalogue = deps.catalogue();
  const { brief } = line.details;
  return {
    ...toLineRow(line, caller, now),
    linesInOrder: line.lines_in_order,
    paidAt: line.paid_at?.toISOString() ?? null,
    dueOn: line.due_on,
    moveReason: line.move_reason,
    reviseBy: line.revise_by,
    revisionsLeft: line.revision_rounds - line.revisions_used,
    question: line.question,
    points,
    brief: briefOf(line.details.brief, catalogue.findProduct(line.order_type)?.fields ?? []),
    briefValues: brief,
    files: files.map(toDeskFile),
    choices: line.parts.map(({ label }) => label),
    language: brief['language'] === undefined ? null : String(brief['language']),
    sheet: sheetOf(line, catalogue),
    draft: draftOf(line, notes),
    versions: versions.map(({ actor, name, ...version }) => ({
      ...version,
      deliveredAt: iso(version.deliveredAt),
      by: actorWords(actor ?? 'system', name),
    })),
    notes: notes.map((note) => toNote(note, caller, now)),
    customerNotes: history.customer_notes.map((note) => toNote(note, caller, now)),
    earlierWorks: history.earlier_works,
    events: events.map(({ actor, name, ...event }) => ({
      ...event,
      to: workEventOf(event.from, event.to, actor),
      at: iso(event.at),
      by: actorWords(actor, name),
    })),
    // leaves out audit entries whose effect is an event
    acts: acts
      .filter(({ action }) => !(action in lineTransitions || action === 'move-due'))
      .map(({ at, actor, name, action }) => ({ at: iso(at), by: actorWords(actor, name), action })),
    ...allowedActs(line, caller, { rules, lines: await findOpenLines(deps, caller) }),
    needsReview: rules.needsReview,
  };
}

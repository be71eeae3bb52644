import type { LineAct } from '#contract/desk/work.ts';
import { holds, type StaffPermission } from '#contract/desk/permissions.ts';
import type { WorkStatus } from '#contract/storefront/orders.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { lineTransitions } from '#server/fulfilment/line-transitions.ts';
import type { LineColumns } from '#server/desk/line-columns.ts';
import { fullOf, type OpenLines } from './open-lines.ts';
import { isOnlyReviewer, type ReviewRules } from './review-rules.ts';

type Facts = Pick<
  LineColumns,
  'work_status' | 'is_disputed' | 'order_type' | 'assignee_id' | 'assignee' | 'handed_in_at' | 'send_at'
> & {
  revision: number | null;
  saved_by: bigint | null;
  saved_at: Date | null;
  handed_in_by: bigint | null;
  open_points: number;
  delivered_at: Date | null;
};

const needed: Record<LineAct, StaffPermission> = {
  take: 'work.take',
  giveBack: 'work.take',
  assign: 'work.assign',
  start: 'work.write',
  write: 'work.write',
  handIn: 'work.write',
  handBack: 'work.deliver',
  ask: 'work.deliver',
  resume: 'work.deliver',
  answerPoint: 'work.write',
  deliver: 'work.deliver',
  moveDue: 'work.assign',
};

const stateWords: Record<WorkStatus, string> = {
  waiting: 'the order hasn’t been paid',
  queued: 'work hasn’t started',
  inProgress: 'the text is being written',
  needsInfo: 'the customer hasn’t answered yet',
  delivered: 'the work has been delivered',
  revisionRequested: 'the customer requested a revision',
  completed: 'the work is complete',
  cancelled: 'the work was canceled',
};

const underWay: ReadonlySet<WorkStatus> = new Set(['queued', 'inProgress', 'needsInfo', 'revisionRequested']);
/** After a delivery, people who may deliver can do these actions to improve the work. */
const improvement: ReadonlySet<LineAct> = new Set(['write', 'handIn', 'handBack', 'deliver']);
/** Actions that assign an unassigned line to the caller. */
const taking: ReadonlySet<LineAct> = new Set(['take', 'start', 'write', 'handIn', 'answerPoint']);
// a change of the draft's files also sets `saved_at`
const isUnchanged = ({ saved_at: saved, delivered_at: delivered }: Facts) =>
  saved !== null && delivered !== null && saved < delivered;
const can = (from: readonly WorkStatus[], status: WorkStatus) => from.includes(status);

/** Whether the caller may take an unassigned line of this service. */
export const takesService = (
  { orderTypes }: Pick<StaffCaller, 'orderTypes'>,
  { order_type: orderType }: Pick<LineColumns, 'order_type'>,
): boolean => orderTypes.length === 0 || orderTypes.includes(orderType);

/** The rules of review for the caller's texts, and the caller's open lines. */
type Team = { rules: ReviewRules; lines: OpenLines };

/** The reason against an action, in words; undefined when the action is possible. */
function reasonAgainst(act: LineAct, facts: Facts, caller: StaffCaller, { rules, lines }: Team) {
  const { work_status: status, assignee_id: assignee, revision, handed_in_at: handedIn } = facts;
  const isImproving =
    status === 'delivered' && improvement.has(act) && holds(caller.permissions, 'work.deliver');
  if (!underWay.has(status) && !isImproving) return `You can’t do this now because ${stateWords[status]}.`;
  const isPlanning = act === 'take' || act === 'giveBack' || act === 'assign';
  // while the payment is disputed, lines can still be assigned and unassigned by others, but nobody can take one
  if (facts.is_disputed && (act === 'take' || !isPlanning))
    return 'The payment is disputed, so the work is on hold.';
  if (facts.send_at && !isPlanning) return 'The work is being delivered. Undo the delivery first.';
  if (assignee === null && taking.has(act) && !takesService(caller, facts))
    return 'You don’t work on this service. Ask someone who can assign work to assign this line to you.';
  const full = fullOf(lines);
  // an improvement of delivered work doesn't count as an open line
  if (assignee === null && taking.has(act) && full && !isImproving)
    return `You’ve reached your limit of ${full.most} open ${full.most === 1 ? 'line' : 'lines'}. Finish one first, or ask someone who can assign work to assign this line to you.`;
  switch (act) {
    case 'take':
      if (assignee === caller.staffId) return 'This line is already assigned to you.';
      return assignee === null ? undefined : `This line is assigned to ${facts.assignee}.`;
    case 'giveBack':
      return assignee === caller.staffId ? undefined : 'This line isn’t assigned to you.';
    case 'start':
      return can(lineTransitions.start.from, status) ? undefined : 'Work on this line has already started.';
    case 'handIn':
      if (status === 'needsInfo') return `You can’t do this now because ${stateWords[status]}.`;
      if (revision === null) return 'There’s no text yet. Write the text first.';
      if (handedIn) return 'The text has already been submitted for review.';
      if (isImproving && isUnchanged(facts)) return 'Nothing has changed since the delivery.';
      return rules.hasOther ? undefined : 'There’s no one else to review this text. Deliver it yourself.';
    case 'handBack':
      return handedIn ? undefined : 'The text hasn’t been submitted for review.';
    case 'ask':
      return can(lineTransitions.ask.from, status)
        ? undefined
        : `You can’t do this now because ${stateWords[status]}.`;
    case 'resume':
      return can(lineTransitions.resume.from, status) ? undefined : 'There’s no unanswered question.';
    case 'answerPoint':
      return facts.open_points > 0 ? undefined : 'There are no requested changes to answer.';
    case 'deliver':
      if (!isImproving && !can(lineTransitions.deliver.from, status))
        return `You can’t do this now because ${stateWords[status]}.`;
      if (revision === null) return 'There’s no text yet. Write the text first.';
      if (isImproving && isUnchanged(facts)) return 'Nothing has changed since the delivery.';
      return rules.needsReview &&
        isOnlyReviewer(facts, caller.staffId) &&
        !holds(caller.permissions, 'work.override')
        ? `You made the last change, so someone else must review and deliver this text.${handedIn ? '' : ' Submit it for review.'}`
        : undefined;
    case 'moveDue':
      return status === 'needsInfo'
        ? 'The delivery clock is paused until the customer answers, so you can’t move the due date.'
        : undefined;
    default:
      return undefined;
  }
}

export type AllowedActs = { may: LineAct[]; whyNot: Partial<Record<LineAct, string>> };

/**
 * The actions that the caller can do with a line, and the reasons against the other actions of their role. The calls use the same
 * rules, so that the server accepts what the screen offers.
 */
export function allowedActs(facts: Facts, caller: StaffCaller, team: Team): AllowedActs {
  const acts = (Object.keys(needed) as LineAct[]).filter((act) => holds(caller.permissions, needed[act]));
  const judged = acts.map((act) => [act, reasonAgainst(act, facts, caller, team)] as const);
  return {
    may: judged.flatMap(([act, reason]) => (reason === undefined ? [act] : [])),
    whyNot: Object.fromEntries(judged.filter(([, reason]) => reason !== undefined)),
  };
}

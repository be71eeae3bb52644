import type { LineAct } from '#contract/desk-work.ts';
import { holds, type StaffPermission } from '#contract/permissions.ts';
import type { WorkStatus } from '#contract/orders.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { lineTransitions } from '#server/fulfilment/line-transitions.ts';
import type { LineColumns } from './line-columns.ts';

type Facts = Pick<
  LineColumns,
  'work_status' | 'is_disputed' | 'assignee_id' | 'assignee' | 'handed_in_at' | 'send_at'
> & { revision: number | null; saved_by: bigint | null; open_points: number };

/** `needsReader`: somebody other than the last writer must read the text before it is delivered. */
type Rules = { needsReader: boolean };

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
};

const stateWords: Record<WorkStatus, string> = {
  waiting: 'the order isn’t paid',
  queued: 'it hasn’t been started',
  inProgress: 'it’s being written',
  needsInfo: 'the customer hasn’t answered yet',
  delivered: 'it’s already delivered',
  revisionRequested: 'a revision was requested',
  completed: 'it’s complete',
  cancelled: 'the work is canceled',
};

const underWay: ReadonlySet<WorkStatus> = new Set(['queued', 'inProgress', 'needsInfo', 'revisionRequested']);
/** With a delivered version, for who may deliver a better one. */
const improvement: ReadonlySet<LineAct> = new Set(['write', 'handIn', 'handBack', 'deliver']);
const can = (from: readonly WorkStatus[], status: WorkStatus) => from.includes(status);

/** Why not; undefined when it is possible. */
function reasonAgainst(act: LineAct, facts: Facts, caller: StaffCaller, { needsReader }: Rules) {
  const {
    work_status: status,
    assignee_id: assignee,
    revision,
    handed_in_at: handedIn,
    saved_by: savedBy,
  } = facts;
  const isImproving =
    status === 'delivered' && improvement.has(act) && holds(caller.permissions, 'work.deliver');
  if (!underWay.has(status) && !isImproving) return `This isn’t possible now: ${stateWords[status]}.`;
  const isPlanning = act === 'take' || act === 'giveBack' || act === 'assign';
  if (facts.is_disputed && !isPlanning) return 'The payment is disputed, so the work is on hold.';
  if (facts.send_at && !isPlanning) return 'It’s being delivered. Undo the delivery first.';
  switch (act) {
    case 'take':
      if (assignee === caller.staffId) return 'It’s already yours.';
      return assignee === null ? undefined : `${facts.assignee} has taken it.`;
    case 'giveBack':
      return assignee === caller.staffId ? undefined : 'It’s not assigned to you.';
    case 'start':
      return can(lineTransitions.start.from, status) ? undefined : `It was started: ${stateWords[status]}.`;
    case 'handIn':
      if (status === 'needsInfo') return `Not now: ${stateWords[status]}.`;
      if (revision === null) return 'There’s no text yet.';
      return handedIn ? 'It’s already handed in.' : undefined;
    case 'handBack':
      return handedIn ? undefined : 'It isn’t handed in.';
    case 'ask':
      return can(lineTransitions.ask.from, status) ? undefined : `Not now: ${stateWords[status]}.`;
    case 'resume':
      return can(lineTransitions.resume.from, status) ? undefined : 'No question waits for an answer.';
    case 'answerPoint':
      return facts.open_points > 0 ? undefined : 'No change was asked for.';
    case 'deliver':
      if (!isImproving && !can(lineTransitions.deliver.from, status))
        return `Not now: ${stateWords[status]}.`;
      if (revision === null) return 'There’s no text yet.';
      return needsReader && savedBy === caller.staffId && !holds(caller.permissions, 'work.override')
        ? 'You made the last change, so someone else reads and delivers it. Hand it in.'
        : undefined;
    default:
      return undefined;
  }
}

export type AllowedActs = { may: LineAct[]; whyNot: Partial<Record<LineAct, string>> };

/**
 * What the caller can do with a line, and for the rest of what their role allows why not. The calls themselves ask this too, so that what
 * the screen offers is what the server does.
 */
export function allowedActs(facts: Facts, caller: StaffCaller, rules: Rules): AllowedActs {
  const acts = (Object.keys(needed) as LineAct[]).filter((act) => holds(caller.permissions, needed[act]));
  const judged = acts.map((act) => [act, reasonAgainst(act, facts, caller, rules)] as const);
  return {
    may: judged.flatMap(([act, reason]) => (reason === undefined ? [act] : [])),
    whyNot: Object.fromEntries(judged.filter(([, reason]) => reason !== undefined)),
  };
}

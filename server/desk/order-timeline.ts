import type { TimelineEntry } from '#contract/desk-orders.ts';
import { workStatuses } from '#contract/work-statuses.ts';
import { readActorKind } from '#server/process/actor.ts';
import { actorWords } from './name-actors.ts';
import type { StoredNote } from './notes.ts';

type Done = { at: string; actor: string; name: string | null };
/** What the database holds of an order's history. Amounts in minor units. */
export type History = {
  events: (Done & { line: number | null; from: string | null; to: string; reason: string | null })[];
  refunds: (Done & { amount: number; to: 'card' | 'balance'; status: string; reason: string })[];
  disputes: (Done & { amount: number; status: string; reason: string | null })[];
  /** Entries of the audit log about the order and its lines. */
  acts: (Done & { action: string; subject: string })[];
  notes: StoredNote[];
};

/** What an event of the work led to: more time to review, a better version or an answer that we noted have names of their own. */
export function workEventOf(from: string | null, to: string, actor: string): string {
  const isCustomer = readActorKind(actor) === 'customer';
  if (from === 'delivered' && to === 'delivered') return isCustomer ? 'extended' : 'improved';
  return from === 'needsInfo' && to === 'inProgress' && !isCustomer ? 'resumed' : to;
}

/** What an event led to. After a dispute the order is as it was, and a canceled order's event says that its price was refunded. */
function whatOf(from: string | null, to: string, actor: string): string {
  if (from === 'disputed' && to !== 'chargedBack') return 'disputeEnded';
  return to === 'refunded' ? 'cancelled' : workEventOf(from, to, actor);
}

const work: ReadonlySet<string> = new Set(workStatuses);
const blank = { line: null, amount: null, to: null, text: null };

function own({ events, refunds, disputes, notes }: History): (TimelineEntry & { actor: string })[] {
  return [
    ...events.map(({ at, actor, name, line, from, to, reason }) => ({
      ...blank,
      at,
      actor,
      by: actorWords(actor, name),
      about: line !== null && work.has(to) ? ('work' as const) : ('money' as const),
      kind: 'event' as const,
      what: whatOf(from, to, actor),
      line,
      text: reason,
    })),
    ...refunds.map(({ at, actor, name, amount, to, status, reason }) => ({
      ...blank,
      at,
      actor,
      by: actorWords(actor, name),
      about: 'money' as const,
      kind: 'refund' as const,
      what: status,
      amount,
      to,
      text: reason,
    })),
    ...disputes.map(({ at, actor, name, amount, status, reason }) => ({
      ...blank,
      at,
      actor,
      by: actorWords(actor, name),
      about: 'money' as const,
      kind: 'dispute' as const,
      what: status,
      amount,
      text: reason,
    })),
    ...notes.map(({ at, staff, by, text, line }) => ({
      ...blank,
      at,
      actor: `staff:${staff}`,
      by,
      about: 'team' as const,
      kind: 'note' as const,
      what: '',
      line,
      text,
    })),
  ];
}

const momentOf = ({ at, actor }: { at: string; actor: string }) => `${Date.parse(at)} ${actor}`;
const lineOf = (subject: string): number | null => {
  const [kind, , position] = subject.split(' ');
  return kind === 'line' ? Number(position) : null;
};

/**
 * Everything that happened to an order, oldest first. An entry of the audit log is left out where what it did is in the list: both are written
 * at one time by one person.
 */
export function timelineOf(history: History): TimelineEntry[] {
  const found = own(history);
  const known = new Set(found.map(momentOf));
  const acts = history.acts
    .filter((act) => !known.has(momentOf(act)))
    .map(({ at, actor, name, action, subject }) => ({
      ...blank,
      at,
      actor,
      by: actorWords(actor, name),
      about: 'team' as const,
      kind: 'act' as const,
      what: action,
      line: lineOf(subject),
    }));
  return [...found, ...acts]
    .map(({ actor: _, ...entry }) => ({ ...entry, at: new Date(entry.at).toISOString() }))
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

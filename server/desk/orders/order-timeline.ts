import type { TimelineEntry } from '#contract/desk/orders.ts';
import { workStatuses } from '#contract/storefront/work-statuses.ts';
import { readActorKind } from '#server/process/actor.ts';
import { actorWords } from '#server/desk/name-actors.ts';
import type { StoredNote } from '#server/desk/notes.ts';

type Done = { at: string; actor: string; name: string | null };
/** The stored history of an order. Amounts in minor units. */
export type History = {
  events: (Done & { line: number | null; from: string | null; to: string; reason: string | null })[];
  refunds: (Done & {
    amount: number;
    to: 'card' | 'balance';
    status: string;
    reason: string;
    askedBy: string | null;
  })[];
  disputes: (Done & { amount: number; status: string; reason: string | null })[];
  /** Sent messages about the order. */
  messages: (Done & { author: 'customer' | 'staff'; text: string })[];
  /** Emails that were sent to the customer. */
  emails: { at: string; subject: string }[];
  /** Entries of the audit log about the order and its lines. */
  acts: (Done & { action: string; subject: string; amount: number | null })[];
  notes: StoredNote[];
  /** Proposals from which the order was placed. */
  proposals: (Done & { conversation: string | null })[];
};

/**
 * The name of a work event. An extended review, an improvement and an answer have names of their own, because the states alone
 * don't distinguish them.
 */
export function workEventOf(from: string | null, to: string, actor: string): string {
  const isCustomer = readActorKind(actor) === 'customer';
  if (from === 'delivered' && to === 'delivered') return isCustomer ? 'extended' : 'improved';
  if (from === to && readActorKind(actor) === 'operator') return 'dueMoved';
  if (from === 'needsInfo' && to === 'inProgress') return isCustomer ? 'answered' : 'resumed';
  return to;
}

/**
 * The name of an event. A dispute that ends without a chargeback has a name of its own. The event of a cancelled order is stored
 * as "refunded".
 */
function whatOf(from: string | null, to: string, actor: string): string {
  if (from === 'disputed' && to !== 'chargedBack') return 'disputeEnded';
  return to === 'refunded' ? 'cancelled' : workEventOf(from, to, actor);
}

const work: ReadonlySet<string> = new Set(workStatuses);
const blank = { line: null, amount: null, to: null, askedBy: null, text: null, conversation: null };

/** Maximum number of characters of a message in the timeline. The same page shows the whole message elsewhere. */
const mostShown = 200;
const beginningOf = (text: string) => {
  const characters = [...text];
  return characters.length > mostShown ? `${characters.slice(0, mostShown - 1).join('')}…` : text;
};

function own({
  events,
  refunds,
  disputes,
  messages,
  emails,
  notes,
  proposals,
}: History): (TimelineEntry & { actor: string })[] {
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
    ...refunds.map(({ at, actor, name, amount, to, status, reason, askedBy }) => ({
      ...blank,
      at,
      actor,
      by: actorWords(actor, name),
      about: 'money' as const,
      kind: 'refund' as const,
      what: status,
      amount,
      to,
      askedBy,
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
    ...messages.map(({ at, actor, name, author, text }) => ({
      ...blank,
      at,
      actor,
      by: actorWords(actor, name),
      about: 'messages' as const,
      kind: 'message' as const,
      what: author,
      text: beginningOf(text),
    })),
    ...emails.map(({ at, subject }) => ({
      ...blank,
      at,
      actor: 'system',
      by: actorWords('system', null),
      about: 'messages' as const,
      kind: 'email' as const,
      what: '',
      text: subject,
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
    ...proposals.map(({ at, actor, name, conversation }) => ({
      ...blank,
      at,
      actor,
      by: actorWords(actor, name),
      about: 'messages' as const,
      kind: 'proposal' as const,
      what: '',
      conversation,
    })),
  ];
}

const momentOf = ({ at, actor }: { at: string; actor: string }) => `${Date.parse(at)} ${actor}`;
const lineOf = (subject: string): number | null => {
  const [kind, , position] = subject.split(' ');
  return kind === 'line' ? Number(position) : null;
};

/** The history of an order, oldest first. Omits an audit entry when another entry of the same time and actor shows its effect. */
export function timelineOf(history: History): TimelineEntry[] {
  const found = own(history);
  const known = new Set(found.filter(({ kind }) => kind !== 'email').map(momentOf));
  const acts = history.acts
    // keeps a request for a refund, because an entry of the same time and actor is only its note
    .filter((act) => act.action === 'ask-refund' || !known.has(momentOf(act)))
    .map(({ at, actor, name, action, subject, amount }) => ({
      ...blank,
      at,
      actor,
      by: actorWords(actor, name),
      about: amount === null ? ('team' as const) : ('money' as const),
      kind: 'act' as const,
      what: action,
      amount,
      line: lineOf(subject),
    }));
  return [...found, ...acts]
    .map(({ actor: _, ...entry }) => ({ ...entry, at: new Date(entry.at).toISOString() }))
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

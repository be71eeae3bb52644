import * as z from 'zod/mini';
import { deliveredPiece, deliveryParams, lineParams } from '#contract/storefront/fulfilment.ts';
import { deskFile } from '#contract/files/file-bodies.ts';
import { approvalRow } from './approvals.ts';
import { withoutPlaceholders } from './replies.ts';
import { revisionPoint } from '#contract/storefront/revision-points.ts';
import { text } from '#contract/text.ts';
import { workStatuses } from '#contract/storefront/work-statuses.ts';
import { pageLimit } from '#contract/page-limit.ts';

/** Limits of what staff type about work; lengths in code points. */
export const workBounds = {
  /** The same limit as for a text to analyze. */
  piece: 40_000,
  /** The largest sheet has 361: 60 posts for 4 platforms, with alt texts and image briefs. */
  pieces: 500,
  message: 5_000,
  note: 5_000,
  reason: { min: 10, max: 500 },
  /** Maximum number of lines that one call assigns or starts. */
  bulk: 200,
} as const;

const timestamp = z.iso.datetime();
const day = z.iso.date();
export const staffId = z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid person ID' }));
const anyKey = z.union([z.literal(''), day, timestamp]);
/** Whether a text is a cursor: the last line's day or time, its order and its position. */
const isCursor = (typed: string): boolean => {
  const [key, order, position, ...more] = typed.split('_');
  return (
    more.length === 0 &&
    z.safeParse(anyKey, key).success &&
    /^\d{1,18}$/.test(order ?? '') &&
    /^\d{1,2}$/.test(position ?? '')
  );
};
const cursor = z.optional(z.string().check(z.maxLength(80), z.refine(isCursor, { error: 'Invalid cursor' })));
const limit = pageLimit(200, 100);

/**
 * Views of the queue. `open`: in progress. `asked`: waiting for the customer's answer. `check`: submitted for review by a
 * colleague. `review`: delivered, in the customer's review. `done`: accepted. `stopped`: disputed.
 */
export const lineViews = ['open', 'asked', 'check', 'review', 'done', 'stopped'] as const;
export const lineDues = ['late', 'today', 'week', 'later'] as const;

export const linesQuery = z.strictObject({
  show: z._default(z.enum(lineViews, { error: 'Invalid view' }), 'open'),
  due: z.optional(z.enum(lineDues, { error: 'Invalid due date' })),
  service: z.optional(z.coerce.number({ error: 'Invalid service ID' }).check(z.int(), z.minimum(0))),
  /** `me`, `free` (unassigned), or a person's ID. */
  who: z.optional(z.string().check(z.regex(/^(me|free|\d{1,18})$/, { error: 'Invalid person ID' }))),
  express: z.optional(z.literal('1', { error: '“express” must be “1”' })),
  /** An order number, or the beginning of a brand name. */
  q: z.optional(text({ label: 'Search', min: 1, max: 80 })),
  cursor,
  limit,
});

const person = z.object({ id: z.string(), name: z.string() });

/**
 * A line in the queue. `amounts`: "5 blurbs, up to 100 words"; `customer`: the name in the form that the caller may see;
 * `written` of `expected` pieces have text.
 */
export const lineRow = z.object({
  number: z.string(),
  position: z.int(),
  orderType: z.int(),
  title: z.string(),
  amounts: z.string(),
  brand: z.nullable(z.string()),
  customer: z.string(),
  isExpress: z.boolean(),
  livemode: z.boolean(),
  neededOn: z.nullable(day),
  /** Business days; 0 when it isn't late. */
  daysLate: z.int(),
  status: z.enum(workStatuses),
  isDisputed: z.boolean(),
  handedInAt: z.nullable(timestamp),
  sendAt: z.nullable(timestamp),
  stoppedAt: z.nullable(timestamp),
  reviewUntil: z.nullable(timestamp),
  assignee: z.nullable(person),
  written: z.int(),
  expected: z.int(),
  notes: z.int(),
});
export type LineRow = z.output<typeof lineRow>;

/** `count`: number of matching lines, at most 1,000; null after the first page. `isMore`: whether there are more than that. */
export const lineList = z.object({
  lines: z.array(lineRow),
  nextCursor: z.nullable(z.string()),
  count: z.nullable(z.int()),
  isMore: z.boolean(),
});

/** What a member of staff can do with a line. */
export const lineActs = [
  'take',
  'giveBack',
  'assign',
  'start',
  'write',
  'handIn',
  'handBack',
  'ask',
  'resume',
  'answerPoint',
  'deliver',
  'moveDue',
] as const;
export type LineAct = (typeof lineActs)[number];

const piece = z.object({ key: z.string(), text: z.string() });
/** One field of a work sheet, as made by work-sheet.ts. */
const sheetPiece = z.object({
  key: z.string(),
  label: z.string(),
  group: z.exactOptional(z.string()),
  about: z.exactOptional(z.string()),
  headings: z.array(z.string()),
  item: z.exactOptional(z.int()),
  part: z.exactOptional(z.string()),
  limits: z.object({
    minWords: z.exactOptional(z.int()),
    maxWords: z.exactOptional(z.int()),
    maxCharacters: z.exactOptional(z.int()),
    maxHashtags: z.exactOptional(z.int()),
    foldAt: z.exactOptional(z.int()),
    linkCharacters: z.exactOptional(z.int()),
  }),
  optional: z.exactOptional(z.literal(true)),
});

/** A check's result. `no`: blocks the delivery; `look`: a person must decide. */
export const check = z.object({
  key: z.string(),
  ok: z.enum(['yes', 'look', 'no']),
  words: z.string(),
  piece: z.optional(z.string()),
  /** Why the work was delivered despite the failed check. */
  reason: z.optional(z.string()),
});
export type DeskCheck = z.output<typeof check>;

const answer = z.object({ label: z.string(), text: z.string() });
const event = z.object({
  at: timestamp,
  /** The name of a member of staff, or else the kind of actor. */
  by: z.string(),
  from: z.nullable(z.string()),
  to: z.string(),
  reason: z.nullable(z.string()),
});

/** A line with everything that is needed to work on it. Prices are only in `deskOrder`. */
export const deskLine = z.object({
  ...lineRow.shape,
  linesInOrder: z.int(),
  paidAt: z.nullable(timestamp),
  dueOn: z.nullable(day),
  reviseBy: z.nullable(day),
  /** Why the line is expected on another day than the promised one; null when it is expected on that day. */
  moveReason: z.nullable(z.string()),
  revisionsLeft: z.int(),
  question: z.nullable(z.string()),
  /** The changes that the customer requested to the newest version, with the team's answers. */
  points: z.array(revisionPoint),
  brief: z.array(answer),
  /** The brief's values by key, for the checks that run in the browser. */
  briefValues: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** Files of the brief, answers, revision requests, the draft and delivered versions; oldest first. */
  files: z.array(deskFile),
  choices: z.array(z.string()),
  language: z.nullable(z.string()),
  /** The texts to write. `expected`: how many the order needs; `minutes`: the estimated work. */
  sheet: z.object({ pieces: z.array(sheetPiece), expected: z.int(), minutes: z.int() }),
  draft: z.nullable(
    z.object({
      pieces: z.array(piece),
      message: z.string(),
      revision: z.int(),
      savedBy: person,
      savedAt: timestamp,
      handedInBy: z.nullable(person),
      /** Who returned the text to its writer, and their note (null when removed). Null once the text is submitted again. */
      returned: z.nullable(z.object({ by: z.string(), at: timestamp, note: z.nullable(z.string()) })),
    }),
  ),
  versions: z.array(z.object({ version: z.int(), deliveredAt: timestamp, by: z.string() })),
  notes: z.array(
    z.object({ id: z.string(), at: timestamp, by: z.string(), text: z.string(), canRemove: z.boolean() }),
  ),
  /** Notes about the customer, oldest first. */
  customerNotes: z.array(z.object({ id: z.string(), at: timestamp, by: z.string(), text: z.string() })),
  /** Number of other works delivered to the customer, at most ten. */
  earlierWorks: z.int(),
  events: z.array(event),
  /** What staff did with the line, as in the audit log, besides events and notes; oldest first. */
  acts: z.array(z.object({ at: timestamp, by: z.string(), action: z.string() })),
  /** What the caller can do now. `whyNot`: why the other actions of their role aren't possible now. */
  may: z.array(z.enum(lineActs)),
  whyNot: z.record(z.string(), z.string()),
  /** Whether a second person must review the text before it is delivered. */
  needsReview: z.boolean(),
});
export type DeskLine = z.output<typeof deskLine>;

export const deskLineParams = lineParams;
export const reason = text({
  label: 'Reason',
  ...workBounds.reason,
  emptyMessage: 'Enter a reason',
});
const revision = z.int({ error: '“basedOn” must be a whole number' }).check(z.minimum(0));
const pieces = z
  .array(
    z.strictObject({
      key: z.string().check(z.minLength(1), z.maxLength(80)),
      text: text({ label: 'Text', min: 0, max: workBounds.piece, lines: true }),
    }),
  )
  .check(z.maxLength(workBounds.pieces, { error: `A draft can have up to ${workBounds.pieces} pieces` }));
const longMessage = text({ label: 'Message', min: 0, max: workBounds.message, lines: true });

/** `basedOn`: the revision that the caller edited, to detect a concurrent save; 0 for the first. */
export const draftBody = z.strictObject({ pieces, message: longMessage, basedOn: revision });
export const savedDraft = z.object({ revision: z.int(), savedAt: timestamp });
/** `withLanguage`: also runs the analyzer, which takes seconds and blocks no delivery. */
export const checkBody = z.strictObject({ pieces, withLanguage: z._default(z.boolean(), true) });
/** `language`: findings of the analyzer; null when it wasn’t asked, does not support the language or timed out. */
export const checkedWork = z.object({
  checks: z.array(check),
  language: z.nullable(
    z.array(z.object({ piece: z.string(), words: z.string(), quote: z.string(), isError: z.boolean() })),
  ),
  languageWords: z.string(),
});
export type CheckedWork = z.output<typeof checkedWork>;

export const handInBody = z.strictObject({ basedOn: revision });
export const noteBody = z.strictObject({
  text: text({
    label: 'Note',
    min: 1,
    max: workBounds.note,
    lines: true,
    emptyMessage: 'Enter a note',
  }),
});
export const askBody = z.strictObject({
  text: text({ label: 'Question', min: 1, max: 5_000, lines: true, emptyMessage: 'Enter a question' }).check(
    withoutPlaceholders,
  ),
});
/** `text`: the answer that the customer gave outside the shop. */
export const resumeBody = z.strictObject({
  text: text({
    label: 'Answer',
    min: 1,
    max: 5_000,
    lines: true,
    emptyMessage: 'Enter the customer’s answer',
  }),
});
export const pointParams = z.strictObject({
  ...deliveryParams.shape,
  point: z.coerce
    .number({ error: 'The change’s number must be a whole number' })
    .check(z.int(), z.minimum(1), z.maximum(100)),
});
/** `reasons`: by check key, why the work is delivered although the check failed. `reader`: why no colleague reviewed it. */
export const deliverBody = z.strictObject({
  basedOn: revision,
  reasons: z._default(z.record(z.string().check(z.maxLength(80)), reason), {}),
});
export const heldDelivery = z.object({ sendAt: timestamp, undoSeconds: z.int() });
export const noteParams = z.strictObject({
  id: z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid note ID' })),
});

/** At most ten, newest first. */
export const earlierDrafts = z.object({
  drafts: z.array(
    z.object({
      revision: z.int(),
      pieces: z.array(piece),
      message: z.string(),
      savedAt: timestamp,
      by: z.string(),
    }),
  ),
});

/** A delivered version, as staff see it. */
export const deskVersion = z.object({
  version: z.int(),
  deliveredAt: timestamp,
  by: z.string(),
  text: z.nullable(z.string()),
  pieces: z.nullable(z.array(deliveredPiece)),
  message: z.nullable(z.string()),
  points: z.array(revisionPoint),
  isReport: z.boolean(),
  checks: z.array(check),
});

/**
 * A conversation that awaits a reply. `number`: of its order, or else of the ticket; `customer`: the name in the form that the
 * caller may see; `text`: the beginning of the customer's newest message.
 */
const threadRow = z.object({ number: z.string(), customer: z.string(), text: z.string() });
export type ThreadRow = z.output<typeof threadRow>;

/**
 * A task about money. `about`: the order's or deposit's number, or the name of the desk's page. `livemode`: true for a task that isn't
 * about one payment.
 */
const moneyTask = z.object({
  title: z.string(),
  words: z.string(),
  about: z.string(),
  livemode: z.boolean(),
});
export type MoneyTask = z.output<typeof moneyTask>;

/** A task for the team. `url`: below /desk; `reason`: why it is urgent. */
const urgentRow = z.object({
  url: z.string(),
  reason: z.string(),
  isLate: z.boolean(),
  line: z.nullable(lineRow),
  /** Set instead of `line` when a customer's messages need an answer. */
  thread: z.nullable(threadRow),
  /** Set instead of `line` when the caller may decide a request for approval. */
  approval: z.nullable(approvalRow),
  /** Set instead of `line` for a dispute, a finding about money, or an email that couldn't be sent. */
  money: z.nullable(moneyTask),
});
export const todayQuery = z.strictObject({
  who: z._default(z.enum(['mine', 'team'], { error: '“who” must be “mine” or “team”' }), 'mine'),
});
export const todayGroups = ['due', 'money', 'assigned', 'customers', 'free'] as const;
/** A person's number of open lines (`open`), and from how many they take no more (`most`). */
const fullPerson = z.object({ open: z.int(), most: z.int() });
export type FullPerson = z.output<typeof fullPerson>;
/**
 * At most 20 rows per group; `total` counts all. `open`: lines in progress; `nextDue`: the first day on which one is due. `full`: set when
 * the caller takes no more unassigned lines.
 */
export const today = z.object({
  groups: z.array(z.object({ key: z.enum(todayGroups), total: z.int(), rows: z.array(urgentRow) })),
  open: z.int(),
  nextDue: z.nullable(day),
  full: z.nullable(fullPerson),
});
export type Today = z.output<typeof today>;

/** `after`: the task on the caller's screen, as a path below /desk; the task after it is wanted. */
export const nextBody = z.strictObject({
  after: z.optional(text({ label: 'Task', max: 200 })),
});
/**
 * `next`: null when there is no task. `isTaken`: there are tasks, but other people are working on all of them. `full`: set when
 * there is no next task and the caller takes no more unassigned lines.
 */
export const next = z.object({
  next: z.nullable(z.object({ url: z.string(), words: z.string() })),
  isTaken: z.boolean(),
  full: z.nullable(fullPerson),
});

/**
 * The services that the shop sells, and the people to whom work can be assigned. `orderTypes`: the services whose unassigned lines
 * they may take; empty: all. `most`: at how many open lines they take no more; null: no limit. `backOn`: the day on which somebody who
 * is away returns.
 */
export const writers = z.object({
  services: z.array(z.object({ orderType: z.int(), title: z.string() })),
  writers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      open: z.int(),
      most: z.nullable(z.int()),
      orderTypes: z.array(z.int()),
      backOn: z.nullable(day),
    }),
  ),
});

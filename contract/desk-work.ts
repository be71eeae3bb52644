import * as z from 'zod/mini';
import { deliveredPiece, deliveryParams, lineParams } from './fulfilment.ts';
import { deskFile } from './file-bodies.ts';
import { bounds } from './bounds.ts';
import { revisionPoint } from './revision-points.ts';
import { text } from './text.ts';
import { workStatuses } from './work-statuses.ts';

/** Bounds of what staff type about work; lengths in code points. */
export const workBounds = {
  /** An analyzed text has as many. */
  piece: 40_000,
  /** A sheet has at most 361: 60 posts for 4 platforms, with alt texts and image briefs. */
  pieces: 500,
  message: 5_000,
  note: 5_000,
  reason: { min: 10, max: 500 },
  /** Lines that one call assigns or starts. */
  bulk: 200,
} as const;

const timestamp = z.iso.datetime();
const day = z.iso.date();
const staffId = z.string().check(z.regex(/^\d{1,18}$/, { error: 'Unknown person' }));
const anyKey = z.union([z.literal(''), day, timestamp]);
/** The end of the previous page: the line's day or time, its order and its position. */
const isCursor = (typed: string): boolean => {
  const [key, order, position, ...more] = typed.split('_');
  return (
    more.length === 0 &&
    z.safeParse(anyKey, key).success &&
    /^\d{1,18}$/.test(order ?? '') &&
    /^\d{1,2}$/.test(position ?? '')
  );
};
const cursor = z.optional(z.string().check(z.maxLength(80), z.refine(isCursor, { error: 'Unknown cursor' })));
const limit = z._default(
  z.coerce
    .number({ error: 'Limit must be a whole number from 1 to 200' })
    .check(z.int(), z.minimum(1), z.maximum(200)),
  100,
);

/** `open`: to be worked on; `asked`: a question waits; `check`: handed in; `review`: delivered; `done`: accepted; `stopped`: disputed. */
export const lineViews = ['open', 'asked', 'check', 'review', 'done', 'stopped'] as const;
export const lineDues = ['late', 'today', 'week', 'later'] as const;

export const linesQuery = z.strictObject({
  show: z._default(z.enum(lineViews, { error: 'Unknown view' }), 'open'),
  due: z.optional(z.enum(lineDues, { error: 'Unknown due date' })),
  service: z.optional(z.coerce.number({ error: 'Unknown service' }).check(z.int(), z.minimum(0))),
  /** `me`, `free`, or the ID of a person. */
  who: z.optional(z.string().check(z.regex(/^(me|free|\d{1,18})$/, { error: 'Unknown person' }))),
  express: z.optional(z.literal('1', { error: 'express must be 1' })),
  /** An order's number, or the beginning of a brand's name. */
  q: z.optional(text({ label: 'Search', min: 1, max: 80 })),
  cursor,
  limit,
});

const person = z.object({ id: z.string(), name: z.string() });

/** A line in the queue. `amounts`: "5 blurbs, up to 100 words"; `customer`: as the caller may read it; `written` of `expected` pieces. */
export const lineRow = z.object({
  number: z.string(),
  position: z.int(),
  orderType: z.int(),
  title: z.string(),
  amounts: z.string(),
  brand: z.nullable(z.string()),
  customer: z.string(),
  isExpress: z.boolean(),
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

/** `count`: of all lines that fit, at most 1,000; `isMore`: there are more. Both only with the first page. */
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
] as const;
export type LineAct = (typeof lineActs)[number];

const piece = z.object({ key: z.string(), text: z.string() });
/** One field of a work sheet, as work-sheet.ts makes it. */
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

/** A check's result. `no` stops a delivery; `look` asks somebody to look. */
export const check = z.object({
  key: z.string(),
  ok: z.enum(['yes', 'look', 'no']),
  words: z.string(),
  piece: z.optional(z.string()),
  /** Why it was delivered although the check failed. */
  reason: z.optional(z.string()),
});
export type DeskCheck = z.output<typeof check>;

const answer = z.object({ label: z.string(), text: z.string() });
const event = z.object({
  at: timestamp,
  /** A member of staff by name; otherwise the kind of actor. */
  by: z.string(),
  from: z.nullable(z.string()),
  to: z.string(),
  reason: z.nullable(z.string()),
});

/** A line with everything that its work needs. Amounts are only in the order. */
export const deskLine = z.object({
  ...lineRow.shape,
  linesInOrder: z.int(),
  paidAt: z.nullable(timestamp),
  dueOn: z.nullable(day),
  reviseBy: z.nullable(day),
  revisionsLeft: z.int(),
  question: z.nullable(z.string()),
  /** What the customer asked to change in the newest version, and what becomes of it. */
  points: z.array(revisionPoint),
  brief: z.array(answer),
  /** The brief by its keys, for the checks that the browser runs. */
  briefValues: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** Of the brief, answers and revision requests, of the draft, and of delivered versions; oldest first. */
  files: z.array(deskFile),
  choices: z.array(z.string()),
  language: z.nullable(z.string()),
  /** What was sold, as texts to write; `minutes`: the estimate of the work. */
  sheet: z.object({ pieces: z.array(sheetPiece), expected: z.int(), minutes: z.int() }),
  draft: z.nullable(
    z.object({
      pieces: z.array(piece),
      message: z.string(),
      revision: z.int(),
      savedBy: person,
      savedAt: timestamp,
      handedInBy: z.nullable(person),
    }),
  ),
  versions: z.array(
    z.object({ version: z.int(), deliveredAt: timestamp, by: z.string(), fileName: z.nullable(z.string()) }),
  ),
  notes: z.array(
    z.object({ id: z.string(), at: timestamp, by: z.string(), text: z.string(), canRemove: z.boolean() }),
  ),
  events: z.array(event),
  /** What the caller can do now; for the rest of what their role allows, why not. */
  may: z.array(z.enum(lineActs)),
  whyNot: z.record(z.string(), z.string()),
  /** Whether somebody else must read the text before it is delivered. */
  needsReader: z.boolean(),
});
export type DeskLine = z.output<typeof deskLine>;

export const deskLineParams = lineParams;
const bulk = z
  .array(lineParams, { error: 'Choose at least one line' })
  .check(
    z.minLength(1, { error: 'Choose at least one line' }),
    z.maxLength(workBounds.bulk, { error: `Choose at most ${workBounds.bulk} lines` }),
  );
/** `staffId`: null frees the lines. */
export const assignBody = z.strictObject({ lines: bulk, staffId: z.nullable(staffId) });
export const startBody = z.strictObject({ lines: bulk });
/** How many lines were changed, and why others were not. */
export const bulkResult = z.object({
  done: z.int(),
  refused: z.array(z.object({ number: z.string(), position: z.int(), why: z.string() })),
});

const revision = z.int({ error: 'basedOn must be a whole number' }).check(z.minimum(0));
const pieces = z
  .array(
    z.strictObject({
      key: z.string().check(z.minLength(1), z.maxLength(80)),
      text: text({ label: 'Text', min: 0, max: workBounds.piece, lines: true }),
    }),
  )
  .check(z.maxLength(workBounds.pieces, { error: 'There are too many pieces' }));
const longMessage = text({ label: 'Message', min: 0, max: workBounds.message, lines: true });

/** `basedOn`: the revision that the text was made from; 0 for the first. */
export const draftBody = z.strictObject({ pieces, message: longMessage, basedOn: revision });
export const savedDraft = z.object({ revision: z.int(), savedAt: timestamp });
export const checkBody = z.strictObject({ pieces });
/** `language`: what the analyzer found in the text; null when it checks no such language, or didn't answer in time. */
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
    emptyMessage: 'Write the note',
  }),
});
export const askBody = z.strictObject({
  text: text({ label: 'Question', min: 1, max: 5_000, lines: true, emptyMessage: 'Write the question' }),
});
const reason = text({
  label: 'Reason',
  ...workBounds.reason,
  emptyMessage: 'Say why',
});
/** `text`: what the customer answered elsewhere. */
export const resumeBody = z.strictObject({
  text: text({ label: 'Answer', min: 1, max: 5_000, lines: true, emptyMessage: 'Write what they answered' }),
});
export const pointParams = z.strictObject({
  ...deliveryParams.shape,
  point: z.coerce
    .number({ error: 'Point must be a whole number' })
    .check(z.int(), z.minimum(1), z.maximum(100)),
});
/** `reasons`: for each check that failed and for delivering alone (`reader`), why it is delivered all the same. */
export const deliverBody = z.strictObject({
  basedOn: revision,
  reasons: z._default(z.record(z.string().check(z.maxLength(80)), reason), {}),
});
export const heldDelivery = z.object({ sendAt: timestamp, undoSeconds: z.int() });
export const noteParams = z.strictObject({
  id: z.string().check(z.regex(/^\d{1,18}$/, { error: 'Unknown note' })),
});

/** A delivered version, as the team sees it. */
export const deskVersion = z.object({
  version: z.int(),
  deliveredAt: timestamp,
  by: z.string(),
  text: z.nullable(z.string()),
  pieces: z.nullable(z.array(deliveredPiece)),
  message: z.nullable(z.string()),
  points: z.array(revisionPoint),
  fileName: z.nullable(z.string()),
  isReport: z.boolean(),
  checks: z.array(check),
});

/** An order whose customer waits for an answer. `customer`: as the caller may read it; `title`: what was ordered. */
const threadRow = z.object({ number: z.string(), customer: z.string(), title: z.string() });
export type ThreadRow = z.output<typeof threadRow>;

/** Something that needs somebody. `url`: below /desk; `reason`: why it is at its place in the order of urgency. */
const urgentRow = z.object({
  url: z.string(),
  reason: z.string(),
  isLate: z.boolean(),
  line: z.nullable(lineRow),
  /** Messages about an order, instead of a line. */
  thread: z.nullable(threadRow),
});
export const todayQuery = z.strictObject({
  who: z._default(z.enum(['mine', 'team'], { error: 'who must be mine or team' }), 'mine'),
});
export const todayGroups = ['due', 'customers', 'free'] as const;
/** At most 20 rows of each group; `total` counts all. `open` and `nextDue`: lines to be worked on, and the first day one is needed. */
export const today = z.object({
  groups: z.array(z.object({ key: z.enum(todayGroups), total: z.int(), rows: z.array(urgentRow) })),
  open: z.int(),
  nextDue: z.nullable(day),
});

export const next = z.object({ next: z.nullable(z.object({ url: z.string(), words: z.string() })) });

export const searchQuery = z.strictObject({
  q: text({
    label: 'Search',
    min: 1,
    max: bounds.email.max,
    emptyMessage: 'Type a number, a name or an address',
  }),
});
export const hits = z.object({
  hits: z.array(z.object({ url: z.string(), title: z.string(), words: z.string() })),
});

/** What the screen shows now: a line or an order as the audit log names it, or null. */
export const pulseBody = z.strictObject({
  at: z.nullable(z.string().check(z.regex(/^(line R-[\w-]{9} \d{1,2}|order R-[\w-]{9})$/))),
  isWriting: z.boolean(),
});
/** `marks`: change when something changed; `counts`: of what needs the caller; `here`: who else looks at `at`. */
export const pulse = z.object({
  marks: z.object({ work: z.string(), staff: z.string(), messages: z.string() }),
  counts: z.object({ today: z.int() }),
  here: z.array(z.object({ name: z.string(), isWriting: z.boolean() })),
});

/** People who can be given work. */
export const writers = z.object({
  writers: z.array(z.object({ id: z.string(), name: z.string(), open: z.int() })),
});

import { readyWords } from '#contract/storefront/line-name.ts';
import type { WorkStatus } from '#contract/storefront/orders.ts';
import { day } from '#contract/durations.ts';
import { formatDeadline } from '#contract/deadline.ts';
import { formatDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { Database } from '#server/database/open-database.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { greeting, payersName } from '#server/mail/greeting.ts';
import { type Block, composeEmail, type EmailContent } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { sql } from 'kysely';
import { type LineTransition, lineTransitions } from './line-transitions.ts';
import { sendDueMovedEmails } from './due-moved-email.mail.ts';
import { nameWork, workAgain, workIs } from '#server/orders/name-work.ts';
import { remindOfReview } from './review-timers.ts';
import { stripMarkdown } from './strip-markdown.ts';

/** A transition of a line. `at` (ISO, UTC) identifies its event; `version`: the delivered version, or 0. */
export type WorkMove = {
  number: string;
  position: number;
  move: Move;
  at: string;
  version: number;
};
export const workEmail = jobKind<WorkMove>('mail.work');

/** Transitions that send an email. */
type Move = Exclude<LineTransition, 'extend'>;

type Facts = {
  number: string;
  title: string;
  order_type: number;
  /** The client in the brief; '' when it names none. */
  client: string;
  /** The status of every line of the order. */
  statuses: WorkStatus[];
  revision_rounds: number;
  email: string;
  first_name: string;
  work_status: string;
  due_on: string | null;
  revise_by: string | null;
  review_until: Date | null;
  revisions_left: number;
  versions: number;
  reason: string | null;
  text: string | null;
  message: string | null;
  is_report: boolean;
  /** Whether the work is an analyzer report, whose text is its summary. */
  is_analysis: boolean;
  /** The answers to the requested changes that led to this version. */
  outcomes: { note: string; outcome: 'done' | 'notDone'; answer: string | null }[];
};

type Wanted = { number: string; position: number; move?: Move; at?: string; version: number };

async function loadFacts(
  db: Database['db'],
  { number, position, move, at, version }: Wanted,
): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select o.number, l.title, l.order_type, coalesce(l.details -> 'brief' ->> 'brandName', '') as client,
      
      (select jsonb_agg(n.work_status order by n.position) from order_line n where n.order_id = o.id) as statuses, l.revision_rounds, c.email, ${payersName} as first_name, l.work_status, l.due_on::text, l.revise_by::text, l.review_until,
      l.revision_rounds - l.revisions_used as revisions_left, e.reason, d.text, d.message, d.report is not null as is_report,
      coalesce(d.report ->> 'type' = 'analyzer', false) as is_analysis,
      (select coalesce(jsonb_agg(jsonb_build_object('note', r.note, 'outcome', r.outcome, 'answer', r.answer) order by r.point), '[]')
        from revision_point r where r.order_id = o.id and r.position = l.position and r.version = ${version} - 1 and r.outcome is not null) as outcomes,
      (select count(*)::int from delivery v where v.order_id = o.id and v.position = l.position) as versions
    from customer_order o join customer c on c.id = o.customer_id join order_line l on l.order_id = o.id
    left join order_event e on e.order_id = o.id and e.line_position = l.position and e.at = ${at ?? null}::timestamptz and e.to_status = ${move ? lineTransitions[move].to : null}
    left join delivery d on d.order_id = o.id and d.position = l.position and d.version = ${version}
    where l.order_id = (select id from customer_order where number = ${number}) and l.position = ${position}`.execute(
    db,
  );
  return rows[0]!;
}

const deadline = (instant: Date | null) => (instant ? formatDeadline(instant, businessCalendar) : '');
/** The whole days until the end of the review, at least one. */
const daysLeft = ({ review_until: until }: Facts, now: Date): string => {
  const days = Math.max(1, Math.floor(((until?.getTime() ?? 0) - now.getTime()) / day));
  return days === 1 ? '1 day left' : `${days} days left`;
};
const rounds = (left: number) => (left === 1 ? '1 revision round' : `${left} revision rounds`);

function reviewWords({ review_until, revisions_left }: Facts): string {
  const until = deadline(review_until);
  return revisions_left > 0
    ? `You can request changes until ${until} (${rounds(revisions_left)} left). If we don’t hear from you by then, the work is accepted automatically.`
    : `If we don’t hear from you, the work is accepted automatically on ${until}.`;
}

type Told = Facts & { version: number; guarantee: string };

/** The guarantee of the first revision. Only emails up to version 2 have it. */
const guaranteeBlocks = ({ version, guarantee }: Told): Block[] =>
  version <= 2 ? [{ paragraph: guarantee }] : [];

/** The name of revised work: "your slogans" becomes "your revised slogans". */
const revised = (work: string): string => work.replace('your ', 'your revised ');

/** A line of text for each requested change, with its answer. */
function outcomeBlocks({ outcomes }: Facts): Block[] {
  const lines = outcomes.map(({ note, outcome, answer }, index) => {
    const words = outcome === 'done' ? 'Done' : 'Not done';
    return `${index + 1}. ${note}\n${answer === null ? `${words}.` : `${words}: ${answer}`}`;
  });
  return lines.length === 0 ? [] : [{ quote: lines.join('\n\n'), label: 'Your changes' }];
}

/** Whether the order's page asks the customer to accept the version. */
const isReviewed = ({ revision_rounds }: Facts) => revision_rounds > 0;

type Content = { subject: string; title: string; blocks: Block[] };

function content(move: Move, facts: Told, work: string, url: string): Content {
  const { number, title, first_name: firstName, reason } = facts;
  const due = facts.revise_by ?? facts.due_on;
  const ready = readyWords(facts.statuses.map((status) => ({ work: { status } })));
  const hello: Block = greeting(firstName);
  const said = (label: string): Block[] => (reason ? [{ quote: reason, label }] : []);
  const byWhen = due ? ` You’ll have ${workAgain(work)} by ${formatDay(due)}.` : '';
  switch (move) {
    case 'start':
      return {
        subject: `Work on ${work} has started (${number})`,
        title: 'Work has started',
        blocks: [
          hello,
          { paragraph: `Work on ${work} has started.${byWhen}` },
          { button: 'See the order', url },
        ],
      };
    case 'ask':
      return {
        subject: `A question about ${work} (${number})`,
        title: 'We need your answer',
        blocks: [
          hello,
          {
            paragraph: `We have a question about ${work}. The delivery clock is paused until you answer.`,
          },
          ...said('Our question'),
          { button: 'Answer the question', url },
        ],
      };
    case 'report':
      return {
        subject: `The automatic part of ${work} is ready (${number})`,
        title: `The automatic part of ${work} is ready`,
        blocks: [
          hello,
          {
            paragraph: `You can read the automatic results now. Our team is working on the rest.${due ? ` You’ll have it by ${formatDay(due)}.` : ''}`,
          },
          { button: 'See the order', url },
          ...(facts.text === null ? [] : [{ quote: facts.text, label: title, hasHeadings: true }]),
        ],
      };
    case 'resume':
      return {
        subject: `Work on ${work} has resumed (${number})`,
        title: 'Work has resumed',
        blocks: [
          hello,
          { paragraph: `Thanks for your answer. The delivery clock has resumed.${byWhen}` },
          ...said('The answer we recorded'),
          { button: 'See the order', url },
        ],
      };
    case 'deliver':
    case 'improve': {
      const isBetter = move === 'improve';
      const isRevised = !isBetter && facts.version > 1 && facts.revisions_left < facts.revision_rounds;
      const isReady = isBetter
        ? `An improved version of ${work} is ready`
        : `${workIs(isRevised ? revised(work) : work)} ready`;
      return {
        subject: `${isReady} (${number}${facts.version > 1 ? `, version ${facts.version}` : ''})`,
        title: isReady,
        blocks: [
          hello,
          ...(isRevised
            ? [
                {
                  paragraph: `This is version ${facts.version}. We revised it based on the changes you requested.`,
                },
                ...outcomeBlocks(facts),
              ]
            : []),
          ...(isBetter
            ? [
                {
                  paragraph: `This is version ${facts.version}. We made this improvement ourselves, so it doesn’t use up a revision round.`,
                },
              ]
            : []),
          ...(ready === '' ? [] : [{ paragraph: `${ready}.` }]),
          ...(facts.message === null ? [] : [{ quote: facts.message, label: 'A note from our team' }]),
          ...(isReviewed(facts)
            ? [
                { paragraph: reviewWords(facts) },
                ...guaranteeBlocks(facts),
                { button: 'Review your order', url },
              ]
            : [
                {
                  paragraph: facts.is_analysis
                    ? 'The scores and the most important fixes are below. The whole report is in your order.'
                    : `You’ll find ${workAgain(work)} ${facts.text === null ? '' : 'below and '}in your order.`,
                },
                { button: 'See the order', url },
              ]),
          ...(facts.text === null
            ? []
            : [
                facts.is_report
                  ? { quote: facts.text, label: title, hasHeadings: true }
                  : { quote: stripMarkdown(facts.text), label: title },
              ]),
        ],
      };
    }
    case 'lapse':
      return {
        subject: `Accepted automatically: ${facts.client === '' ? title : `${title} for ${facts.client}`} (${number})`,
        title: 'Accepted automatically',
        blocks: [
          hello,
          {
            paragraph: `The review period for ${work} has ended, so we’ve marked the work as accepted. It stays in your account.`,
          },
          { button: 'See the order', url },
        ],
      };
    case 'answer':
      return {
        subject: `Answered: ${number}, ${title}`,
        title: `${number}: the customer has answered`,
        blocks: [...said('Answer'), { paragraph: due ? `Due ${formatDay(due)}.` : '' }],
      };
    case 'revise':
      return {
        subject: `Revision: ${number}, ${title}`,
        title: `${number}: revision requested for ${title}`,
        blocks: [
          ...said('Requested changes'),
          {
            paragraph: `${due ? `Due ${formatDay(due)}. ` : ''}${rounds(facts.revisions_left)} left after this one.`,
          },
        ],
      };
    case 'accept':
      return {
        subject: `Accepted: ${number}, ${title}`,
        title: `The customer accepted ${number}: ${title}`,
        blocks: [{ paragraph: 'You don’t need to do anything.' }],
      };
  }
}

/** Emails about work: the customer's actions are emailed to the operator, all others to the customer. */
export function sendWorkEmails(deps: OrderDeps, mail: Mail, operatorEmail: string): JobHandlers {
  const { db, publicUrl, catalogue, clock } = deps;
  const workOf = ({ order_type: orderType, title, client }: Facts) =>
    nameWork(catalogue(), orderType, title, client);
  const orderUrl = (number: string) => `${publicUrl}/cabinet/history?order=${number}`;
  return {
    ...sendDueMovedEmails(deps, mail),
    ...workEmail.handledBy(async ({ number, position, move, at, version }) => {
      const facts = await loadFacts(db, { number, position, move, at, version });
      if (move === 'lapse' && !isReviewed(facts)) return;
      const { guarantee } = catalogue().policies;
      const letter: EmailContent = {
        id: `work-${number}-${position}-${move}-${Date.parse(at)}`,
        ...(lineTransitions[move].by === 'customer'
          ? { to: operatorEmail }
          : { to: facts.email, about: number }),
        ...content(move, { ...facts, version, guarantee }, workOf(facts), orderUrl(number)),
      };
      await mail.send(composeEmail(letter));
    }),
    ...remindOfReview.handledBy(async ({ number, position, version, days }) => {
      const facts = await loadFacts(db, { number, position, version });
      if (facts.work_status !== 'delivered' || facts.versions !== version || !isReviewed(facts)) return;
      await mail.send(
        composeEmail({
          id: `review-${number}-${position}-${version}-${days}`,
          to: facts.email,
          about: number,
          subject: `${workIs(workOf(facts))} waiting for your review, ${daysLeft(facts, clock())} (${number})`,
          title: 'Does the work match your brief?',
          blocks: [
            greeting(facts.first_name),
            { paragraph: reviewWords(facts) },
            { button: 'Review your order', url: orderUrl(number) },
          ],
        }),
      );
    }),
  };
}

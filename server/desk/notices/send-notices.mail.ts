import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { NoticeKind } from '#contract/desk/notices.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { type Block, composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sql } from 'kysely';
import {
  countWords,
  dueDay,
  dueWords,
  isNews,
  type NoticeColumns,
  noticeColumns,
  noticeLabel,
  noticeTables,
  pathOf,
  workWords,
} from './notice-columns.ts';

/**
 * Emails a member of staff what happened to their lines and conversations. `at`: when the notices were gathered (ms since 1970).
 */
export const noticesEmail = jobKind<{ staffId: string; at: number }>('mail.staff-notices');

type Told = NoticeColumns & { name: string; email: string; by_name: string | null };

type Content = { subject: string; title: string; blocks: Block[] };

/** Maximum number of lines and conversations named in one email. */
const mostLines = 20;

function sentence({ kind, by_name: by }: Told): string {
  switch (kind) {
    case 'assigned':
      return `${by ?? 'A colleague'} assigned this work to you.`;
    case 'returned':
      return `${by ?? 'A colleague'} returned your text with a note.`;
    case 'revision':
      return 'The customer requested a revision.';
    case 'answer':
      return by ? `${by} entered the customer’s answer.` : 'The customer answered the question.';
    case 'late':
      return 'This work is due soon or overdue, and it hasn’t been submitted for review.';
    case 'conversation':
      return `${by ?? 'A colleague'} assigned this conversation to you.`;
    case 'message':
      return 'The customer sent a message.';
  }
}

/** The notices grouped by line or conversation, in their order; of each kind only the newest. */
function byLine(told: readonly Told[]): Told[][] {
  const lines = new Map<string, Map<NoticeKind, Told>>();
  for (const one of told) {
    const key = `${one.number} ${one.position}`;
    const kinds = lines.get(key) ?? new Map<NoticeKind, Told>();
    lines.set(key, kinds);
    kinds.delete(one.kind);
    kinds.set(one.kind, one);
  }
  return [...lines.values()].map((kinds) => [...kinds.values()]);
}

/** Sends one email about the gathered notices, without those that no longer apply. */
export function sendNotices(
  { db, clock, deskUrl }: Pick<DeskDeps, 'db' | 'clock'> & { deskUrl: string },
  mail: Mail,
): JobHandlers {
  const urlOf = (one: Told) => `${deskUrl}${pathOf(one)}`;

  function aboutOne(notices: readonly Told[], today: string): Content {
    const newest = notices.at(-1)!;
    const [label, work, due] = [noticeLabel(newest, today), workWords(newest), dueDay(newest)];
    const isTicket = newest.position === null;
    return {
      subject:
        newest.kind === 'revision'
          ? `${label} for ${work}${dueWords(newest, ': ')}`
          : `${label}: ${work}${dueWords(newest, ', ')}`,
      title: label,
      blocks: [
        ...notices.map((one) => ({ paragraph: sentence(one) })),
        {
          rows: [
            [isTicket ? 'About' : 'Work', work],
            ...(due === null
              ? []
              : [[isTicket ? 'Reply by' : 'Due', formatDay(due)] satisfies [string, string]]),
            [isTicket ? 'Conversation' : 'Order', newest.number],
          ],
        },
        { button: isTicket ? 'Open the conversation' : 'Open the work', url: urlOf(newest) },
      ],
    };
  }

  function aboutMany(lines: readonly Told[][], today: string): Content {
    const more = lines.length - mostLines;
    const subject = `${countWords(lines.map(([first]) => first!))} for you`;
    return {
      subject,
      title: subject,
      blocks: [
        {
          rows: lines.slice(0, mostLines).map((notices) => {
            const newest = notices.at(-1)!;
            const label = notices.map((one) => noticeLabel(one, today)).join(', ');
            return [label, `${workWords(newest)}${dueWords(newest, ', ')}\n${urlOf(newest)}`];
          }),
        },
        ...(more > 0 ? [{ paragraph: `And ${more} more.` }] : []),
        { button: 'Open your work', url: `${deskUrl}/today` },
      ],
    };
  }

  return noticesEmail.handledBy(async ({ staffId, at }) => {
    const now = clock();
    const [id, time] = [BigInt(staffId), new Date(at)];
    const { rows } = await sql<Told>`
      select ${noticeColumns}, t.name, t.email, (select b.name from staff b where b.id = n.by_staff_id) as by_name
      from ${noticeTables} where n.staff_id = ${id} and n.emailed_at = ${time} and ${isNews(now)} order by n.id`.execute(
      db,
    );
    const today = operatorsDay(now, businessCalendar);
    if (!rows[0]) {
      // a person who has gone away meanwhile gets the notices when they are back
      await sql`update staff_notice n set emailed_at = null from staff t where t.id = n.staff_id and n.staff_id = ${id}
        and n.emailed_at = ${time} and t.back_on > ${today}::date`.execute(db);
      return;
    }
    const { name, email } = rows[0];
    const lines = byLine(rows);
    const { subject, title, blocks } =
      lines.length === 1 ? aboutOne(lines[0]!, today) : aboutMany(lines, today);
    await mail.send(
      composeEmail({
        id: `staff-notices-${staffId}-${at}`,
        to: email,
        subject,
        title,
        blocks: [
          { paragraph: `Hello ${name},` },
          ...blocks,
          { paragraph: `Choose which work emails you get in “My account”: ${deskUrl}/me` },
        ],
      }),
    );
  });
}

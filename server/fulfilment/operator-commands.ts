import { formatDay } from '#contract/delivery-date.ts';
import { sizeWords } from '#contract/files.ts';
import type { StoredFile } from '#contract/file-ids.ts';
import { formatMoney } from '#contract/money.ts';
import { paymentWordsForStaff, workWordsForStaff } from '#contract/staff-words.ts';
import { fileKey } from '#server/files/file-store.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import type { CommandCall, GivenFile, OperatorCommands } from '#server/operator/operator-command.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { sql } from 'kysely';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { listOpenLines } from './list-open-lines.ts';
import { type Delivered, moveLine } from './move-line.ts';

const maxFileBytes = 10 * 1024 * 1024;
const mediaTypes: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  json: 'application/json',
  png: 'image/png',
  jpg: 'image/jpeg',
  zip: 'application/zip',
};
const isText = ({ name }: GivenFile) => /\.(txt|md)$/i.test(name);
const wrong = (detail: string) => new ProblemReply(400, detail);

function lineOf({ words, by }: CommandCall) {
  const [number = '', position = ''] = words;
  if (!/^\d{1,2}$/.test(position))
    throw wrong('Enter the order number and the line number, such as R-7K3M-Q2XA 1.');
  return { number, position: Number(position), by };
}

// A text shown on the page, a file to download, or both.
function readDelivered(files: GivenFile[]): Delivered {
  const texts = files.filter(isText);
  const others = files.filter((file) => !isText(file));
  const [text, file] = [texts[0], others[0]];
  if (texts.length > 1 || others.length > 1 || (!text && !file))
    throw wrong('Deliver one text (.txt, .md), one other file, or one of each.');
  if (file && file.content.length > maxFileBytes) throw wrong(`${file.name} is larger than 10 MB.`);
  if (text && text.content.toString().trim() === '') throw wrong(`${text.name} is empty.`);
  const extension = file?.name.split('.').at(-1)?.toLowerCase() ?? '';
  return {
    text: text ? text.content.toString('utf8') : null,
    file: file
      ? {
          name: file.name,
          mediaType: mediaTypes[extension] ?? 'application/octet-stream',
          content: file.content,
        }
      : null,
  };
}

type LineFile = {
  id: string;
  name: string;
  bytes: bigint;
  scan: StoredFile['scan'];
  kind: string;
  position: number;
};

/** The operator's commands for paid work. */
export function fulfilmentCommands(deps: OrderDeps): OperatorCommands {
  const { db, publicUrl } = deps;
  return {
    work: {
      usage: '',
      summary: 'List open work, most urgent first',
      async run() {
        const lines = await listOpenLines(db, 500);
        const list = lines.map(
          ({ number, position, title, status, due, isDisputed }) =>
            `${(due ? formatDay(due) : '').padEnd(12)} ${number} ${position}  ${(isDisputed ? 'On hold: disputed' : workWordsForStaff[status]).padEnd(21)} ${title}`,
        );
        return list.length === 0 ? 'There’s no open work.' : list.join('\n');
      },
    },
    order: {
      usage: 'ORDER',
      summary: 'Show an order with its briefs and history',
      async run({ words }) {
        const number = readNumber('R', words[0] ?? '');
        const [found] = number ? await findOrders(db, publicUrl, sql`o.number = ${number}`, 1) : [];
        if (!found) throw notFound('We can’t find that order.');
        const { order } = found;
        const { rows: files } = await sql<LineFile>`
          select f.id, f.name, f.bytes, f.scan, a.kind, a.position from attachment a join file f on f.id = a.file_id
          where a.order_id = ${found.id} and a.position is not null order by a.added_at, f.created_at`.execute(
          db,
        );
        return [
          `${order.number}  ${formatMoney(order.amount, order.currency)}  ${paymentWordsForStaff[order.payment.status]}  ${order.createdAt}`,
          ...order.lines.flatMap(({ position, title, work, dueOn, details, revisionRounds }) => [
            '',
            `${position}. ${title}: ${workWordsForStaff[work.status]}${dueOn ? `, due ${formatDay(dueOn)}` : ''}, ${work.revisionsLeft} of ${revisionRounds} revision rounds left`,
            JSON.stringify(details, null, 2),
            ...files
              .filter((file) => file.position === position)
              .map(
                ({ id, name, bytes, kind, scan }) =>
                  `${kind} file: ${name}, ${sizeWords(Number(bytes))}, ${scan === 'infected' ? 'deleted because of a virus' : `stored as ${fileKey(id)}`}`,
              ),
          ]),
          '',
          ...order.events.map(
            ({ at, actor, line, from, to, reason }) =>
              `${at}  ${actor}${line === null ? '' : `, line ${line}`}: ${from ?? 'new'} → ${to}${reason ? ` (${reason})` : ''}`,
          ),
        ].join('\n');
      },
    },
    start: {
      usage: 'ORDER LINE',
      summary: 'Mark a line as started',
      async run(call) {
        await moveLine(deps, { ...lineOf(call), move: 'start' });
        return 'Started. The customer will get an email.';
      },
    },
    ask: {
      usage: 'ORDER LINE "QUESTION"',
      summary: 'Ask the customer; the delivery clock is paused until they answer',
      async run(call) {
        const reason = call.words.slice(2).join(' ').trim();
        if (reason === '') throw wrong('Enter the question in quotation marks after the line number.');
        if (reason.length > 5000) throw wrong('The question must be 5,000 characters or fewer.');
        await moveLine(deps, { ...lineOf(call), move: 'ask', reason });
        return 'Question sent. The customer will get an email, and the line’s delivery clock is paused until they answer.';
      },
    },
    deliver: {
      usage: 'ORDER LINE --file FILE',
      summary: 'Deliver a text (.txt, .md), another file, or one of each',
      async run(call) {
        await moveLine(deps, { ...lineOf(call), move: 'deliver', delivered: readDelivered(call.files) });
        return 'Delivered. The customer will get an email.';
      },
    },
  };
}

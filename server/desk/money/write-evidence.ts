import { addressLines } from '#contract/storefront/address-lines.ts';
import type { BytesAnswer } from '#contract/endpoint.ts';
import { formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/storefront/orders.ts';
import type { RevisionPoint } from '#contract/storefront/revision-points.ts';
import { shop } from '#contract/shop.ts';
import { eventWords } from '#contract/desk/staff-words.ts';
import { describeDevice } from '#server/accounts/describe-device.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { briefOf } from '#server/desk/brief-of.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { workEventOf } from '#server/desk/orders/order-timeline.ts';
import { pointsOf } from '#server/fulfilment/points-of.ts';
import { notFound } from '#server/http/refusal.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import { openPdf, type Pdf } from '#server/pdf/open-pdf.ts';
import { readActorKind } from '#server/process/actor.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';

type Version = {
  position: number;
  version: number;
  at: string;
  text: string | null;
  message: string | null;
  points: RevisionPoint[];
  files: string[];
};
type Facts = {
  id: string;
  provider: string;
  reference: string;
  payment: string | null;
  amount: bigint;
  currency: string;
  reason: string | null;
  opened_at: Date;
  number: string;
  purpose: 'order' | 'deposit';
  asked_at: Date;
  paid_at: Date | null;
  captured: bigint;
  client: { userAgent?: string; acceptLanguage?: string; timeZone?: number } | null;
  email: string;
  first_name: string;
  last_name: string;
  registered_at: Date;
  agreed_at: Date;
  confirmed_at: Date | null;
  versions: Version[];
  /** `isForm`: sent by the contact form, whose sender may not have been logged in. */
  messages: { at: string; author: 'customer' | 'staff'; text: string; isForm: boolean }[];
  emails: { at: string; subject: string }[];
  /** `to`: a refund that the card refused went to the balance. */
  refunds: { at: string; amount: number; to: 'card' | 'balance' }[];
  /** For a deposit: the orders paid from the balance afterwards. */
  spent: { number: string; at: string; amount: number; title: string }[];
};

const list = (entry: unknown, order: unknown, from: unknown) =>
  sql`(select coalesce(jsonb_agg(${entry} order by ${order}), '[]') ${from})`;

/** All data about a disputed payment. */
async function findFacts({ db }: DeskDeps, disputeId: bigint): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select d.id::text, d.provider, d.provider_ref as reference, a.provider_ref as payment, d.amount,
      coalesce(a.captured_currency, a.currency) as currency, d.reason, d.created_at as opened_at, l.number, l.purpose,
      l.created_at as asked_at, l.closed_at as paid_at, l.captured, l.client, c.email, c.first_name, c.last_name,
      c.created_at as registered_at, c.agreed_to_privacy_at as agreed_at, c.email_confirmed_at as confirmed_at,
      ${list(
        sql`jsonb_build_object('position', v.position, 'version', v.version, 'at', v.delivered_at, 'text', v.text, 'message', v.message,
          'points', ${pointsOf(sql`v.order_id`, sql`v.position`, sql`v.version`)}, 'files', ${list(
            sql`f.name`,
            sql`t.added_at, f.name`,
            sql`from attachment t join file f on f.id = t.file_id
              where t.kind = 'delivery' and t.order_id = v.order_id and t.position = v.position and t.version = v.version`,
          )})`,
        sql`v.position, v.version`,
        sql`from customer_order o join delivery v on v.order_id = o.id where o.payment_link_id = l.id`,
      )} as versions,
      ${list(
        sql`jsonb_build_object('at', m.at, 'author', m.author, 'text', m.text, 'isForm', m.is_form)`,
        sql`m.at, m.id`,
        // includes conversations of the contact form that the team linked to the order
        sql`from customer_order o, lateral (
            select m.id, m.at, m.author, m.text, m.send_at, false as is_form
            from ticket t join ticket_message m on m.ticket_id = t.id where t.order_id = o.id
            union all select m.id, m.at, m.author, m.text, m.send_at, true
            from ticket t join ticket_message m on m.ticket_id = t.id where t.about_order_id = o.id
            union all select 0, t.created_at, 'customer', t.message, null, true from ticket t where t.about_order_id = o.id
          ) m where o.payment_link_id = l.id and m.send_at is null`,
      )} as messages,
      ${list(
        sql`jsonb_build_object('at', s.sent_at, 'subject', s.subject)`,
        sql`s.sent_at, s.id`,
        sql`from sent_email s where s.number = l.number`,
      )} as emails,
      ${list(
        sql`jsonb_build_object('at', r.created_at, 'amount', r.amount,
          'to', case when r.payment_attempt_id is null or r.status = 'failed' then 'balance' else 'card' end)`,
        sql`r.created_at, r.id`,
        sql`from refund r where r.payment_link_id = l.id`,
      )} as refunds,
      ${list(
        sql`jsonb_build_object('number', o.number, 'at', o.paid_at, 'amount', o.paid_from_balance, 'title',
          (select w.title from order_line w where w.order_id = o.id order by w.position limit 1))`,
        sql`o.id`,
        sql`from customer_order o where l.purpose = 'deposit' and o.customer_id = l.customer_id and o.paid_from_balance > 0
          and o.paid_at >= l.closed_at`,
      )} as spent
    from dispute d join payment_attempt a on a.id = d.payment_attempt_id join payment_link l on l.id = a.payment_link_id
      join customer c on c.id = l.customer_id
    where d.id = ${disputeId}`.execute(db);
  if (!rows[0]) throw notFound('We can’t find that dispute.');
  return rows[0];
}

const muted = '#54515c';
/** A time that a bank in any country reads alike: "2026-11-24 15:02:11 UTC". */
const at = (time: Date | string): string =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function head(pdf: Pdf, title: string): void {
  pdf.space(18);
  pdf.rule();
  pdf.space(10);
  pdf.write('H2', title, { size: 12, weight: 'bold' });
  pdf.space(4);
}
function say(pdf: Pdf, label: string, text: string): void {
  pdf.write('P', label, { color: muted, size: 9 });
  pdf.write('P', text === '' ? '–' : text);
  pdf.space(6);
}

/** "UTC-5" for 300, the offset in minutes that a browser reports. */
const zoneWords = (offset: number): string => `UTC${offset > 0 ? '-' : '+'}${Math.abs(offset) / 60}`;

function writePurchase(pdf: Pdf, facts: Facts, order: Order | undefined): void {
  const { client, currency } = facts;
  head(pdf, 'The purchase');
  pdf.row(facts.purpose === 'order' ? 'Order' : 'Deposit', facts.number);
  pdf.row('Requested', at(facts.asked_at));
  if (facts.paid_at) pdf.row('Paid', at(facts.paid_at));
  pdf.row('Paid online', formatMoney(facts.captured, currency));
  if (order && order.payment.paidFromBalance > 0)
    pdf.row('Paid from the customer’s balance', formatMoney(order.payment.paidFromBalance, currency));
  if (order) pdf.row('Price', formatMoney(order.amount, order.currency));
  pdf.space(8);
  pdf.row('Customer', `${facts.first_name} ${facts.last_name}`.trimEnd());
  pdf.row('Email address', facts.email);
  pdf.row('Account created', at(facts.registered_at));
  if (facts.confirmed_at) pdf.row('Email address confirmed', at(facts.confirmed_at));
  pdf.row('Agreed to the privacy policy', at(facts.agreed_at));
  if (order) pdf.row('Agreed to the delivery date and the start of work', at(order.createdAt));
  if (client?.userAgent) pdf.row('Device', describeDevice(client.userAgent));
  if (client?.acceptLanguage) pdf.row('Browser languages', client.acceptLanguage);
  if (client?.timeZone !== undefined) pdf.row('Browser time zone', zoneWords(client.timeZone));
  if (!order) return;
  pdf.space(8);
  say(pdf, 'Billed to', addressLines(order.billing).join('\n'));
}

function writeLine(
  pdf: Pdf,
  { catalogue }: DeskDeps,
  line: Order['lines'][number],
  versions: Version[],
): void {
  head(pdf, `${line.position}. ${line.title}`);
  for (const part of line.parts) pdf.write('P', part.label);
  if (line.agreedOn)
    pdf.write(
      'P',
      `At checkout, the customer agreed to delivery by ${line.agreedOn} if they paid right away.`,
    );
  if (line.dueOn) pdf.write('P', `Due ${line.dueOn}. Revision rounds: ${line.revisionRounds}.`);
  pdf.space(8);
  for (const { label, text } of briefOf(
    line.details.brief,
    catalogue().findProduct(line.orderType)?.fields ?? [],
  ))
    say(pdf, `Brief: ${label}`, text);
  if (versions.length === 0) pdf.write('P', 'Nothing has been delivered yet.');
  for (const { version, at: deliveredAt, text, message, points, files } of versions) {
    pdf.space(8);
    pdf.write('P', `Version ${version}, delivered ${at(deliveredAt)}`, { weight: 'bold' });
    if (message) say(pdf, 'Message with the delivery', message);
    say(pdf, 'Delivered text', text ?? 'A report that the customer can read and download in their account.');
    if (files.length > 0) say(pdf, 'Delivered files', files.join('\n'));
    for (const { note, outcome, answer, passage } of points)
      say(
        pdf,
        'Change that the customer requested',
        [
          passage ? `About “${passage.quote}”: ${note}` : note,
          outcome === null
            ? ''
            : `Our answer: ${outcome === 'done' ? 'done' : 'not done'}. ${answer ?? ''}`.trim(),
        ]
          .filter((words) => words !== '')
          .join('\n'),
      );
  }
}

const actors = { customer: 'Customer', provider: 'Payment provider', system: 'Automatic' } as const;
const actorOf = (kind: string): string => actors[kind as keyof typeof actors] ?? shop.name;

function writeHistory(pdf: Pdf, { events }: Order, { messages, refunds, currency }: Facts): void {
  head(pdf, 'What happened');
  for (const { at: when, actor, line, from, to, reason } of events) {
    const words = eventWords(workEventOf(from, to, actor));
    say(
      pdf,
      `${at(when)}, ${actorOf(readActorKind(actor))}`,
      [line === null ? words : `Item ${line}: ${words}`, reason ?? ''].filter((one) => one !== '').join('\n'),
    );
  }
  if (messages.length > 0) head(pdf, 'Messages about the order');
  for (const { at: when, author, text, isForm } of messages) {
    const sender = isForm ? 'Sender of the contact form' : 'Customer';
    say(pdf, `${at(when)}, ${author === 'customer' ? sender : shop.name}`, text);
  }
  if (refunds.length > 0) head(pdf, 'Refunds');
  for (const { at: when, amount, to } of refunds)
    pdf.row(
      `${at(when)}, ${to === 'card' ? 'to the original payment method' : 'to the customer’s balance'}`,
      formatMoney(amount, currency),
    );
}

function writeSpending(pdf: Pdf, { spent, refunds, currency }: Facts): void {
  head(pdf, 'What the deposit was used for');
  if (spent.length === 0) pdf.write('P', 'No orders were paid from the balance after this deposit.');
  for (const { number, at: when, amount, title } of spent)
    pdf.row(`${at(when)}, order ${number}, ${title}`, formatMoney(amount, currency));
  if (refunds.length > 0) head(pdf, 'Refunds');
  for (const { at: when, amount } of refunds) pdf.row(at(when), formatMoney(amount, currency));
}

/**
 * A PDF for the bank about a disputed payment: purchase, consents, brief, deliveries with their text, requested changes,
 * messages, sent emails and refunds.
 * @throws ProblemReply 404, 503 when too many PDFs are being drawn
 */
export async function writeEvidence(
  deps: DeskDeps,
  { by }: StaffCaller,
  { id }: { id: string },
): Promise<BytesAnswer> {
  const facts = await findFacts(deps, BigInt(id));
  const { number, reference } = facts;
  const [found] =
    facts.purpose === 'order' ? await findOrders(deps.db, deps.publicUrl, sql`o.number = ${number}`, 1) : [];
  const order = found?.order;
  const title = `Evidence for ${facts.purpose} ${number}`;
  const now = deps.clock();
  const pdf = openPdf({ title, author: shop.legalName, paper: 'LETTER', at: now });
  pdf.rule('#e3262b');
  pdf.space(16);
  pdf.write('P', shop.name, { size: 14, weight: 'bold' });
  pdf.write('P', `${shop.legalName}, ${shop.supportEmail}`, { color: muted });
  pdf.space(20);
  pdf.write('H1', title, { size: 20, weight: 'bold' });
  pdf.space(6);
  pdf.row('Dispute', reference);
  pdf.row('Disputed amount', formatMoney(facts.amount, facts.currency));
  pdf.row('Payment provider', facts.provider);
  if (facts.payment) pdf.row('Payment', facts.payment);
  pdf.row('The bank’s reason', facts.reason ?? 'not given');
  pdf.row('Dispute reported', at(facts.opened_at));
  pdf.row('Document created', at(now));
  writePurchase(pdf, facts, order);
  for (const line of order?.lines ?? [])
    writeLine(
      pdf,
      deps,
      line,
      facts.versions.filter(({ position }) => position === line.position),
    );
  if (order) writeHistory(pdf, order, facts);
  else writeSpending(pdf, facts);
  if (facts.emails.length > 0) head(pdf, 'Emails that we sent to the customer');
  for (const { at: when, subject } of facts.emails) say(pdf, at(when), subject);
  const content = await pdf.finish();
  await writeInOneStatement(
    deps.db,
    auditEntry(by, now, { action: 'export-evidence', subject: `${facts.purpose} ${number}` }),
  );
  return { name: `evidence-${number}.pdf`, content };
}

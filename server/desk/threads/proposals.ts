import { randomUUID } from 'node:crypto';
import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import type { DeskProposal } from '#contract/desk/proposals.ts';
import { day } from '#contract/durations.ts';
import { formatMoney } from '#contract/money.ts';
import type { FieldErrors } from '#contract/problems.ts';
import { toProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { proposalDays, proposalHash } from '#contract/storefront/proposal-link.ts';
import type { Proposal } from '#contract/storefront/proposals.ts';
import { quoteOrder } from '#contract/catalogue/quote.ts';
import { hashToken } from '#server/accounts/start-session.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { checkAnalyzable } from '#server/instant/check-analyzable.ts';
import { analyzerType } from '#server/orders/instant-work.ts';
import { sign } from '#server/process/derived-keys.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { stateConflict } from '#server/desk/find-line.ts';
import { findThread, subjectOf } from './show-thread.ts';

type Named = { number: string };
type Lines = DeskBodyOf<'makeProposal'>['lines'];

/** Maximum number of proposals listed in a conversation. */
const mostShown = 20;

/** The products on sale, in the form that order forms need. */
export function listProducts({ catalogue }: Pick<DeskDeps, 'catalogue'>): DeskAnswerOf<'listProducts'> {
  return { products: catalogue().products.map(toProductFormModel) };
}

/**
 * Checks that the analyzer can read the texts.
 * @throws Refusal that names each text that can't be analyzed
 */
async function checkTexts(lines: Lines): Promise<void> {
  const problems: FieldErrors = {};
  for (const [index, { orderType, details }] of lines.entries()) {
    if (orderType !== analyzerType) continue;
    const problem = await checkAnalyzable(String(details.brief['text'] ?? ''));
    if (problem !== undefined) problems[`lines.${index}.details.brief.text`] = [problem];
  }
  if (Object.keys(problems).length > 0) throw new Refusal(problems);
}

/** The token of a proposal, derived from the request, so that a repeated request gets the same link. */
const tokenOf = ([newest]: DeskDeps['proposalKeys'], { staffId }: StaffCaller, requestId: string): string =>
  Buffer.from(sign(newest, `${staffId} ${requestId}`), 'hex').toString('base64url');

/**
 * Makes a link that adds lines to the customer's cart, where they see today's price, agree and pay. A repeated request gets the
 * same link. Only this answer has the link's token; the shop stores its hash.
 * @throws Refusal for lines that can't be ordered; ProblemReply 404; 409 for an erased customer, and for a request ID that was
 * used for another proposal
 */
export async function makeProposal(
  deps: Pick<DeskDeps, 'db' | 'clock' | 'catalogue' | 'publicUrl' | 'proposalKeys'>,
  caller: StaffCaller,
  { number: typed }: Named,
  { requestId, lines }: DeskBodyOf<'makeProposal'>,
): Promise<DeskAnswerOf<'makeProposal'>> {
  // reads the catalogue before the first await, so that it is the version that validated the lines
  const catalogue = deps.catalogue();
  const { maxOrderCents } = catalogue.rules.cart;
  if (quoteOrder(catalogue, lines).total > maxOrderCents)
    throw new Refusal({
      lines: [`Orders are limited to ${formatMoney(maxOrderCents)}. Split this one into several proposals`],
    });
  const thread = await findThread(deps, typed);
  if (thread.is_erased)
    throw stateConflict('This customer’s data was erased, so you can’t propose an order.');
  await checkTexts(lines);
  const token = tokenOf(deps.proposalKeys, caller, requestId);
  const url = `${deps.publicUrl}/cart${proposalHash}${token}`;
  const now = deps.clock();
  const expiresAt = new Date(now.getTime() + proposalDays * day);
  const stored: Proposal['lines'] = lines.map(({ orderType, details }) => ({
    id: randomUUID(),
    orderType,
    title: catalogue.productOf(orderType).title,
    details,
  }));
  const { order_id: orderId, id: ticketId } = thread;
  const isNew = sql<boolean>`exists (select from new_proposal)`;
  const isMade = await writeInOneStatement(
    deps.db,
    [
      {
        new_proposal: sql`insert into proposal (token_hash, order_id, ticket_id, lines, made_by, made_at, expires_at)
        values (${hashToken(token)}, ${orderId}, ${orderId === null ? ticketId : null}, ${JSON.stringify(stored)}::jsonb,
          ${caller.staffId}, ${now}, ${expiresAt}) on conflict on constraint proposal_token_once do nothing returning 1`,
      },
      ...auditEntry(
        caller.by,
        now,
        { action: 'propose-order', subject: subjectOf(thread), detail: { lines: lines.length } },
        isNew,
      ),
    ],
    isNew,
  );
  return {
    url,
    expiresAt: (isMade ? expiresAt : await findEarlier(deps, thread, token, lines)).toISOString(),
  };
}

/**
 * When the proposal of a repeated request expires.
 * @throws ProblemReply 409 unless that proposal has these lines and still works
 */
async function findEarlier(
  { db }: Pick<DeskDeps, 'db'>,
  thread: Awaited<ReturnType<typeof findThread>>,
  token: string,
  lines: Lines,
): Promise<Date> {
  const same = JSON.stringify(lines.map(({ orderType, details }) => ({ orderType, details })));
  const { rows } = await sql<{ expires_at: Date }>`
    select p.expires_at from proposal p where p.token_hash = ${hashToken(token)} and ${isOf(thread)} and p.withdrawn_at is null
      and ${same}::jsonb = (
        select jsonb_agg(line - 'id' - 'title' order by place) from jsonb_array_elements(p.lines) with ordinality as l (line, place))`.execute(
    db,
  );
  if (!rows[0])
    throw stateConflict(
      'An earlier attempt created a different proposal. If you don’t need that proposal, withdraw it. Then try again.',
    );
  return rows[0].expires_at;
}

type Row = {
  id: bigint;
  titles: string[];
  by: string;
  made_at: Date;
  expires_at: Date;
  opened_at: Date | null;
  withdrawn_at: Date | null;
  orders: string[];
};

/** SQL condition on proposal `p`: it belongs to this conversation. */
const isOf = ({ order_id: orderId, id }: Awaited<ReturnType<typeof findThread>>) =>
  orderId === null ? sql`p.ticket_id = ${id}` : sql`p.order_id = ${orderId}`;

function stateOf(row: Row, now: Date): DeskProposal['state'] {
  if (row.withdrawn_at !== null) return 'withdrawn';
  if (row.expires_at <= now) return 'expired';
  return row.opened_at === null ? 'open' : 'opened';
}

/**
 * The newest proposals of a conversation, without their briefs.
 * @throws ProblemReply 404
 */
export async function listProposals(
  deps: Pick<DeskDeps, 'db' | 'clock'>,
  { number }: Named,
): Promise<DeskAnswerOf<'listProposals'>> {
  const thread = await findThread(deps, number);
  const { rows } = await sql<Row>`
    select p.id, array(select line ->> 'title' from jsonb_array_elements(p.lines) line) as titles, s.name as by,
      p.made_at, p.expires_at, p.opened_at, p.withdrawn_at,
      array(select distinct o.number from order_line l join customer_order o on o.id = l.order_id where l.proposal_id = p.id order by 1) as orders
    from proposal p join staff s on s.id = p.made_by where ${isOf(thread)} order by p.id desc limit ${mostShown}`.execute(
    deps.db,
  );
  const now = deps.clock();
  return {
    proposals: rows.map((row) => ({
      id: String(row.id),
      titles: row.titles,
      by: row.by,
      madeAt: row.made_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      openedAt: row.opened_at?.toISOString() ?? null,
      state: stateOf(row, now),
      orders: row.orders,
    })),
  };
}

/**
 * Withdraws a proposal. Lines already in a customer's cart remain there.
 * @throws ProblemReply 404; 409 when the link no longer works
 */
export async function withdrawProposal(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  { by }: StaffCaller,
  { number, id }: Named & { id: string },
): Promise<void> {
  const thread = await findThread({ db }, number);
  const now = clock();
  const isWithdrawn = sql<boolean>`exists (select from changed_proposal)`;
  const isKnown = sql<boolean>`exists (select from proposal p where p.id = ${BigInt(id)} and ${isOf(thread)})`;
  const done = await writeInOneStatement(
    db,
    [
      {
        changed_proposal: sql`update proposal p set withdrawn_at = ${now}
        where p.id = ${BigInt(id)} and ${isOf(thread)} and p.withdrawn_at is null and p.expires_at > ${now} returning 1`,
      },
      ...auditEntry(by, now, { action: 'withdraw-proposal', subject: subjectOf(thread) }, isWithdrawn),
    ],
    sql<{
      isWithdrawn: boolean;
      isKnown: boolean;
    }>`jsonb_build_object('isWithdrawn', ${isWithdrawn}, 'isKnown', ${isKnown})`,
  );
  if (!done.isKnown) throw notFound('We can’t find that proposal.');
  if (!done.isWithdrawn) throw stateConflict('This proposal has already expired or been withdrawn.');
}

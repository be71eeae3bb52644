import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { businessDays } from '#contract/delivery-date.ts';
import { minute } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { DeskCustomer } from '#contract/desk/orders.ts';
import { slogansBrief, slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { listTables } from '#server/database/list-tables.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { customerPost, staffPost, uploadFile } from '#test/server/upload-file.ts';
import { workAt } from '#test/server/work-at-desk.ts';

/**
 * What happens to a customer's data in each table when the account is erased. `erased`: no name, address or text of the
 * customer remains, though a row with numbers may. `kept`: the texts that remain, and why. `nobody`: the table has no
 * data of customers.
 */
const rules: Record<string, 'erased' | `kept: ${string}` | `nobody: ${string}`> = {
  account_number: 'nobody: the accountant’s numbers',
  approval: 'kept: the reason that staff typed for the customer, as in the refund; the note is erased',
  attachment: 'erased',
  audit_anchor: 'nobody: seals of the audit log',
  audit_entry: 'nobody: numbers, states and amounts',
  balance_entry: 'kept: the statement, because bookkeeping laws require it; it has no texts of the customer',
  customer: 'erased',
  customer_order: 'kept: country, state and postal code, for taxes',
  day_close: 'nobody: totals',
  day_signature: 'nobody: staff and days',
  delivered_sentence: 'kept: fingerprints, so that no other customer gets a sentence that was sold',
  delivery:
    'kept: the delivered text, which the shop wrote; checks and messages, which quote the customer, are erased',
  deposit: 'kept: country, state and postal code, for taxes',
  desk_network: 'nobody: networks of staff',
  dispute: 'kept: amounts, because bookkeeping laws require them',
  earlier_draft: 'erased',
  email_code: 'erased',
  file: 'erased',
  file_store: 'nobody: where the files are',
  former_email: 'erased',
  health_check: 'nobody: sentences about numbers and sums',
  holiday_change: 'nobody: days',
  idempotency_key: 'erased',
  job: 'nobody: numbers; an email reads its texts when it is sent',
  ledger_account: 'kept: the account under a number, because bookkeeping laws require it',
  ledger_balance: 'kept: amounts, because bookkeeping laws require them',
  ledger_transfer: 'kept: amounts, because bookkeeping laws require them',
  ledger_tx:
    'kept: the reason that staff typed for a credit or debit, because entries of the ledger are permanent',
  money_audit: 'nobody: totals',
  order_event: 'erased',
  order_line: 'erased',
  payment_attempt: 'kept: the amounts and IDs of the provider, because bookkeeping laws require them',
  payment_link: 'erased',
  proposal: 'erased',
  provider_entry: 'kept: movements of a provider’s balance with amounts and IDs, as proof of payments',
  provider_import: 'nobody: how far the movements are imported',
  provider_notice: 'kept: webhook events with amounts and IDs, as proof of payments',
  provider_tie: 'nobody: sums',
  rate_limit: 'nobody: hashed keys with an end',
  recheck: 'erased',
  refresh_token: 'erased',
  refund: 'kept: the reason that staff typed, because bookkeeping laws require the refund',
  revision_point: 'erased',
  said_today: 'nobody: topics of warnings',
  sandbox_dispute: 'nobody: the test provider’s own books',
  sandbox_refund: 'nobody: the test provider’s own books',
  sandbox_session: 'nobody: the test provider’s own books',
  saved_reply: 'nobody: the team’s texts',
  search_text: 'erased',
  sent_email:
    'kept: when each email was sent, as proof of what the customer was told; subjects about orders, which name clients, are erased',
  session: 'erased',
  staff: 'nobody: people of the shop',
  staff_challenge: 'nobody: people of the shop',
  staff_invitation: 'nobody: people of the shop',
  staff_note: 'erased',
  staff_notice: 'nobody: numbers of lines and conversations, and people of the shop',
  staff_passkey: 'nobody: people of the shop',
  staff_presence: 'nobody: people of the shop',
  staff_recovery_code: 'nobody: people of the shop',
  staff_role: 'nobody: people of the shop',
  staff_session: 'nobody: people of the shop',
  ticket: 'erased',
  ticket_message: 'erased',
  upload: 'erased',
  used_proof: 'nobody: hashed puzzles',
  work_draft: 'erased',
};

let desk: TestDesk;
let owner: Person;
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
});
after(() => desk.close());

const marked = 'Zanzibar';

async function tableNames(): Promise<string[]> {
  const client = await desk.shop.database.pool.connect();
  try {
    return (await listTables(client)).map(({ name }) => name);
  } finally {
    client.release();
  }
}

/** The tables that have one of these texts in a row. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of await tableNames()) {
    const { rows } = await sql<{ all: string }>`
      select coalesce(string_agg(to_jsonb(t)::text, ''), '') as all from ${sql.table(name)} t`.execute(
      desk.shop.database.db,
    );
    if (texts.some((text) => rows[0]!.all.includes(text))) found.push(name);
  }
  return found;
}

test('has a rule for each database table about the data of erased customers', async () => {
  assert.deepEqual((await tableNames()).toSorted(), Object.keys(rules).toSorted());
});

test('erases every text of and about a customer from each table, except where a rule keeps the text', async () => {
  const { shop } = desk;
  const work = workAt(desk);
  const address = `${marked.toLowerCase()}@example.com`;
  const { auth } = await shop.customer(address);
  const tell = async (path: string, body: object) => {
    const answer = await shop.send('POST', `/api/${path}`, { headers: auth, body });
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  };
  const message = `A message about ${marked}.`;
  await tell('support/create-ticket', { name: marked, email: address, message });
  await shop.addFunds(auth, 100_000);
  const brief = { ...slogansBrief, brandName: marked };
  const place = async () => {
    const { orderNumber: number, token } = await shop.placeOrder(auth, {
      ...slogansOrder,
      firstName: marked,
      address: `${marked} 7`,
      orderDetails: [{ ...slogansDetails, brief }],
    });
    assert.equal((await shop.pay(token, 'balance', auth)).status, 200);
    return { number, path: `lines/${number}/1` };
  };
  const [delivered, canceled] = [await place(), await place()];
  const { number, path } = delivered;
  await work.done(owner, 'lines/start', { lines: [{ number, position: 1 }] });
  await work.done(owner, `${path}/ask`, { text: `Which ${marked}?` });
  const fileOf = async (name: string) =>
    (await uploadFile(customerPost(shop, auth), `${marked} ${name}.txt`, marked)).id;
  await tell(`orders/${number}/lines/1/answer`, { text: `${marked} town`, files: [await fileOf('answer')] });
  await fileOf('nowhere');
  const basedOn = await work.write(owner, path, `${marked} greets you`);
  await work.done(owner, `${path}/deliver`, { basedOn });
  shop.pass(minute / 2);
  await shop.app.jobs.drain();
  const asked = { version: 1, points: [], text: `Less ${marked}` };
  await tell(`orders/${number}/lines/1/revision`, asked);
  await work.done(owner, `${path}/points/1/1`, { outcome: 'notDone', answer: `${marked} stays` });
  await work.write(owner, path, `${marked} in the draft`);
  await work.done(owner, `${path}/notes`, { text: `${marked} on the line` });
  await work.done(owner, `orders/${number}/notes`, { text: `${marked} on the order` });
  await tell(`orders/${number}/messages`, { text: `Where is ${marked}?`, files: [await fileOf('message')] });
  await work.done(owner, `tickets/${number}/messages`, { text: `${marked} is an island`, seen: 1 });
  shop.pass(minute / 2);
  await shop.app.jobs.drain();
  await work.done(owner, `tickets/${number}/messages`, { text: `${marked} is not sent yet`, seen: 2 });
  await work.done(owner, `tickets/${number}/proposals`, {
    requestId: crypto.randomUUID(),
    lines: [{ orderType: 3, details: { ...slogansDetails, brief } }],
  });
  await work.done(owner, 'lines/move-due', {
    lines: [{ number: canceled.number, position: 1 }],
    dueOn: businessDays(shop.now(), 20, businessCalendar).at(-1)!,
    reason: `${marked} comes later`,
  });
  await work.done(owner, `orders/${canceled.number}/cancel`, { reason: marked, refundTo: 'balance' });
  const mine = await uploadFile(staffPost(desk, owner), `${marked} draft.txt`, marked);
  await work.done(owner, `${path}/files`, { files: [mine.id] });

  const { rows } = await sql<{ id: bigint }>`select id from customer where email = ${address}`.execute(
    shop.database.db,
  );
  const customer = `customers/${rows[0]!.id}`;
  await work.done(owner, `${customer}/notes`, { text: `${marked} on the customer` });
  const { balance } = await work.get<DeskCustomer>(owner, customer);
  await work.done(owner, `${customer}/adjust`, {
    requestId: crypto.randomUUID(),
    direction: 'debit',
    amount: balance.available,
    reason: marked,
  });
  const texts = [marked, marked.toLowerCase()];
  const held = await tablesWith(texts);
  assert.deepEqual(
    held.filter((name) => rules[name]!.startsWith('nobody')),
    [],
    'the rule says that nobody is in the table',
  );
  for (const name of [
    'staff_note',
    'work_draft',
    'revision_point',
    'ticket_message',
    'file',
    'order_event',
    'order_line',
    'ticket',
    'proposal',
    'sent_email',
  ])
    assert.ok(held.includes(name), `${name} has a marked text`);

  // only finished work allows an erasure
  await sql`update order_line set work_status = 'delivered' where work_status = 'revisionRequested'`.execute(
    shop.database.db,
  );
  await work.done(owner, `${customer}/erase`, { confirm: address });
  await shop.app.jobs.drain();
  assert.deepEqual(await tablesWith(texts), ['ledger_tx', 'refund'], 'only the reasons that staff typed');
});

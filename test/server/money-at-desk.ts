import assert from 'node:assert/strict';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { RefundWay } from '#contract/desk/orders.ts';
import { sql } from 'kysely';
import type { Person, TestDesk } from './open-test-desk.ts';
import { openTwoDesks } from './open-two-desks.ts';

type Answered = {
  type?: string;
  detail?: string;
  needs?: string;
  errors?: Record<string, string[]>;
  isNew?: boolean;
  approval?: string | null;
  state?: string;
  words?: string;
};

/** Refunds and approvals at a desk, with the calls of its forms. Amounts in minor units. */
export function moneyAt(desk: TestDesk) {
  const post = (person: Person, path: string, body?: object, at = desk) =>
    at.call<Answered>('POST', path, { cookie: person.cookie, ...(body ? { body } : {}) });
  async function get<Body>(person: Person, path: string): Promise<Body> {
    const answer = await desk.call<Body>('GET', path, { cookie: person.cookie });
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  const refundable = (person: Person, number: string) =>
    get<DeskAnswerOf<'showRefundable'>>(person, `orders/${number}/refundable`);
  const show = (person: Person, id: string) => get<DeskAnswerOf<'showApproval'>>(person, `approvals/${id}`);

  const money = {
    post,
    get,
    refundable,
    show,
    /** Creates an order of slogans paid by card, and its customer. */
    async cardOrder(auth?: { authorization: string }) {
      const { shop } = desk;
      const who = auth ? { auth, email: '' } : await shop.customer();
      const { token, orderNumber: number } = await shop.placeOrder(who.auth);
      const ref = await shop.startPayment(token);
      await shop.act(ref, 'pay', 'lost');
      await shop.sync(token);
      const { rows } = await sql<{ customer_id: bigint }>`
        select customer_id from customer_order where number = ${number}`.execute(shop.database.db);
      return { headers: who.auth, email: who.email, number, customer: String(rows[0]!.customer_id) };
    },
    /** The body of a refund by a form that shows the current amounts. */
    async refundBody(person: Person, number: string, amount: number, way: RefundWay = 'card') {
      const { ways } = await refundable(person, number);
      return {
        requestId: crypto.randomUUID(),
        amount,
        way,
        reason: 'Late delivery of your slogans',
        note: '',
        seen: ways[way],
      };
    },
    refund: async (person: Person, number: string, amount: number, way: RefundWay = 'card') =>
      post(person, `orders/${number}/refund`, await money.refundBody(person, number, amount, way)),
    /** Requests a refund above the person's limit, and returns the ID of the request. */
    async ask(person: Person, number: string, amount: number, way: RefundWay = 'card'): Promise<string> {
      const { status, body } = await money.refund(person, number, amount, way);
      assert.ok(status === 200 && body.approval, JSON.stringify(body));
      return body.approval;
    },
    /** Approves a request with its current amounts. */
    async approve(person: Person, id: string, at = desk) {
      const { orderMoney, available } = await show(person, id);
      return post(person, `approvals/${id}/approve`, { seen: orderMoney?.possible ?? available ?? 0 }, at);
    },
    /** The amount of the order that can still be refunded. */
    left: async (person: Person, number: string) => (await refundable(person, number)).ways.balance,
  };
  return money;
}

/** Opens a dispute about the payment of an order or a deposit, and returns the dispute's ID. */
export async function disputeAt({ shop }: TestDesk, number: string): Promise<string> {
  const ref = await shop.refOf(number);
  await shop.act(ref, 'dispute', 'lost');
  await shop.tell(ref);
  await shop.app.jobs.drain();
  const { rows } = await sql<{ id: string }>`
    select d.id::text from dispute d join payment_attempt a on a.id = d.payment_attempt_id where a.provider = 'sandbox' and a.provider_ref = ${ref}`.execute(
    shop.database.db,
  );
  return rows[0]!.id;
}

/** Opens two processes with an owner, a manager and a person in support. `close` first audits the books. */
export async function openMoneyDesks() {
  const both = await openTwoDesks();
  const [desk] = both.desks;
  return {
    both,
    desk,
    money: moneyAt(desk),
    owner: await desk.join('owner'),
    manager: await desk.join('manager'),
    support: await desk.join('support'),
    close: async () => {
      await both.drain();
      assert.deepEqual(await desk.shop.audit(), []);
      await both.close();
    },
  };
}

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { DeskTicket } from '#contract/desk/tickets.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { moneyAt } from '#test/server/money-at-desk.ts';
import { openTestDesk } from '#test/server/open-test-desk.ts';

const desk = await openTestDesk();
after(() => desk.close());
const owner = await desk.join('owner');

test('shows the refunds of the order that the messages are about or linked to, only to staff who see orders', async () => {
  const money = moneyAt(desk);
  const { number, headers } = await money.cardOrder();
  const write = async (path: string, body: object) =>
    (
      await desk.shop.send<CreatedTicket>('POST', path, {
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        body,
      })
    ).body.ticketNumber;
  const about = await write(`/api/orders/${number}/messages`, { text: 'It was late.' });
  const linked = await write('/api/support/create-ticket', {
    name: 'Ann',
    email: 'ann@example.com',
    message: 'My order was late.',
  });
  const refunds = async (ticket: string, person = owner) =>
    (await money.get<DeskTicket>(person, `tickets/${ticket}`)).refunds.map(
      ({ amount, currency, to, status }) => [amount, currency, to, status],
    );
  assert.deepEqual(await refunds(about), []);
  assert.equal((await money.refund(owner, number, 420, 'balance')).status, 200);
  const refunded = [[420, 'usd', 'balance', 'succeeded']];
  assert.deepEqual(await refunds(about), refunded);
  assert.deepEqual(await refunds(linked), []);
  assert.equal((await money.post(owner, `tickets/${linked}/link`, { to: number })).status, 204);
  assert.deepEqual(await refunds(linked), refunded);
  const { key } = (
    await desk.call<{ key: string }>('POST', 'roles', {
      cookie: owner.cookie,
      body: { label: 'Messages only', permissions: ['ticket.see'], limits: { refund: 0, adjust: 0 } },
    })
  ).body;
  assert.deepEqual(await refunds(linked, await desk.join(key)), []);
});

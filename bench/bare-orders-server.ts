/** A minimal server that places orders with the shop's own captured SQL, one statement per request. */
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { placeOrder } from '#server/orders/place-order.ts';
import { statementRecorder, substitute } from './captured-statements.ts';
import { orderBody } from './seed-store.ts';
import { bareQuery, openNamedStore, serveSmall } from './serve-small.ts';
import { wireUseCases } from './wire-use-cases.ts';

const recorder = statementRecorder();
const database = await openNamedStore({ onQuery: recorder.onQuery });
const query = bareQuery(database);
const { rows: customers } = await database.pool.query<{ id: bigint }>('select id from customer order by id');
const customerId = customers[0]!.id;
const idempotencyKey = 'the key of the captured order';

let placed = { paymentLink: '', orderNumber: '' };
const [order, ...more] = await recorder.during(async () => {
  placed = await placeOrder(wireUseCases(database), { customerId, body: orderBody, idempotencyKey });
});
if (!order || more.length > 0) throw new Error('Placing an order is no longer one statement');
const token = new URL(placed.paymentLink).searchParams.get('link')!;

let next = 0;
const http = Fastify();
http.post('/api/orders', async () => {
  next = (next + 1) % customers.length;
  const number = `R-${crypto.randomUUID()}`;
  const values = substitute(
    order.parameters,
    new Map<unknown, unknown>([
      [customerId, customers[next]!.id],
      [idempotencyKey, crypto.randomUUID()],
      [token, randomBytes(32).toString('base64url')],
      [placed.orderNumber, number],
    ]),
  );
  const [answer] = await query<{ placed: boolean }>(order.sql, values);
  if (!answer?.placed) throw new Error('The order was not placed');
  return { orderNumber: number };
});
await serveSmall(http, database);

/** A minimal server that reads with the shop's own captured SQL, one statement per request. It returns the rows unchanged. */
import Fastify from 'fastify';
import { listOrders } from '#server/orders/list-orders.ts';
import { showOrder } from '#server/orders/show-order.ts';
import { showPayment } from '#server/payments/show-payment.ts';
import { type Captured, statementRecorder, substitute } from './captured-statements.ts';
import { bareQuery, openNamedStore, serveSmall } from './serve-small.ts';
import { wireUseCases } from './wire-use-cases.ts';

type Order = { customer_id: bigint; number: string; token: string };

const recorder = statementRecorder();
const database = await openNamedStore({ onQuery: recorder.onQuery });
const query = bareQuery(database);
const deps = wireUseCases(database);
const { rows: orders } = await database.pool.query<Order>(
  'select customer_id, number, token from payment_link order by id',
);
const first = orders[0]!;
const captured = await recorder.during(async () => {
  await listOrders(deps, first.customer_id, { limit: 10 });
  await showOrder(deps, first.customer_id, first.number);
  await showPayment(deps, first.token, undefined);
});
const [list, show, payment, ...more] = captured;
if (!list || !show || !payment || more.length > 0) throw new Error('A read is no longer one statement');

let next = 0;
async function replay({ sql, parameters }: Captured): Promise<unknown[]> {
  next = (next + 1) % orders.length;
  const other = orders[next]!;
  const values = substitute(
    parameters,
    new Map<unknown, unknown>([
      [first.customer_id, other.customer_id],
      [first.number, other.number],
      [first.token, other.token],
    ]),
  );
  const rows = await query(sql, values);
  if (rows.length === 0) throw new Error('Nothing was found');
  return rows;
}

const http = Fastify();
http.get('/api/orders', () => replay(list));
http.get('/api/orders/:number', () => replay(show));
http.get('/api/payments/:token', () => replay(payment));
await serveSmall(http, database);

/** A minimal server that settles payments with the shop's captured SQL, combined into one statement. */
import Fastify from 'fastify';
import { applySnapshot } from '#server/payments/apply-snapshot.ts';
import { type Captured, orderPrice, statementRecorder, substitute } from './captured-statements.ts';
import { bareQuery, openNamedStore, serveSmall } from './serve-small.ts';
import { wireUseCases } from './wire-use-cases.ts';

type Attempt = { ref: string; id: string; link_id: bigint; number: string; customer_id: bigint };

const recorder = statementRecorder();
const database = await openNamedStore({ onQuery: recorder.onQuery });
const query = bareQuery(database);
const deps = wireUseCases(database);
const { rows } = await database.pool.query<Attempt>(`
  select a.provider_ref as ref, a.id, l.id as link_id, l.number, l.customer_id
  from payment_attempt a join payment_link l on l.id = a.payment_link_id order by l.id`);
const attempts = new Map(rows.map((attempt) => [attempt.ref, attempt]));
// Excludes the original attempt, of which the attempts to settle are copies.
const first = rows[0]!;
const [lock, facts, write, ...more] = await recorder.during(() =>
  applySnapshot(deps, deps.provider.name, {
    ref: first.ref,
    livemode: false,
    state: 'paid',
    captured: orderPrice,
    currency: 'usd',
    refunds: [],
    disputes: [],
  }),
);
if (!lock || !facts || !write || more.length > 0)
  throw new Error('Settling a payment is no longer a lock, what is read after it, and a write');

const shifted = ({ sql }: Captured, by: number) => sql.replaceAll(/\$(\d+)/g, (_, n) => `$${Number(n) + by}`);
const [afterLock, afterFacts] = [lock.parameters.length, lock.parameters.length + facts.parameters.length];
const text = `with locked as materialized (${lock.sql}), facts as materialized (${shifted(facts, afterLock)}), ${shifted(
  write,
  afterFacts,
).replace(/^with /, '')}, (select count(*) from locked cross join facts) as locked`;

const http = Fastify();
http.post<{ Params: { ref: string } }>('/settle/:ref', async ({ params: { ref } }, reply) => {
  const attempt = attempts.get(ref);
  if (!attempt) return reply.code(404).send({});
  const others = new Map<unknown, unknown>([
    [first.ref, ref],
    [first.id, attempt.id],
    [first.number, attempt.number],
    [first.link_id, attempt.link_id],
    [`"customerId":"${first.customer_id}"`, `"customerId":"${attempt.customer_id}"`],
  ]);
  const values = substitute([...lock.parameters, ...facts.parameters, ...write.parameters], others);
  const [answer] = await query<{ value: string[]; locked: string }>(text, values);
  if (answer?.locked !== '1' || answer.value.length !== 2) throw new Error('The payment was not settled');
  return { settled: ref };
});
await serveSmall(http, database);

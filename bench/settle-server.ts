/** A server that does only what the webhook's job does after the provider's answer. */
import Fastify from 'fastify';
import { applySnapshot } from '#server/payments/apply-snapshot.ts';
import { openNamedStore, serveSmall } from './serve-small.ts';
import { wireUseCases } from './wire-use-cases.ts';
import { orderPrice } from './captured-statements.ts';

const database = await openNamedStore();
const deps = wireUseCases(database);
const http = Fastify();
http.post<{ Params: { ref: string } }>('/settle/:ref', async ({ params: { ref } }, reply) => {
  const snapshot = {
    ref,
    livemode: false,
    state: 'paid',
    captured: orderPrice,
    currency: 'usd',
    refunds: [],
    disputes: [],
  } as const;
  if (!(await applySnapshot(deps, deps.provider.name, snapshot))) return reply.code(404).send({});
  return { settled: ref };
});
await serveSmall(http, database);

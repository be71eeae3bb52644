import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isMadeBy, type Keys } from '#server/process/derived-keys.ts';
import { sendProblem } from '#server/http/problem-replies.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import * as z from 'zod/mini';
import { webhookWays, type SandboxBooks } from './sandbox-books.ts';
import {
  challengePage,
  endedPage,
  paymentFormPage,
  sandboxPagePolicy,
  unknownPage,
} from './sandbox-pages.ts';
import {
  sandboxActs,
  type SandboxDisputeAct,
  sandboxDisputeActs,
  type SandboxRefundAct,
  sandboxRefundActs,
  sandboxRefundRequest,
  sandboxRequest,
  type SandboxSession,
  testCards,
} from './sandbox-session.ts';

type Options = { books: SandboxBooks; keys: Keys; publicUrl: string; wakeJobs: () => void };

const acts = [...sandboxActs, ...sandboxRefundActs, ...sandboxDisputeActs] as const;
const actBody = z.object({
  act: z.enum(acts),
  /** How the sandbox sends the act's webhook events; `lost`: not at all. */
  webhooks: z._default(z.enum(webhookWays), 'once'),
});
const cardBody = z.object({ card: z.string() });
const isRefundAct = (act: string): act is SandboxRefundAct =>
  (sandboxRefundActs as readonly string[]).includes(act);
const isDisputeAct = (act: string): act is SandboxDisputeAct =>
  (sandboxDisputeActs as readonly string[]).includes(act);

/** The sandbox provider: an API for the shop that requires a key, and pages for the customer. */
export function sandboxPlugin({ books, keys, publicUrl, wakeJobs }: Options): FastifyPluginAsync {
  const presented = (session: SandboxSession) => ({
    ref: session.ref,
    url: `${publicUrl}/sandbox-pay/${session.ref}`,
    status: session.status,
    captured: String(session.captured_amount),
    currency: session.currency,
    refunds: session.refunds,
    disputes: session.disputes,
  });

  const refOf = (request: FastifyRequest) => (request.params as { ref: string }).ref;

  function sendPage(reply: FastifyReply, html: string, status = 200) {
    return reply
      .code(status)
      .headers({ 'content-security-policy': sandboxPagePolicy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(html);
  }

  const pageOf = (session: SandboxSession) =>
    session.status === 'open' ? paymentFormPage(session) : endedPage(session);

  // Shows the session's next step, or redirects to the shop when there is none.
  function goOn(reply: FastifyReply, session: SandboxSession) {
    if (session.status === 'open') return sendPage(reply, paymentFormPage(session));
    const { returnUrl, cancelUrl } = session.request;
    return reply.redirect(session.status === 'canceled' ? cancelUrl : returnUrl, 303);
  }

  return async (app) => {
    await app.register(formbody);

    await app.register(async (api) => {
      api.addHook('onRequest', async (request) => {
        const given = (request.headers.authorization ?? '').replace(/^Bearer /, '');
        if (!isMadeBy(keys, (key) => key, given)) throw new ProblemReply(401, 'The sandbox key is wrong.');
      });
      api.post('/sandbox-pay/api/sessions', async (request, reply) => {
        const parsed = z.safeParse(sandboxRequest, request.body);
        const key = request.headers['idempotency-key'];
        if (!parsed.success || typeof key !== 'string' || key === '')
          return sendProblem(reply, 400, 'Invalid request.');
        const session = await books.create(parsed.data, key);
        return session
          ? presented(session)
          : sendProblem(reply, 400, 'The idempotency key was used for another request.');
      });
      api.get('/sandbox-pay/api/sessions/:ref', async (request) => {
        const session = await books.find(refOf(request));
        if (!session) throw notFound('There is no session with this reference.');
        return presented(session);
      });
      api.post('/sandbox-pay/api/sessions/:ref/refunds', async (request, reply) => {
        const ref = refOf(request);
        const parsed = z.safeParse(sandboxRefundRequest, request.body);
        const key = request.headers['idempotency-key'];
        if (!parsed.success || typeof key !== 'string' || key === '')
          return sendProblem(reply, 400, 'Invalid request.');
        const { amount, reference } = parsed.data;
        if (!(await books.refund(ref, BigInt(amount), reference, key)))
          return sendProblem(reply, 400, 'The amount is larger than what’s left of this payment.');
        return presented((await books.find(ref))!);
      });
      api.post('/sandbox-pay/api/sessions/:ref/stop', async (request) => {
        const ref = refOf(request);
        const session = (await books.act(ref, 'expire', 'once')) ?? (await books.find(ref));
        if (!session) throw notFound('There is no session with this reference.');
        wakeJobs();
        return presented(session);
      });
    });

    app.get('/sandbox-pay/:ref', async (request, reply) => {
      const session = await books.find(refOf(request));
      if (!session) return sendPage(reply, unknownPage(), 404);
      return sendPage(reply, pageOf(session));
    });

    app.post('/sandbox-pay/:ref/card', async (request, reply) => {
      const ref = refOf(request);
      const parsed = z.safeParse(cardBody, request.body);
      const number = parsed.success ? parsed.data.card.replaceAll(/[\s-]/g, '') : '';
      const session = await books.find(ref);
      if (!session) return sendPage(reply, unknownPage(), 404);
      if (session.status !== 'open') return sendPage(reply, endedPage(session));
      const card = Object.hasOwn(testCards, number) ? testCards[number] : undefined;
      if (card === undefined)
        return sendPage(
          reply,
          paymentFormPage(session, 'Enter one of the test card numbers below. Real cards don’t work here.'),
          400,
        );
      const { act, reason, later } = card;
      if (act === 'challenge') return sendPage(reply, challengePage(session));
      if (later === 'refunds-fail') await books.letRefundsFail(ref);
      const changed = await books.act(ref, act, 'once', reason);
      if (later === 'disputed') await books.disputeLater(ref);
      wakeJobs();
      return goOn(reply, changed ?? session);
    });

    app.post('/sandbox-pay/:ref/act', async (request, reply) => {
      const ref = refOf(request);
      const parsed = z.safeParse(actBody, request.body);
      const asJson = request.headers['content-type']?.startsWith('application/json') ?? false;
      const session = await books.find(ref);
      if (!session)
        return asJson
          ? sendProblem(reply, 404, 'There is no session with this reference.')
          : sendPage(reply, unknownPage(), 404);
      if (!parsed.success) return sendProblem(reply, 400, `Act must be one of: ${acts.join(', ')}.`);
      const { act, webhooks } = parsed.data;
      if (isRefundAct(act) || isDisputeAct(act)) {
        await (isRefundAct(act)
          ? books.actOnRefunds(session, act, webhooks)
          : books.actOnDisputes(ref, act, webhooks));
        wakeJobs();
        const now = (await books.find(ref))!;
        return asJson ? presented(now) : sendPage(reply, endedPage(now));
      }
      const changed = await books.act(ref, act, webhooks);
      wakeJobs();
      if (act === 'challenge' && !asJson) return sendPage(reply, challengePage(session));
      if (asJson)
        return changed
          ? presented(changed)
          : sendProblem(reply, 409, `You can’t do this while the session is ${session.status}.`);
      return changed ? goOn(reply, changed) : sendPage(reply, pageOf(session));
    });
  };
}

import type { FastifyPluginAsync } from 'fastify';
import { sendProblem } from '#server/http/problem-replies.ts';
import { refuseOtherMethods } from '#server/http/refuse-other-methods.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { WebhookRefused } from '#server/payments/provider/provider.ts';
import { receiveEvent } from './receive-event.ts';

const bodyLimit = 1_048_576;

/** The webhook routes. A separate plugin, because it doesn't parse bodies: signatures are of the raw bytes. */
export function webhooks(deps: PaymentDeps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit },
      async (_request: unknown, body: Buffer) => body,
    );
    for (const provider of deps.providers) {
      const path = `/api/webhooks/${provider.name}`;
      refuseOtherMethods(app, path, ['POST']);
      app.post(path, async (request, reply) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        try {
          const query = request.query as Record<string, unknown>;
          const webhook = provider.readWebhook(rawBody, request.headers, query);
          if (webhook) await receiveEvent(deps, provider, webhook);
          return await reply.send();
        } catch (error) {
          if (!(error instanceof WebhookRefused)) throw error;
          request.log.warn({ provider: provider.name, reason: error.message }, 'webhook event refused');
          return sendProblem(reply, 400, error.message, { '': [error.message] });
        }
      });
    }
  };
}

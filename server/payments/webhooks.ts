import type { FastifyPluginAsync } from 'fastify';
import { sendProblem } from '#server/http/problem-replies.ts';
import { refuseOtherMethods } from '#server/http/refuse-other-methods.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { NoticeRefused } from './provider.ts';
import { receiveNotice } from './receive-notice.ts';

const bodyLimit = 1_048_576;

/** The provider's door: a plugin of its own, because signatures are over the raw bytes. */
export function webhooks(deps: PaymentDeps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit },
      async (_request: unknown, body: Buffer) => body,
    );
    const path = `/api/webhooks/${deps.provider.name}`;
    refuseOtherMethods(app, path, ['POST']);
    app.post(path, { bodyLimit }, async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      try {
        const notice = deps.provider.readNotice(rawBody, request.headers);
        await receiveNotice(deps, notice);
        return await reply.send();
      } catch (error) {
        if (!(error instanceof NoticeRefused)) throw error;
        request.log.warn({ reason: error.message }, 'notice refused');
        return sendProblem(reply, 400, error.message, { '': [error.message] });
      }
    });
  };
}

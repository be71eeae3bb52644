import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problem-replies.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Answers every method on this path except the allowed ones with 405 and Allow. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const allow = allowed.join(', ');
  app.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url,
    exposeHeadRoute: false,
    // answers before the body is read, because the answer does not depend on it
    onRequest: async (_request, reply) =>
      sendProblem(reply.header('allow', allow), 405, `This endpoint supports only ${allow}.`),
    handler: () => undefined,
  });
}

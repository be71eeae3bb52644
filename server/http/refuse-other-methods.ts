import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problem-replies.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Answers 405 with Allow to all methods on this path except the allowed ones. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const allow = allowed.join(', ');
  app.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url,
    exposeHeadRoute: false,
    // answers before the body is read, because the answer doesn't depend on it
    onRequest: async (_request, reply) =>
      sendProblem(reply.header('allow', allow), 405, `This endpoint supports only ${allow}.`),
    handler: () => undefined,
  });
}

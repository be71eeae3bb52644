import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** No browser or proxy of today sends a request before the last one is answered; a few are allowed to tools that do. */
const mostUnanswered = 20;

/**
 * Closes a connection that sends more requests than it waits for answers to: a packet of 64 KB holds 2,500, which would all be
 * begun at once. Node parses the rest of a packet all the same, at about 20 µs a request.
 */
export function limitPipelining(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  const unanswered = new WeakMap<Socket, number>();
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > mostUnanswered) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1));
    for (const handle of handlers) handle.call(server, request, response);
  });
}

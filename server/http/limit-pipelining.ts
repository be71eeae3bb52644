import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Current browsers and proxies send no request before the previous answer; some tools send a few. */
const mostUnanswered = 20;

/**
 * Closes a connection with too many unanswered requests: a packet of 64 KB holds 2,500 requests, which would all
 * start at once. Node still parses the rest of the packet, at about 20 µs per request.
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

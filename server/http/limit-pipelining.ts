import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Current browsers and proxies send no request before the previous answer; some tools send a few. */
const mostUnanswered = 20;

/** What Node's parser does after a request's headers (node/lib/_http_common.js): with 2 it leaves the rest of the packet unread. */
type Parser = { onIncoming: (request: IncomingMessage, keepAlive: boolean) => number };
const leaveTheRest = 2;

/**
 * Closes a connection with too many unanswered requests: a packet of 64 KB holds 2,500 requests, which would all
 * start at once. The parser has to be stopped too: reading the rest of 100 such packets takes it 5 s.
 */
export function limitPipelining(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1);
    response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1));
  });
  server.on('connection', (socket: Socket & { parser?: Parser }) => {
    const { parser } = socket;
    if (!parser) return;
    const take = parser.onIncoming.bind(parser);
    parser.onIncoming = (request, keepAlive) => {
      if ((unanswered.get(socket) ?? 0) < mostUnanswered) return take(request, keepAlive);
      socket.destroy();
      return leaveTheRest;
    };
  });
}

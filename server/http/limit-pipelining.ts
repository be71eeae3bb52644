import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Maximum number of unanswered requests of a connection. Current browsers and proxies send one at a time; some tools send a few.
 */
const mostUnanswered = 20;

/**
 * Node's HTTP parser. `onIncoming` returns how to continue after a request's headers (node/lib/_http_common.js): 2 skips the rest
 * of the packet.
 */
type Parser = { onIncoming: (request: IncomingMessage, keepAlive: boolean) => number };
const leaveTheRest = 2;

/**
 * Closes a connection with too many unanswered requests. A packet of 64 KB holds 2,500 requests, which would all start at once.
 * The parser is stopped too, because reading the rest of 100 such packets takes it 5 s.
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

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The fault of one call. A status: the call has no effect. `lost`: the call takes effect, and the connection breaks before the
 * answer. `silent`: the call takes effect, and no answer arrives. `kept`: a 500 that is stored and repeated for the call's
 * idempotency key.
 */
export type Fault = number | 'lost' | 'silent' | 'kept';

/** A call of the API. `route`: such as `POST /v1/sessions/:id/expire`. `id`: the value of `:id`. */
export type ApiCall = {
  route: string;
  id: string;
  query: string;
  body: string;
  key: string | undefined;
  headers: IncomingHttpHeaders;
};
type ApiAnswer = { status: number; body: unknown };

/** An error answer of the API with this status. */
export class ApiRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Options = {
  routes: readonly string[];
  /**
   * The body of a successful answer.
   * @throws ApiRefusal for an error answer
   */
  handle: (call: ApiCall) => unknown;
  /** An error in this API's format. */
  problem: (status: number, message: string) => unknown;
};

export type FakeApiServer = Awaited<ReturnType<typeof openFakeApiServer>>;

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, { status, body }: ApiAnswer, isReplayed = false): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    // clients that measure their calls report the request id
    'request-id': 'req_double',
    ...(isReplayed ? { 'idempotent-replayed': 'true' } : {}),
  });
  response.end(JSON.stringify(body));
}

/**
 * A local HTTP API that replaces a provider's in tests. It repeats the answer of an idempotency key, rejects a key with another
 * request, and fails as the test sets.
 */
export async function openFakeApiServer({ routes, handle, problem }: Options) {
  const calls: ApiCall[] = [];
  const faults = new Map<string, Fault[]>();
  const kept = new Map<string, { print: string; answer: ApiAnswer }>();
  const patterns = routes.map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return { route, method, pattern: new RegExp(`^${path.replace(':id', '([^/]+)')}$`) };
  });

  function carryOut(call: ApiCall): ApiAnswer {
    try {
      return { status: 200, body: handle(call) };
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      return { status: error.status, body: problem(error.status, error.message) };
    }
  }

  function answerTo(call: ApiCall, fault: Fault | undefined): { answer: ApiAnswer; isReplayed: boolean } {
    const { key } = call;
    const print = JSON.stringify([call.route, call.id, call.body]);
    const known = key === undefined ? undefined : kept.get(key);
    if (known)
      return known.print === print
        ? { answer: known.answer, isReplayed: true }
        : {
            answer: { status: 400, body: problem(400, 'The key came with another request') },
            isReplayed: false,
          };
    const answer = fault === 'kept' ? { status: 500, body: problem(500, 'Broken') } : carryOut(call);
    // invalid requests are not stored: the key may be reused with a corrected one
    if (key !== undefined && (answer.status < 400 || answer.status >= 500)) kept.set(key, { print, answer });
    return { answer, isReplayed: false };
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://api');
    const body = await readBody(request);
    const place = patterns.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    if (!place) return send(response, { status: 404, body: problem(404, 'No such route') });
    const key = request.headers['idempotency-key'];
    const call: ApiCall = {
      route: place.route,
      id: decodeURIComponent(place.pattern.exec(pathname)?.[1] ?? ''),
      query: search.slice(1),
      body,
      key: typeof key === 'string' ? key : undefined,
      headers: request.headers,
    };
    calls.push(call);
    const fault = faults.get(place.route)?.shift();
    if (typeof fault === 'number') return send(response, { status: fault, body: problem(fault, 'Not now') });
    const { answer, isReplayed } = answerTo(call, fault);
    if (fault === 'lost') response.destroy();
    else if (fault !== 'silent') send(response, answer, isReplayed);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every call, in order. */
    calls,
    /** Sets the faults of the next calls of a route, in order. */
    fail: (route: string, ...what: Fault[]) =>
      void faults.set(route, [...(faults.get(route) ?? []), ...what]),
    /** Removes all faults that haven't occurred yet. */
    mend: () => faults.clear(),
    /** Deletes the idempotency keys, as providers do after some time. */
    forgetKeys: () => kept.clear(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

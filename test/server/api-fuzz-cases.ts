/** Every endpoint of the contract with all its inputs. Attacks are built from them, and so cover new endpoints automatically. */
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import assert from 'node:assert/strict';
import { bodySchema, bytesOf, type Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/storefront/endpoints.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { testPassword, type TestShop } from './open-test-shop.ts';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;
/** `params` and `query` as in the address, before encoding. */
export type Sent = {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body?: unknown;
  headers: Record<string, string>;
};
/** An input of an endpoint. */
export type Slot = { part: 'params' | 'query' | 'body' | 'headers'; path: (string | number)[] };

export const calls = Object.entries(endpoints) as [string, Endpoint][];

const { orderTypes: _types, orderDetails: _details, agreeToDeliveryTime: _agreed, ...billing } = slogansOrder;
const passwords = { password: testPassword, repeatedPassword: testPassword };
/** Bodies that are accepted, or rejected only for their secret. */
const bodies: Record<string, Json> = {
  register: {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'new@example.com',
    ...passwords,
    agreedToPrivacyPolicy: true,
  },
  checkPassword: { password: testPassword, ownWords: ['Ann'] },
  login: { email: 'nobody@example.com', password: 'wrong', rememberMe: false, timeZone: 'Europe/Berlin' },
  refresh: { refreshToken: 'x' },
  logout: { refreshToken: 'x' },
  updateProfile: { firstName: 'Ann', lastName: 'Lee', country: 'PL' },
  confirmEmail: { email: 'nobody@example.com', code: 'AAAAAAAAAAAAAAAA' },
  changeEmail: { email: 'new@example.com', currentPassword: 'wrong' },
  confirmNewEmail: { code: 'AAAAAAAA' },
  changePassword: { currentPassword: 'wrong', ...passwords },
  forgotPassword: { email: 'nobody@example.com' },
  resetPassword: { email: 'nobody@example.com', ...passwords, code: 'AAAAAAAA' },
  endSession: { sessionId: '8a6e0804-2bd0-4672-b79d-d97027f9071a', currentPassword: 'wrong' },
  logoutEverywhere: { currentPassword: 'wrong' },
  createTicket: { name: 'Ann', email: 'ann@example.com', message: 'Long enough to be read.', website: '' },
  placeOrder: slogansOrder,
  placeDeposit: { ...billing, price: 5_000 },
  pay: { with: 'card' },
  answerQuestion: { text: 'The second one.' },
  requestRevision: { text: 'Shorter, please.' },
  sendMessage: { text: 'When is it ready?' },
  sendTicketMessage: { text: 'When is it ready?' },
  beginUpload: { name: 'menu.pdf', bytes: 10 },
  addFiles: { files: ['8a6e0804-2bd0-4672-b79d-d97027f9071a'] },
};
const queries: Record<string, Sent['query']> = { sendPart: { offset: 0 } };

/** A value that the JSON Schema accepts. */
function example(schema: Json): unknown {
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return [example((schema['items'] ?? {}) as Json)];
    case 'object':
      return Object.fromEntries(
        Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(([key, one]) => [
          key,
          example(one),
        ]),
      );
    default:
      return 'Slow bread is baked from flour, water and time. '.repeat(5).trim();
  }
}

const toJson = (schema: z.ZodMiniType | undefined): Json =>
  schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {};

function* pathsOf(schema: Json, value: unknown, path: (string | number)[]): Generator<(string | number)[]> {
  if (path.length > 0) yield path;
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const inside = isObject ? (value as Json) : {};
  for (const key of new Set([...Object.keys(properties), ...Object.keys(inside)]))
    yield* pathsOf(properties[key] ?? {}, inside[key], [...path, key]);
  if (Array.isArray(value) && value.length > 0)
    yield* pathsOf((schema['items'] ?? {}) as Json, value[0], [...path, 0]);
}

/** A valid call. `own`: IDs of existing objects, by parameter name. */
export function exampleCall(name: string, own: Record<string, string>): Sent {
  const endpoint = endpoints[name as keyof typeof endpoints] as Endpoint;
  const body = bodySchema(endpoint, builtInCatalogue);
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, param]) => param!);
  return {
    params: Object.fromEntries(names.map((param) => [param, own[param] ?? '1'])),
    query: { ...queries[name] },
    ...(bytesOf(endpoint.body) ? { body: Buffer.from('Slow bread.') } : {}),
    ...(body ? { body: structuredClone(bodies[name] ?? example(toJson(body))) } : {}),
    headers: {},
  };
}

/** Every input of an endpoint: parameters, query, each field of the body at any depth, and the headers that are read. */
export function slotsOf(name: string, call: Sent): Slot[] {
  const endpoint = endpoints[name as keyof typeof endpoints] as Endpoint;
  const of = (part: Slot['part'], schema: z.ZodMiniType | undefined, value: unknown): Slot[] =>
    schema || part === 'params'
      ? [...pathsOf(toJson(schema), value, [])].map((path) => ({ part, path }))
      : [];
  const headers = ['user-agent', 'authorization', ...(endpoint.idempotent ? ['idempotency-key'] : [])];
  return [
    ...of('params', endpoint.params, call.params),
    ...of('query', endpoint.query, {}),
    ...of('body', bodySchema(endpoint, builtInCatalogue), call.body),
    ...headers.map((header): Slot => ({ part: 'headers', path: [header] })),
  ];
}

/** The call with this value in this input. */
export function withValue(call: Sent, { part, path }: Slot, value: unknown): Sent {
  const changed = structuredClone(call);
  let at = changed[part] as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) {
    at[key] ??= {};
    at = at[key] as Record<string | number, unknown>;
  }
  Object.defineProperty(at, path.at(-1)!, { value, enumerable: true, writable: true, configurable: true });
  return changed;
}

const encode = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

/** Sends a call through the complete server without a socket. */
export async function sendCall(
  shop: TestShop,
  { method, path }: Endpoint,
  { params, query, body, headers }: Sent,
) {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encode(params[name]));
  const asked = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const isBytes = body instanceof Uint8Array;
  const answer = await shop.app.http.inject({
    method,
    url: asked.length > 0 ? `${filled}?${asked.join('&')}` : filled,
    headers: {
      ...(body === undefined
        ? {}
        : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, text: answer.body, type: String(answer.headers['content-type'] ?? '') };
}

/** Checks that an answer has no fault, whatever was sent. */
export function assertNoFault(
  { status, text, type }: Awaited<ReturnType<typeof sendCall>>,
  what: string,
): void {
  // the queue of previews is bounded too, and a slow machine fills it
  const isShed = status === 503 && /creating a lot of previews|This preview took too long/.test(text);
  assert.ok((status < 500 && status !== 403) || isShed, `${what}: ${status} ${text.slice(0, 200)}`);
  if (status < 400) return;
  assert.match(type, /^application\/problem\+json; charset=utf-8$/, what);
  assert.doesNotMatch(text, /\.ts\b|node_modules|syntax error|SQLSTATE|postgres|\bat \w+ \(/i, what);
  assert.ok(text.length < 24_000, `${what}: an answer of ${text.length} characters`);
}

/** Limits parallel calls, because the queue for hashing passwords is bounded. */
export async function inTurns<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
  atOnce = 16,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item);
    }),
  );
}

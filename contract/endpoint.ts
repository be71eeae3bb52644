import type * as z from 'zod/mini';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';

/**
 * The access that an endpoint requires. `customer`: a customer's valid access token. `anyoneOrCustomer`: no token
 * required, but a valid one identifies the customer. `anyone`: tokens are ignored.
 */
export type Permission = 'anyone' | 'customer' | 'anyoneOrCustomer';

/** Bytes of a media type instead of JSON. */
export type Bytes = { bytes: `${string}/${string}` };

/** The file an endpoint answers, sent as an attachment; its name is plain ASCII without quotes. */
export type BytesAnswer = { name: string; content: Uint8Array };

export type Endpoint = {
  method: 'GET' | 'POST';
  /** A path in Fastify's form; letter case does not matter. */
  path: `/api/${string}`;
  may: Permission;
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  /** A schema, a schema that depends on the catalogue, or bytes. */
  body?: z.ZodMiniType | ((catalogue: Catalogue) => z.ZodMiniType) | Bytes;
  /** The success status and the schema of its answer. */
  status: 200 | 204;
  answer?: z.ZodMiniType | Bytes;
  /** Maximum size of the body in bytes; default 64 KiB. */
  bodyLimit?: number;
  /** Accepts an Idempotency-Key header: the same key and body get the same answer. */
  idempotent?: true;
};

/** The media type of a body of bytes; undefined for JSON. */
export const bytesOf = (body: Endpoint['body']): string | undefined =>
  body && 'bytes' in body ? body.bytes : undefined;

/** The schema of an endpoint's body by the current catalogue; undefined without a body of JSON. */
export function bodySchema(
  { body }: Pick<Endpoint, 'body'>,
  catalogue: Catalogue,
): z.ZodMiniType | undefined {
  if (typeof body === 'function') return body(catalogue);
  return body && 'bytes' in body ? undefined : body;
}

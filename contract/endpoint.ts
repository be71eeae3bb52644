import type * as z from 'zod/mini';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';

/**
 * The access that an endpoint requires. `customer`: a customer's valid access token. `anyoneOrCustomer`: no token
 * required, but a valid one identifies the customer. `anyone`: tokens are ignored.
 */
export type Permission = 'anyone' | 'customer' | 'anyoneOrCustomer';

/** Bytes of a media type instead of JSON. */
export type Bytes = { bytes: `${string}/${string}` };

/** An endpoint's response with a file, sent as an attachment. `name`: plain ASCII without quotes. */
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
  /** Whether it accepts an Idempotency-Key header: a repeated key and body get the first response. */
  idempotent?: true;
};

/** The media type of a body of bytes; undefined for JSON. */
export const bytesOf = (body: Endpoint['body']): string | undefined =>
  body && 'bytes' in body ? body.bytes : undefined;

/** The schema of an endpoint's body for the current catalogue; undefined for an endpoint without a JSON body. */
export function bodySchema(
  { body }: Pick<Endpoint, 'body'>,
  catalogue: Catalogue,
): z.ZodMiniType | undefined {
  if (typeof body === 'function') return body(catalogue);
  return body && 'bytes' in body ? undefined : body;
}

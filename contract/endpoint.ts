import type * as z from 'zod/mini';
import type { Catalogue } from './catalogue.ts';

/**
 * What it takes to call an endpoint. `customer`: a valid access token of a customer. `anyoneOrCustomer`: nothing, but a customer who
 * sends a token is recognized. `anyone`: nothing, and no token is read.
 */
export type Permission = 'anyone' | 'customer' | 'anyoneOrCustomer';

/** Bytes of a media type instead of JSON. */
export type Bytes = { bytes: `${string}/${string}` };

/** The answer of an endpoint of bytes, sent as an attachment; its name is plain ASCII without quotes. */
export type BytesAnswer = { name: string; content: Uint8Array };

export type Endpoint = {
  method: 'GET' | 'POST';
  /** Fastify's form; matched without regard to case. */
  path: `/api/${string}`;
  may: Permission;
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  /** What is ordered depends on the catalogue. */
  body?: z.ZodMiniType | ((catalogue: Catalogue) => z.ZodMiniType);
  /** The success status, and what it carries. */
  status: 200 | 204;
  answer?: z.ZodMiniType | Bytes;
  /** Bytes; 64 KiB where it is not given. */
  bodyLimit?: number;
  /** Accepts an Idempotency-Key header: the same key and body get the same answer. */
  idempotent?: true;
};

/** The schema of an endpoint's body by today's catalogue. */
export const bodySchema = ({ body }: Endpoint, catalogue: Catalogue): z.ZodMiniType | undefined =>
  typeof body === 'function' ? body(catalogue) : body;

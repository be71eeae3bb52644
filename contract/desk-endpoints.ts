import type * as z from 'zod/mini';
import type { DeskEndpoint } from './desk-endpoint.ts';
import { deskFileEndpoints } from './desk-file-endpoints.ts';
import { logEndpoints } from './desk-log.ts';
import { orderEndpoints } from './desk-order-endpoints.ts';
import { staffEndpoints } from './desk-staff-endpoints.ts';
import { threadEndpoints } from './desk-threads.ts';
import { workEndpoints } from './desk-work-endpoints.ts';
import type { Bytes, BytesAnswer } from './endpoint.ts';

/**
 * The desk's endpoint table, beside the storefront's: neither the storefront's types nor its files contain it. Bound only when the desk
 * is on.
 */
export const deskEndpoints = {
  ...staffEndpoints,
  ...logEndpoints,
  ...workEndpoints,
  ...orderEndpoints,
  ...threadEndpoints,
  ...deskFileEndpoints,
} as const satisfies Record<string, DeskEndpoint>;

export type DeskEndpointName = keyof typeof deskEndpoints;
type Table = typeof deskEndpoints;

type Parsed<Name extends DeskEndpointName, Part extends 'body' | 'params' | 'query'> =
  Table[Name] extends Record<Part, infer Schema extends z.ZodMiniType>
    ? z.output<Schema>
    : Table[Name] extends Record<Part, Bytes>
      ? Uint8Array
      : undefined;
export type DeskBodyOf<Name extends DeskEndpointName> = Parsed<Name, 'body'>;
export type DeskQueryOf<Name extends DeskEndpointName> = Parsed<Name, 'query'>;
export type DeskParamsOf<Name extends DeskEndpointName> = Parsed<Name, 'params'>;
export type DeskAnswerOf<Name extends DeskEndpointName> = Table[Name] extends { answer: Bytes }
  ? BytesAnswer
  : Table[Name] extends { answer: infer Schema extends z.ZodMiniType }
    ? z.output<Schema>
    : void;

import type * as z from 'zod/mini';
import type { Catalogue } from './catalogue.ts';
import { approvalEndpoints } from './desk-approvals.ts';
import { booksEndpoints } from './desk-books.ts';
import { emailEndpoints } from './desk-emails.ts';
import type { DeskEndpoint } from './desk-endpoint.ts';
import { deskFileEndpoints } from './desk-file-endpoints.ts';
import { logEndpoints } from './desk-log.ts';
import { moneyEndpoints } from './desk-money.ts';
import { noticeEndpoints } from './desk-notices.ts';
import { orderEndpoints } from './desk-order-endpoints.ts';
import { reportEndpoints } from './desk-reports.ts';
import { proposalEndpoints } from './desk-proposals.ts';
import { replyEndpoints } from './desk-replies.ts';
import { moneyListEndpoints } from './desk-money-lists.ts';
import { staffEndpoints } from './desk-staff-endpoints.ts';
import { threadEndpoints } from './desk-threads.ts';
import { ticketEndpoints } from './desk-tickets.ts';
import { workEndpoints } from './desk-work-endpoints.ts';
import type { Bytes, BytesAnswer } from './endpoint.ts';

/**
 * The desk's endpoint table. It is separate from the storefront's, so that the storefront's types and files don't contain
 * it. Bound only when the desk is on.
 */
export const deskEndpoints = {
  ...staffEndpoints,
  ...logEndpoints,
  ...workEndpoints,
  ...orderEndpoints,
  ...threadEndpoints,
  ...ticketEndpoints,
  ...replyEndpoints,
  ...proposalEndpoints,
  ...deskFileEndpoints,
  ...booksEndpoints,
  ...reportEndpoints,
  ...approvalEndpoints,
  ...moneyEndpoints,
  ...moneyListEndpoints,
  ...emailEndpoints,
  ...noticeEndpoints,
} as const satisfies Record<string, DeskEndpoint>;

export type DeskEndpointName = keyof typeof deskEndpoints;
type Table = typeof deskEndpoints;

type Parsed<Name extends DeskEndpointName, Part extends 'body' | 'params' | 'query'> =
  Table[Name] extends Record<Part, infer Schema extends z.ZodMiniType>
    ? z.output<Schema>
    : Table[Name] extends Record<Part, (catalogue: Catalogue) => infer Schema extends z.ZodMiniType>
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

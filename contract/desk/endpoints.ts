import type * as z from 'zod/mini';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { approvalEndpoints } from './approvals.ts';
import { booksEndpoints } from './books.ts';
import { emailEndpoints } from './emails.ts';
import type { DeskEndpoint } from './endpoint.ts';
import { deskFileEndpoints } from './file-endpoints.ts';
import { holidayEndpoints } from './holidays.ts';
import { logEndpoints } from './log.ts';
import { moneyEndpoints } from './money.ts';
import { noticeEndpoints } from './notices.ts';
import { orderEndpoints } from './order-endpoints.ts';
import { reportEndpoints } from './reports.ts';
import { proposalEndpoints } from './proposals.ts';
import { replyEndpoints } from './replies.ts';
import { moneyListEndpoints } from './money-lists.ts';
import { staffEndpoints } from './staff-endpoints.ts';
import { threadEndpoints } from './threads.ts';
import { ticketEndpoints } from './tickets.ts';
import { workEndpoints } from './work-endpoints.ts';
import type { Bytes, BytesAnswer } from '#contract/endpoint.ts';

/**
 * The desk's endpoint table, separate from the storefront's, so that the storefront's pages and OpenAPI description don't
 * contain it. Bound only when the desk is on.
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
  ...holidayEndpoints,
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

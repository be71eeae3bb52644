import { type EndpointName, endpoints } from '#contract/storefront/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** What a call needs to know of its endpoint. */
export type EndpointRow = Pick<Endpoint, 'method' | 'path' | 'may'>;

/** An endpoint's row. A build replaces the names with their rows (web/build/inline-calls.ts), so that no page loads the contract. */
export const rowOf = (name: EndpointName): EndpointRow => endpoints[name];

import type { Plugin } from 'vite';
import { endpoints } from '#contract/storefront/endpoints.ts';
import type { EndpointRow } from '#web/api/row-of.ts';

/** A call of the API, and its endpoint's name if it is written there. */
const calls = /\b(callApi|fetchAnswer|fetchFile)\((\s*)(?:'(\w+)')?/g;
/** In a build, the rows arrive instead of the names. */
const rowOf = /web[\\/]api[\\/]row-of\.ts/;
/** These modules pass on the names that others write. */
const passOn = /web[\\/]api[\\/](?:call-api|fetch-file)\.ts/;

/**
 * The code with each endpoint's name replaced by its row.
 * @throws Error for a call that doesn't name its endpoint, or names an unknown one
 */
export const inlineRows = (code: string, file: string): string =>
  code.replaceAll(calls, (call, callee: string, space: string, name: string | undefined) => {
    const row = (endpoints as Record<string, EndpointRow>)[name ?? ''];
    if (!row) throw new Error(`${file}: ${call} must name an endpoint of the contract in quotes`);
    const { method, path, may } = row;
    return `${callee}(${space}${JSON.stringify({ method, path, may })}`;
  });

/**
 * Replaces the name of an endpoint in each call by its row of the contract, so that a page loads the rows of its own calls only.
 * The contract's table contains all schemas and the whole catalogue.
 */
export function inlineCalls(): Plugin {
  return {
    name: 'inline-calls',
    enforce: 'pre',
    load: (id) => (rowOf.test(id) ? 'export const rowOf = (row) => row;' : undefined),
    transform: (code, id) =>
      /[\\/]web[\\/].*\.tsx?$/.test(id) && !passOn.test(id)
        ? { code: inlineRows(code, id), map: null }
        : undefined,
  };
}

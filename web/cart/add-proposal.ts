import type { Proposal } from '#contract/storefront/proposals.ts';
import type { CartLine } from '#web/stored-orders/cart-store.ts';

type ProposedLine = Proposal['lines'][number];

/** The lines of a proposal by what happens to them. */
export type SortedProposal = {
  /** New: they go into the cart. */
  added: ProposedLine[];
  /** In the cart already. */
  there: ProposedLine[];
  /** In the cart once on this device, and ordered or removed since. */
  gone: ProposedLine[];
  /** No longer sold as they were proposed. */
  changed: ProposedLine[];
  /** Without space in the cart. */
  tooMany: ProposedLine[];
};

/** `isSold`: whether a line can be ordered today. `maxLines`: the maximum number of lines in a cart. */
export type ProposalRules = { isSold: (line: CartLine) => boolean; maxLines: number };

/** Decides what happens to each line of a proposal. `seen`: IDs of lines that were in the cart of this device. */
export function sortProposal(
  lines: readonly ProposedLine[],
  cart: readonly CartLine[],
  seen: readonly string[],
  { isSold, maxLines }: ProposalRules,
): SortedProposal {
  const sorted: SortedProposal = { added: [], there: [], gone: [], changed: [], tooMany: [] };
  for (const line of lines) {
    const isThere = cart.some(({ id }) => id === line.id);
    const isFull = cart.length + sorted.added.length >= maxLines;
    if (isThere) sorted.there.push(line);
    else if (!isSold(line)) sorted.changed.push(line);
    else if (seen.includes(line.id)) sorted.gone.push(line);
    else if (isFull) sorted.tooMany.push(line);
    else sorted.added.push(line);
  }
  return sorted;
}

/** The lines as the cart stores them. */
export const toCartLines = (lines: readonly ProposedLine[]): CartLine[] =>
  lines.map(({ id, orderType, details }) => ({ id, orderType, details }));

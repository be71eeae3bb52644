import type { DeskEndpointName } from '#contract/desk/endpoints.ts';
import { slogansDetails } from '#demo/slogans-order.ts';
import type { Person } from './open-test-desk.ts';

type Tools = {
  call: <Body = Record<string, unknown>>(
    name: DeskEndpointName,
    who: Person,
    path: string,
    body?: object,
  ) => Promise<Body>;
  add: (name: DeskEndpointName, entry: string | null, act: () => Promise<unknown>) => void;
};

/** Adds acts about proposals in the conversation of an order. `text`: part of the typed brief. */
export function addProposalActs(
  { call, add }: Tools,
  { owner, number, text }: { owner: Person; number: string; text: string },
): void {
  const path = `tickets/${number}/proposals`;
  const brief = { ...slogansDetails.brief, brandName: text };
  let id = '';
  add('listProducts', null, () => call('listProducts', owner, 'products'));
  add('makeProposal', 'propose-order', () =>
    call('makeProposal', owner, path, {
      requestId: crypto.randomUUID(),
      lines: [{ orderType: 3, details: { ...slogansDetails, brief } }],
    }),
  );
  add('listProposals', null, async () => {
    const { proposals } = await call<{ proposals: { id: string }[] }>('listProposals', owner, path);
    ({ id } = proposals[0]!);
  });
  add('withdrawProposal', 'withdraw-proposal', () =>
    call('withdrawProposal', owner, `${path}/${id}/withdraw`),
  );
}

import { useEffect, useState } from 'react';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { localStore, readJson } from '#ui/browser-storage.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { callApi } from '#web/api/call-api.ts';
import { cartLines, keepLines } from '#web/stored-orders/cart-store.ts';
import { type ProposalRules, type SortedProposal, sortProposal, toCartLines } from './add-proposal.ts';

const seenKey = 'proposals';
/** Maximum number of line IDs that a device remembers: enough for several proposals. */
const mostSeen = 100;

function seenLines(): string[] {
  const stored = readJson(localStore, seenKey);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

function addToCart(lines: SortedProposal['added']): void {
  if (lines.length === 0) return;
  keepLines([...cartLines(), ...toCartLines(lines)]);
  const seen = new Set([...seenLines(), ...lines.map(({ id }) => id)]);
  localStore.setItem(seenKey, JSON.stringify([...seen].slice(-mostSeen)));
}

/** Whether the same call may succeed later. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 401 || error.status >= 429;

type Outcome = { sorted: SortedProposal } | { failure: string; isTemporary: boolean };

/**
 * Puts the lines of a proposal into the cart, once, and says what happened. `onAnswered`: removes the token from the address; not called
 * while trying again may help, so that a reload tries again, too.
 */
export function ProposalArrival({
  token,
  rules,
  onAnswered,
}: {
  token: string;
  rules: ProposalRules;
  onAnswered: () => void;
}) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    callApi('showProposal', { params: { proposalToken: token }, signal: leaving.signal }).then(
      ({ lines }) => {
        if (leaving.signal.aborted) return;
        const sorted = sortProposal(lines, cartLines(), seenLines(), rules);
        addToCart(sorted.added);
        setOutcome({ sorted });
        onAnswered();
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setOutcome({ failure: failureMessage(error), isTemporary: isTemporary(error) });
        if (!isTemporary(error)) onAnswered();
      },
    );
    return () => leaving.abort();
    // eslint-disable-next-line react/exhaustive-deps -- because a proposal is opened once for each token and try
  }, [token, tries]);

  if (!outcome) return <Skeleton lines={2} label="Opening the proposal" />;
  if ('failure' in outcome)
    return (
      <Notice kind={outcome.isTemporary ? 'error' : 'warning'} role="alert" title={outcome.failure}>
        {outcome.isTemporary && (
          <Button
            look="quiet"
            small
            className="mt-3"
            onClick={() => {
              setOutcome(undefined);
              setTries((count) => count + 1);
            }}
          >
            Try again
          </Button>
        )}
      </Notice>
    );
  return <Arrived sorted={outcome.sorted} onSorted={(sorted) => setOutcome({ sorted })} />;
}

const titlesOf = (lines: SortedProposal['added']) =>
  new Intl.ListFormat('en-US').format(lines.map(({ title }) => title));

function Arrived({
  sorted,
  onSorted,
}: {
  sorted: SortedProposal;
  onSorted: (sorted: SortedProposal) => void;
}) {
  const { added, there, gone, changed, tooMany } = sorted;
  return (
    <div className="flex flex-col gap-3">
      {added.length > 0 && (
        <Notice kind="success" role="status" title="The proposed order is in your cart.">
          <p>
            The price and delivery date are today’s. Check the brief. You can change everything before you
            pay.
          </p>
        </Notice>
      )}
      {there.length > 0 && (
        <Notice role="status" title={`This was already in your cart: ${titlesOf(there)}.`} />
      )}
      {gone.length > 0 && (
        <Notice role="status" title={`You’ve already ordered or removed this: ${titlesOf(gone)}.`}>
          <p>You opened this proposal before, so we didn’t add it to your cart again.</p>
          <Button
            look="quiet"
            small
            className="mt-3"
            onClick={() => {
              addToCart(gone);
              onSorted({ ...sorted, added: [...added, ...gone], gone: [] });
              document.getElementById('content')?.focus();
            }}
          >
            Add it again
          </Button>
        </Notice>
      )}
      {changed.length > 0 && (
        <Notice
          kind="warning"
          role="status"
          title={`We no longer offer this as proposed: ${titlesOf(changed)}.`}
        >
          <p>Reply to our message, and we’ll send you a new proposal.</p>
        </Notice>
      )}
      {tooMany.length > 0 && (
        <Notice
          kind="warning"
          role="status"
          title={`Your cart is full, so we couldn’t add this: ${titlesOf(tooMany)}.`}
        >
          <p>Order or remove some items, and then open the proposal again.</p>
        </Notice>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import type { Hit } from '#contract/desk/search.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { dueWords, stateWords } from '#desk/work/line-words.ts';
import { paymentWords, workWords } from '#desk/work/order-words.ts';
import { Dialog } from './dialog.tsx';
import { formatTime } from './format-time.ts';
import { TestMark } from './test-mark.tsx';

/** Delay between the last keystroke and the search (ms). */
const pause = 150;

/** What this person can search for. */
function whatToType(me: Me) {
  if (mayDo(me, 'customer.see'))
    return {
      label: 'Order, customer or conversation',
      hint: 'Enter an order, deposit or conversation number, or the beginning of a name, email address or brand.',
    };
  return mayDo(me, 'ticket.see')
    ? { label: 'Order or conversation', hint: 'Enter an order or conversation number.' }
    : { label: 'Order', hint: 'Enter an order number.' };
}

/** What tells an order or a line apart from others of the same customer; empty for other hits. */
function factsOf({ line, order }: Hit): string {
  const facts = line
    ? [[line.title, line.amounts].filter(Boolean).join(', '), dueWords(line), stateWords(line)]
    : order
      ? [
          `${order.title}${order.lines > 1 ? ` and ${order.lines - 1} more` : ''}`,
          `Placed ${formatTime(order.createdAt)}`,
          paymentWords(order.payment),
          workWords(order.payment, order.work),
        ]
      : [];
  return facts.filter(Boolean).join(' · ');
}

/**
 * Finds orders and conversations by number. For people who may see customers, also deposits, names, email addresses and brands.
 */
export function SearchDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { label, hint } = whatToType(me);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => callDesk('search', { query: { q: asked }, signal }),
    enabled: asked !== '',
    placeholderData: (before) => before,
  });
  const go = useNavigate();
  /** Opens the first result, or searches at once if the results are outdated. */
  const open = async () => {
    const [first] = hits;
    if (asked !== typed.trim() || found.isPlaceholderData || !first) return setAsked(typed.trim());
    onClose();
    await go(first.url);
  };
  const hits = asked === '' ? [] : (found.data?.hits ?? []);
  return (
    <Dialog title="Search" onClose={onClose}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <label htmlFor="search" className="block font-semibold">
          {label}
        </label>
        <p id="search-hint" className="mb-1 text-muted">
          {hint} Press Enter to open the first result.
        </p>
        <input
          id="search"
          className="control"
          type="search"
          autoComplete="off"
          aria-describedby="search-hint"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
            // a search field would only be emptied
            event.preventDefault();
            onClose();
          }}
        />
      </form>
      <p role="status" className="text-muted">
        {found.isError && 'The search failed. Change your search to try again.'}
        {found.isSuccess && asked !== '' && hits.length === 0 && 'No results.'}
      </p>
      <ul className="flex flex-col">
        {hits.map((hit) => (
          <li key={`${hit.url} ${hit.title}`} className="border-t border-hairline">
            <Link to={hit.url} className="block py-2 hover:bg-surface" onClick={onClose}>
              <span className="block">
                <span className="font-semibold">{hit.title}</span>
                <TestMark livemode={hit.livemode} />
              </span>
              <bdi className="block">{hit.words}</bdi>
              <span className="block text-muted empty:hidden">{factsOf(hit)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

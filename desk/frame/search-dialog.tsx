import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Dialog } from './dialog.tsx';

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
        {hits.map(({ url, title, words }) => (
          <li key={`${url} ${title}`} className="border-t border-hairline">
            <Link to={url} className="block py-2 hover:bg-surface" onClick={onClose}>
              <span className="block font-semibold">{title}</span>
              <span className="text-muted">{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { bounds } from '#contract/bounds.ts';
import { monthWords } from '#contract/deadline.ts';
import type { OrderSearch, OrderState } from '#contract/storefront/order-search.ts';

const stateWords: Record<OrderState, string> = {
  unpaid: 'Waiting for payment',
  attention: 'Needs your attention',
  working: 'In progress',
  done: 'Done',
  canceled: 'Canceled or expired',
};

export const filterKeys = ['q', 'service', 'month', 'state'] as const satisfies (keyof OrderSearch)[];

/** The field that gets the focus when a search is cleared. */
export const orderSearchId = 'order-search';

/** How many months the list offers, newest first. */
const shownMonths = 36;
function latestMonths(): { value: string; label: string }[] {
  const now = new Date();
  return Array.from({ length: shownMonths }, (_, back) => {
    const value = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
      .toISOString()
      .slice(0, 7);
    return { value, label: monthWords(value) };
  });
}

/** The search of the orders. Its values are in the address, so that a search can be linked, and Back leads to it. */
export function OrderFilter({ services }: { services: readonly { value: string; label: string }[] }) {
  const [search, setSearch] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  const send = () => {
    clearTimeout(typing.current);
    typing.current = undefined;
    if (!form.current) return;
    const fields = new FormData(form.current);
    const wanted = filterKeys.flatMap((key): [string, string][] => {
      const value = fields.get(key);
      return typeof value === 'string' && value.trim() !== '' ? [[key, value.trim()]] : [];
    });
    setSearch(wanted, { replace: true, preventScrollReset: true });
  };
  // "Clear" and Back change the address, so the fields take their values from it
  useEffect(() => {
    for (const key of filterKeys) {
      const field = form.current?.elements.namedItem(key) as HTMLInputElement | HTMLSelectElement | null;
      const isTyped = key === 'q' && typing.current !== undefined;
      if (field && !isTyped) field.value = search.get(key) ?? '';
    }
  }, [search]);
  const choices: [key: string, label: string, options: readonly { value: string; label: string }[]][] = [
    ['service', 'Service', services],
    ['month', 'Month', latestMonths()],
    ['state', 'State', Object.entries(stateWords).map(([value, label]) => ({ value, label }))],
  ];
  return (
    <form
      ref={form}
      role="search"
      aria-label="Your orders"
      className="mb-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-[minmax(0,1.6fr)_repeat(3,minmax(0,1fr))]"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label className="col-span-full block lg:col-span-1">
        <span className="mb-1 block text-small text-muted">Number, client or reference</span>
        <input
          id={orderSearchId}
          name="q"
          type="search"
          className="control"
          autoComplete="off"
          maxLength={bounds.search.max}
          defaultValue={search.get('q') ?? ''}
          onChange={() => {
            clearTimeout(typing.current);
            typing.current = setTimeout(send, 300);
          }}
        />
      </label>
      {choices.map(([key, label, options]) => (
        <label key={key} className={key === 'service' ? 'block max-sm:col-span-full' : 'block'}>
          <span className="mb-1 block text-small text-muted">{label}</span>
          <select name={key} className="control" defaultValue={search.get(key) ?? ''} onChange={send}>
            <option value="">All</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
      ))}
    </form>
  );
}

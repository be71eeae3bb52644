import { type ReactNode, useEffect, useRef } from 'react';
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

type Choice = { value: string; label: string };

const Options = ({ of }: { of: readonly Choice[] }) =>
  of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

/** Months by year, newest first. Includes the chosen month, also while the customer's months load. */
function Months({ of, chosen }: { of: readonly string[]; chosen: string }) {
  const known = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(chosen) ? [...of, chosen] : of;
  const newestFirst = [...new Set(known)].toSorted().toReversed();
  return [...Map.groupBy(newestFirst, (month) => month.slice(0, 4))].map(([year, months]) => (
    <optgroup key={year} label={year}>
      <Options of={months.map((value) => ({ value, label: monthWords(value) }))} />
    </optgroup>
  ));
}

/** The search of the orders. Its values are in the address, so that a search can be linked, and Back leads to it. */
export function OrderFilter({
  services,
  months,
}: {
  services: readonly Choice[];
  /** The months with orders (YYYY-MM). */
  months: readonly string[];
}) {
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
  const states = Object.entries(stateWords).map(([value, label]) => ({ value, label }));
  const choices: [key: string, label: string, options: ReactNode][] = [
    ['service', 'Service', <Options key="service" of={services} />],
    ['month', 'Month', <Months key="month" of={months} chosen={search.get('month') ?? ''} />],
    ['state', 'State', <Options key="state" of={states} />],
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
            {options}
          </select>
        </label>
      ))}
    </form>
  );
}

import { useState } from 'react';
import { ApiError } from '#ui/api-error.ts';

/** Filters by name; an absent one doesn't filter. */
type Filters<Name extends string> = Partial<Record<Name, string | undefined>>;

const withoutEmpty = <Name extends string>(
  names: readonly Name[],
  valueOf: (name: Name) => string | null | undefined,
): Filters<Name> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = valueOf(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  ) as Filters<Name>;

/** The filters in the address. */
export const filtersIn = <Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Filters<Name> => withoutEmpty(names, (name) => query.get(name));

/** Why the server refused a filter; undefined when it did not. */
export const filterProblem = (error: unknown, name: string): string | undefined =>
  error instanceof ApiError ? error.errors[name]?.[0] : undefined;

/**
 * The fields of a form of filters. A choice filters at once, together with what is typed; typed filters wait for `send`.
 * `error`: of the last call with these filters. `onFilters`: gets the filters that are set.
 */
export function useFilterFields<Name extends string>({
  names,
  filters,
  error,
  onFilters,
}: {
  names: readonly Name[];
  filters: Filters<Name>;
  error: unknown;
  onFilters: (filters: Filters<Name>) => void;
}) {
  const address = JSON.stringify(filters);
  const [shown, setShown] = useState({ address, typed: filters });
  // another address, such as that of Back, has its own filters
  if (shown.address !== address) setShown({ address, typed: filters });
  const { typed } = shown;
  const set = (name: Name, value: string) => setShown({ address, typed: { ...typed, [name]: value } });
  const send = (chosen = typed) => onFilters(withoutEmpty(names, (name) => chosen[name]));
  const field = (name: Name) => ({
    id: name,
    value: typed[name] ?? '',
    error: filterProblem(error, name),
    onValue: (value: string) => set(name, value),
  });
  const choice = (name: Name) => ({
    ...field(name),
    onValue: (value: string) => {
      set(name, value);
      send({ ...typed, [name]: value });
    },
  });
  return { field, choice, send: () => send() };
}

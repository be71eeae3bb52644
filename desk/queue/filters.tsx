import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { lineViews } from '#contract/desk/work.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FilterForm } from '#desk/frame/filter-form.tsx';
import { filtersIn } from '#desk/frame/use-filters.ts';
import { writersQuery } from './writers.ts';

type View = (typeof lineViews)[number];

const views: { value: View; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'check', label: 'Ready for review' },
  { value: 'asked', label: 'Waiting for an answer' },
  { value: 'review', label: 'Delivered' },
  { value: 'stopped', label: 'On hold' },
  { value: 'done', label: 'Completed' },
];
const dues = [
  { value: 'late', label: 'Late' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Next 7 days' },
  { value: 'later', label: 'Later' },
];

const filterNames = ['show', 'due', 'who', 'service', 'express', 'q'] as const;

/** The filters in the URL. */
export const filtersOf = (query: URLSearchParams) => filtersIn(query, filterNames);

/** What the queue shows, as controls that change the URL. */
export function Filters({
  filters,
  set,
}: {
  filters: ReturnType<typeof filtersOf>;
  set: (key: string, value: string) => void;
}) {
  const [typed, setTyped] = useState(filters.q ?? '');
  const writers = useQuery(writersQuery);
  const services = (writers.data?.services ?? []).map(({ orderType, title }) => ({
    value: String(orderType),
    label: title,
  }));
  const people = (writers.data?.writers ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FilterForm
      search={
        <TextField
          id="q"
          label="Brand or order"
          autoComplete="off"
          value={typed}
          onValue={(value) => {
            setTyped(value);
            if (value === '') set('q', '');
          }}
        />
      }
      onFind={() => set('q', typed.trim())}
    >
      <SelectField
        id="show"
        label="Show"
        options={views}
        value={filters.show ?? 'open'}
        onValue={(value) => set('show', value)}
      />
      <SelectField
        id="due"
        label="Due"
        emptyLabel="Any date"
        options={dues}
        value={filters.due ?? ''}
        onValue={(value) => set('due', value)}
      />
      <SelectField
        id="who"
        label="Assigned to"
        emptyLabel="Anyone"
        options={[{ value: 'me', label: 'Me' }, { value: 'free', label: 'Unassigned' }, ...people]}
        value={filters.who ?? ''}
        onValue={(value) => set('who', value)}
      />
      <SelectField
        id="service"
        label="Service"
        emptyLabel="All"
        options={services}
        value={filters.service ?? ''}
        onValue={(value) => set('service', value)}
      />
      <SelectField
        id="express"
        label="Delivery"
        emptyLabel="All"
        options={[{ value: '1', label: 'Express only' }]}
        value={filters.express ?? ''}
        onValue={(value) => set('express', value)}
      />
    </FilterForm>
  );
}

import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { deskPayments, deskWorks, type DeskWork } from '#contract/desk/orders.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FilterForm } from '#desk/frame/filter-form.tsx';
import { formatDay } from '#desk/frame/format-time.ts';
import { useFilterFields } from '#desk/frame/use-filters.ts';
import { stateLabel } from '#desk/work/line-words.ts';
import { paymentWords } from '#desk/work/order-words.ts';

type Services = DeskAnswerOf<'listDeskOrders'>['services'];

export const filterNames = ['payment', 'work', 'service', 'from', 'to', 'q'] as const;
export type OrderFilters = Partial<Record<(typeof filterNames)[number], string | undefined>>;

const deskWorkWords = (work: DeskWork): string => (work === 'onHold' ? 'On hold' : stateLabel(work));

const payments = deskPayments.map((value) => ({ value, label: paymentWords(value) }));
const works = deskWorks.map((value) => ({ value, label: deskWorkWords(value) }));
const choicesOf = (services: Services) =>
  services.map(({ orderType, title }) => ({ value: String(orderType), label: title }));

/** The chosen filters in words: "payment “Refunded”, service “Slogans”". */
export function askedWords(
  { payment, work, service, from, to, q }: OrderFilters,
  services: Services,
): string {
  const labelOf = (choices: readonly { value: string; label: string }[], value: string) =>
    choices.find((choice) => choice.value === value)?.label ?? value;
  return [
    q && `“${q}”`,
    payment && `payment “${labelOf(payments, payment)}”`,
    work && `work “${labelOf(works, work)}”`,
    service && `service “${labelOf(choicesOf(services), service)}”`,
    from && `from ${formatDay(`${from}T12:00`)}`,
    to && `up to ${formatDay(`${to}T12:00`)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What the list of orders shows. `canSeeNames`: whether orders are also found by the customer's name. */
export function OrderFilters({
  filters,
  services,
  error,
  canSeeNames,
  onFilters,
}: {
  filters: OrderFilters;
  services: Services;
  error: unknown;
  canSeeNames: boolean;
  onFilters: (filters: OrderFilters) => void;
}) {
  const { field, choice, send } = useFilterFields({ names: filterNames, filters, error, onFilters });
  return (
    <FilterForm
      search={
        <TextField
          {...field('q')}
          label={canSeeNames ? 'Brand, customer or number' : 'Brand or number'}
          autoComplete="off"
        />
      }
      onFind={send}
      onClear={Object.keys(filters).length > 0 ? () => onFilters({}) : undefined}
    >
      <SelectField {...choice('payment')} label="Payment" emptyLabel="Any" options={payments} />
      <SelectField {...choice('work')} label="Work" emptyLabel="Any" options={works} />
      <SelectField {...choice('service')} label="Service" emptyLabel="All" options={choicesOf(services)} />
      <TextField {...field('from')} type="date" label="From" autoComplete="off" />
      <TextField {...field('to')} type="date" label="To" autoComplete="off" />
    </FilterForm>
  );
}

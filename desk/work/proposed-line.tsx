import { useCallback, useMemo } from 'react';
import { formatMoney } from '#contract/money.ts';
import { type OrderDetails, orderDetailsSchema } from '#contract/catalogue/order-details.ts';
import type { FieldErrors } from '#contract/problems.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { DeliveryTime } from '#ui/order-form/delivery-time.tsx';
import { orderFields, orderSections, settled } from '#ui/order-form/order-sections.tsx';
import { PriceParts } from '#ui/order-form/price-parts.tsx';
import { quoteForm, roundsWords } from '#ui/order-form/quote.ts';
import { formErrors, parsed } from '#ui/parse-form.ts';
import { useForm } from '#ui/use-form.ts';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import type { Line } from './kept-proposal.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

const form = 'proposal';

/** The server's errors at the fields of line `index`; those of other lines become general ones. */
function errorsOf(error: unknown, index: number): FieldErrors {
  const errors = error instanceof ApiError ? error.errors : {};
  if (Object.keys(errors).length === 0) return { '': [failureMessage(error)] };
  const own = `lines.${index}.details.`;
  const found: FieldErrors = {};
  for (const [path, messages] of Object.entries(errors)) {
    const field = path.startsWith(own) ? path.slice(own.length) : '';
    found[field] = [...(found[field] ?? []), ...messages];
  }
  return found;
}

/** The order form of one product, for a member of staff. `before`: the complete lines of the proposal. */
export function ProposedLine({
  start,
  before,
  onChange,
  onAdd,
  onSend,
  onClose,
}: {
  start: Line;
  before: readonly Line[];
  onChange: (line: Line) => void;
  onAdd: (line: Line) => void;
  onSend: (line: Line) => Promise<void>;
  onClose: () => void;
}) {
  const { product } = start;
  const now = useMinuteClock();
  const schema = useMemo(() => orderDetailsSchema(product), [product]);
  const validate = useCallback((details: OrderDetails) => formErrors(schema, details), [schema]);
  const { values, errors, refusals, change, submit, refuse, latest } = useForm(start.details, validate);
  const { busy, begin, end } = useOneAtATime();
  const set = (next: Partial<OrderDetails>, ...fields: string[]) => {
    const details = settled(product, { ...latest.current, ...next });
    change(details, ...fields);
    onChange({ product, details });
  };
  const complete = (): Line | undefined => {
    if (busy || !submit()) return undefined;
    const details = parsed(schema, latest.current);
    return details && { product, details };
  };
  const send = async () => {
    const line = complete();
    if (!line) return;
    if (!begin()) return;
    try {
      await onSend(line);
    } catch (error) {
      refuse(errorsOf(error, before.length));
      end();
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <ErrorSummary form={form} errors={errors} fields={orderFields(product)} refusals={refusals} />
      {orderSections({ form, product, values, latest, errors, now, set }).map(({ id, title, lead, body }) => (
        <section key={id} aria-label={title} className="flex flex-col gap-6">
          <h3 className="border-b border-hairline pb-2">
            {title}
            {lead !== '' && <span className="block font-sans text-base font-normal text-muted">{lead}</span>}
          </h3>
          {body}
        </section>
      ))}
      <Price details={values} product={product} before={before} now={now} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="Creating">
          Create the link
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            const line = complete();
            if (line) onAdd(line);
          }}
        >
          Add another item
        </Button>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  );
}

/** Price and date as the customer would see them now. */
function Price({ product, details, before, now }: Line & { before: readonly Line[]; now: Date | undefined }) {
  const quote = quoteForm(product, details);
  const earlier = before.reduce((sum, line) => sum + (quoteForm(line.product, line.details)?.amount ?? 0), 0);
  return (
    <section aria-label="Price and delivery date" className="rounded-control bg-surface-2 p-4">
      {quote ? (
        <>
          <PriceParts parts={quote.parts} />
          <output className="mt-2 block border-t border-hairline pt-2">
            <span className="figures flex flex-wrap justify-between gap-x-4 font-semibold">
              <span>Today’s price</span> <span>{formatMoney(quote.amount)}</span>
            </span>
            {before.length > 0 && (
              <span className="figures flex flex-wrap justify-between gap-x-4">
                <span>Whole proposal</span> <span>{formatMoney(quote.amount + earlier)}</span>
              </span>
            )}
            <span className="mt-1 block text-muted">
              Delivery <DeliveryTime now={now} days={quote.days} />
              {quote.days > 0 && ' if the customer pays now'}. {roundsWords(quote.revisionRounds)}.
            </span>
          </output>
        </>
      ) : (
        <p className="text-muted">Enter a quantity to see the price.</p>
      )}
    </section>
  );
}

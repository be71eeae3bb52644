import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { emptyBrief, variantForWords } from '#contract/brief.ts';
import { formatPrice } from '#contract/money.ts';
import { type OrderDetails, orderDetailsSchema } from '#contract/order-details.ts';
import { countWords } from '#contract/text.ts';
import { workTitle } from '#contract/work-title.ts';
import { Button } from '#ui/button.tsx';
import { CardChoice } from '#ui/choices.tsx';
import { ErrorSummary, fieldId } from '#ui/error-summary.tsx';
import { FieldGroup } from '#ui/field.tsx';
import { formErrors, parsed } from '#ui/parse-form.ts';
import { notify } from '#ui/snackbar.tsx';
import { errorOf, useForm } from '#ui/use-form.ts';
import { checkBrief } from './check-brief.ts';
import { chosenContents } from './chosen-contents.ts';
import { BriefFieldControl } from './brief-field.tsx';
import { cartLines } from '#web/ordering/cart-store.ts';
import { addLine, changeLine } from '#web/ordering/cart-actions.ts';
import { readDraft } from '#web/ordering/draft-store.ts';
import { ExpressField } from './express-field.tsx';
import { briefProgress, briefSections } from './form-sections.ts';
import { OptionFields } from './option-fields.tsx';
import { OrderBar, OrderSummary } from './order-summary.tsx';
import { initialDetails, type ProductFormModel } from '#web/ordering/product-form-model.ts';
import { QuantityField } from './quantity-field.tsx';
import { quoteForm } from '#web/ordering/quote.ts';
import { restoredDetails, withAddressChoices } from './restored-details.ts';
import { useDraftWriter } from './use-draft-writer.ts';
import { useMinuteClock } from '#web/ordering/use-minute-clock.ts';

const form = 'order';
const checking = 'Checking your brief';
const at = (field: string) => fieldId(form, field);

/** Where a form's first content comes from. */
type Start = { details: OrderDetails; editing: string | null; recalled: boolean };

function startOf(product: ProductFormModel, search: string): Start {
  const query = new URLSearchParams(search);
  const edited = cartLines().find(
    ({ id, orderType }) => id === query.get('edit') && orderType === product.orderType,
  );
  if (edited)
    return { details: restoredDetails(product, edited.details), editing: edited.id, recalled: false };
  const draft = readDraft(product.slug);
  return {
    details: withAddressChoices(product, restoredDetails(product, draft), query),
    editing: null,
    recalled: draft !== undefined,
  };
}

/** Values that follow from others: a variant from the text's length, no express when nothing can be faster. */
function settled(product: ProductFormModel, details: OrderDetails): OrderDetails {
  const derived = product.variantDerivedFrom;
  const variant = derived
    ? variantForWords(product, countWords(String(details.brief[derived.field] ?? '')))
    : details.variant;
  const next = { ...details, variant };
  const quoted = quoteForm(product, next);
  return quoted && !quoted.canBeExpress ? { ...next, express: false } : next;
}

export function OrderForm({ product, contents }: { product: ProductFormModel; contents: readonly string[] }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const now = useMinuteClock();
  const schema = useMemo(() => orderDetailsSchema(product), [product]);
  const validate = useCallback((details: OrderDetails) => formErrors(schema, details), [schema]);
  const { values, errors, refusals, change, submit, refuse, latest } = useForm(
    initialDetails(product),
    validate,
  );
  const [start, setStart] = useState<Omit<Start, 'details'> | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const editing = start?.editing ?? null;

  // The prerendered page has an empty form; stored text is filled in before the live form's first frame.
  useLayoutEffect(() => {
    const { details, ...rest } = startOf(product, search);
    // Text typed before the scripts ran is newer than the stored text.
    const early = Object.entries(latest.current.brief).filter(
      ([key, value]) => value.length > 0 && String(value) !== String(emptyBrief(product.fields)[key]),
    );
    change(settled(product, { ...details, brief: { ...details.brief, ...Object.fromEntries(early) } }));
    setStart(rest);
    // eslint-disable-next-line react/exhaustive-deps -- because the address counts where the form starts, not later
  }, [product, change, latest]);

  const draft = useDraftWriter(product.slug, latest, setSaved);
  const set = (next: OrderDetails, ...fields: string[]) => {
    change(settled(product, next), ...fields);
    if (editing !== null) return;
    setSaved(false);
    draft.write();
  };

  const quoted = quoteForm(product, values);
  const fields = [
    'quantity',
    'variant',
    ...product.fields.map(({ key }) => `brief.${key}`),
    ...product.options.map(({ key }) => `options.${key}`),
    'express',
  ];

  const toCart = async (then: 'stay' | 'checkout') => {
    if (busy || !submit()) return;
    let line = editing;
    const details = parsed(schema, latest.current);
    if (!details) return;
    setBusy(true);
    const problems = await checkBrief(product.slug, details.brief);
    setBusy(false);
    if (problems) {
      refuse(problems);
      return;
    }
    if (editing === null) {
      line = addLine(product.orderType, details);
      draft.drop();
      // No message on the way to checkout: the visitor sees the cart itself.
      if (then === 'stay') notify({ message: 'Added to your cart' });
    } else {
      changeLine(editing, product.orderType, details);
      notify({ message: 'Cart updated' });
    }
    // Replaces the address, so that the browser's Back edits the item in the cart.
    await navigate(`?edit=${line}`, { replace: true, preventScrollReset: true });
    void navigate(then === 'checkout' ? '/cart#checkout' : '/cart');
  };

  const startOver = () => {
    const before = latest.current;
    draft.drop();
    change(settled(product, initialDetails(product)), ...fields);
    setStart({ editing: null, recalled: false });
    setSaved(false);
    window.scrollTo({ top: 0 });
    const undo = () => {
      change(before, ...fields);
      draft.write();
    };
    notify({ message: 'Form cleared', action: { label: 'Undo', run: undo } });
  };

  const mainAction = editing === null ? 'Check out' : 'Save changes';
  const progress = useMemo(
    () => briefProgress(product.fields, validate(values)),
    [product, validate, values],
  );
  const setBrief = (key: string, value: string | string[]) =>
    set({ ...latest.current, brief: { ...latest.current.brief, [key]: value } }, `brief.${key}`);

  const sections: { id: string; title: string; lead: string; body: ReactNode }[] = briefSections(
    product.kind,
    product.fields,
  ).map(({ title, lead, fields: asked }) => ({
    id: title,
    title,
    lead,
    body: asked.map((field) => (
      <BriefFieldControl
        key={field.key}
        id={at(`brief.${field.key}`)}
        field={field}
        value={values.brief[field.key] ?? ''}
        onValue={(value) => setBrief(field.key, value)}
        error={errorOf(errors, `brief.${field.key}`)}
        product={product}
        quantity={values.quantity}
        onQuantity={(quantity) => set({ ...latest.current, quantity }, 'quantity', `brief.${field.key}`)}
      />
    )),
  }));
  if (hasAmount(product))
    sections.unshift({
      id: 'amount',
      title: 'What you need',
      lead: '',
      body: (
        <>
          <VariantField
            product={product}
            details={values}
            onValue={(variant) => set({ ...latest.current, variant }, 'variant')}
            error={errorOf(errors, 'variant')}
          />
          <QuantityField
            id={at('quantity')}
            product={product}
            value={values.quantity}
            onValue={(quantity) => set({ ...latest.current, quantity }, 'quantity')}
            error={errorOf(errors, 'quantity')}
          />
        </>
      ),
    });
  sections.push({
    id: 'extras',
    title: quoted?.canBeExpress === false ? 'Extras' : 'Extras and delivery date',
    lead: '',
    body: (
      <>
        <OptionFields
          form={form}
          product={product}
          details={values}
          onOption={(key, value) =>
            set({ ...latest.current, options: { ...latest.current.options, [key]: value } }, `options.${key}`)
          }
        />
        <ExpressField
          id={at('express')}
          product={product}
          details={values}
          now={now}
          onExpress={(express) => set({ ...latest.current, express }, 'express')}
          error={errorOf(errors, 'express')}
        />
      </>
    ),
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void toCart(editing === null ? 'checkout' : 'stay');
      }}
      className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-16"
    >
      <div className="flex min-w-0 flex-col gap-14">
        <ErrorSummary form={form} errors={errors} fields={fields} refusals={refusals} />
        {sections.map(({ id, title, lead, body }, index) => (
          <Section
            key={id}
            number={index + 1}
            title={title}
            lead={lead}
            aside={
              index === 0 && (
                <DraftState
                  editing={editing !== null}
                  saved={isSaved}
                  recalled={start?.recalled ?? false}
                  onStartOver={startOver}
                />
              )
            }
          >
            {body}
          </Section>
        ))}
      </div>

      <OrderBar quote={quoted} now={now} progress={progress}>
        <Button type="submit" busy={busy} busyText={checking}>
          {mainAction}
        </Button>
      </OrderBar>

      <OrderSummary
        title={workTitle(product, values.quantity)}
        contents={chosenContents(contents, product, values.variant)}
        quote={quoted}
        now={now}
        progress={progress}
      >
        <Button type="submit" busy={busy} busyText={checking}>
          {mainAction}
        </Button>
        {editing === null && (
          <Button look="quiet" busy={busy} busyText={checking} onClick={() => void toCart('stay')}>
            Add to cart
          </Button>
        )}
      </OrderSummary>
    </form>
  );
}

/** "$14 each, $70 for 5"; only the whole where the first cost more than the next. */
function shownPrice(total: number | undefined, quantity: number): string | undefined {
  if (total === undefined || quantity === 1) return total === undefined ? undefined : formatPrice(total);
  const whole = `${formatPrice(total)} for ${quantity}`;
  return total % quantity === 0 ? `${formatPrice(total / quantity)} each, ${whole}` : whole;
}

const hasVariants = (product: ProductFormModel) => product.variants.length > 1 && !product.variantDerivedFrom;
const hasAmount = (product: ProductFormModel) =>
  hasVariants(product) || product.quantity.min < product.quantity.max;

function VariantField({
  product,
  details,
  onValue,
  error,
}: {
  product: ProductFormModel;
  details: OrderDetails;
  onValue: (variant: string) => void;
  error: string | undefined;
}) {
  if (!hasVariants(product)) return null;
  const { quantity } = details;
  // without the extras, as in the price list
  const priceOf = (variant: string) =>
    quoteForm(product, { ...initialDetails(product), quantity, variant })?.amount;
  return (
    <FieldGroup id={at('variant')} label={product.variantLabel ?? 'Kind'} error={error}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-3">
        {product.variants.map((variant, index) => (
          <CardChoice
            key={variant.value}
            id={index === 0 ? at('variant') : undefined}
            type="radio"
            name="variant"
            value={variant.value}
            checked={details.variant === variant.value}
            onChecked={() => onValue(variant.value)}
            title={variant.label}
            hint={variant.hint}
            aside={shownPrice(priceOf(variant.value), quantity)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

function Section({
  number,
  title,
  lead,
  aside,
  children,
}: {
  number: number;
  title: string;
  lead: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`${form}-section-${number}`}>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-hairline pb-3">
        <h2 id={`${form}-section-${number}`} className="min-w-0 text-[1.625rem]">
          <span aria-hidden className="figures mr-2.5 text-red-text">
            {number}
          </span>
          {title}
        </h2>
        {aside}
        {lead !== '' && <p className="w-full text-base text-muted">{lead}</p>}
      </div>
      <div className="flex flex-col gap-7">{children}</div>
    </section>
  );
}

/** Prerendered, because a line added by scripts would move the whole form. */
function DraftState({
  editing,
  saved,
  recalled,
  onStartOver,
}: {
  editing: boolean;
  saved: boolean;
  recalled: boolean;
  onStartOver: () => void;
}) {
  if (editing) return <p className="text-small text-subtle">Editing an item in your cart</p>;
  return (
    <p className="text-small text-subtle">
      {saved
        ? 'Saved on this device'
        : recalled
          ? 'We kept what you typed'
          : 'Saved on this device as you type'}
      {(saved || recalled) && (
        <>
          {' · '}
          <button type="button" className="link" onClick={onStartOver}>
            Start over
          </button>
        </>
      )}
    </p>
  );
}

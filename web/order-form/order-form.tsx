import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type OrderDetails, orderDetailsSchema } from '#contract/catalogue/order-details.ts';
import { workTitle } from '#contract/catalogue/work-title.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary, fieldId } from '#ui/error-summary.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { formErrors, parsed } from '#ui/parse-form.ts';
import { newId } from '#ui/new-id.ts';
import { notify } from '#ui/snackbar.tsx';
import { errorOf, useForm } from '#ui/use-form.ts';
import { checkBrief } from './check-brief.ts';
import { chosenContents } from './chosen-contents.ts';
import { changeLine } from '#web/stored-orders/cart-actions.ts';
import { takeDraft } from '#web/stored-orders/draft-store.ts';
import { takesFiles } from '#web/stored-orders/line-files.ts';
import { briefProgress } from '#ui/order-form/form-sections.ts';
import { orderFields, orderSections } from '#ui/order-form/order-sections.tsx';
import { FilesField } from './files-field.tsx';
import { OrderBar, OrderSummary } from './order-summary.tsx';
import { initialDetails, type ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { quoteForm } from '#ui/order-form/quote.ts';
import { DraftState } from './draft-state.tsx';
import { useOrderDraft } from './use-order-draft.ts';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

const form = 'order';
const checking = 'Checking your brief';

type Sections = ReturnType<typeof orderSections>;
/** Adds a section for files before the last section. */
const withFiles = (sections: Sections, body: ReactNode): Sections =>
  sections.toSpliced(-1, 0, { id: 'files', title: 'Files', lead: '', body });

/** `accept`: endings of the files that people can use. `guarantee`: what holds when revised work misses its brief. */
export function OrderForm({
  product,
  contents,
  accept,
  guarantee,
}: {
  product: ProductFormModel;
  contents: readonly string[];
  accept: string;
  guarantee: string | undefined;
}) {
  const navigate = useNavigate();
  const now = useMinuteClock();
  const schema = useMemo(() => orderDetailsSchema(product), [product]);
  const validate = useCallback((details: OrderDetails) => formErrors(schema, details), [schema]);
  const { values, errors, refusals, change, submit, refuse, latest } = useForm(
    initialDetails(product),
    validate,
  );
  const { busy, begin, end } = useOneAtATime();
  // one form adds one line, however often it is sent
  const [newLine] = useState(newId);
  const unstored = useRef(0);
  const fields = [...orderFields(product), 'files'];
  const draft = useOrderDraft(product, { change, latest }, fields, () => {
    window.scrollTo({ top: 0 });
    // moves the focus, because the pressed button has disappeared
    focusSoon(fieldId(form, fields[0]!));
  });
  const { editing, files, latestFiles, set } = draft;

  const quoted = quoteForm(product, values);

  const toCart = async (then: 'stay' | 'checkout') => {
    if (!begin()) return;
    try {
      await putIntoCart(then);
    } finally {
      end();
    }
  };

  const putIntoCart = async (then: 'stay' | 'checkout') => {
    if (!submit()) return;
    const line = editing ?? newLine;
    const details = parsed(schema, latest.current);
    if (!details) return;
    const problems = await checkBrief(product.slug, details.brief);
    if (problems) {
      refuse(problems);
      return;
    }
    if (unstored.current > 0) {
      refuse({ files: ['Wait until your files are stored, or cancel them.'] });
      return;
    }
    changeLine(line, product.orderType, { details, files: latestFiles.current });
    draft.drop();
    // No message on the way to checkout: the visitor sees the cart itself.
    if (then === 'stay') notify({ message: editing === null ? 'Added to your cart' : 'Cart updated' });
    // Replaces the address, so that the browser's Back edits the item in the cart.
    await navigate(`?edit=${line}`, { replace: true, preventScrollReset: true });
    void navigate(then === 'checkout' ? '/cart#checkout' : '/cart');
  };

  const mainButton = (
    <Button type="submit" busy={busy} busyText={checking}>
      {editing === null ? 'Check out' : 'Save changes'}
    </Button>
  );
  const sections = orderSections({ form, product, values, latest, errors, now, set });
  const filesField = (
    <FilesField
      id={fieldId(form, 'files')}
      files={files}
      latest={latestFiles}
      error={errorOf(errors, 'files')}
      accept={accept}
      onFiles={draft.changeFiles}
      onPending={(count) => {
        unstored.current = count;
      }}
    />
  );
  const progress = useMemo(
    () => briefProgress(product.fields, validate(values)),
    [product, validate, values],
  );
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
        {(takesFiles(product) ? withFiles(sections, filesField) : sections).map(
          ({ id, title, lead, body }, index) => (
            <Section
              key={id}
              number={index + 1}
              title={title}
              lead={lead}
              aside={
                index === 0 && (
                  <DraftState
                    editing={editing !== null}
                    saved={draft.isSaved}
                    recalled={draft.recalled ?? false}
                    offered={draft.offered ?? []}
                    onStartOver={draft.startOver}
                    onContinue={(id) => {
                      takeDraft(id);
                      draft.restart();
                    }}
                  />
                )
              }
            >
              {body}
            </Section>
          ),
        )}
      </div>

      <OrderBar quote={quoted} now={now} progress={progress}>
        {mainButton}
      </OrderBar>

      <OrderSummary
        title={workTitle(product, values.quantity)}
        contents={chosenContents(contents, product, values.variant)}
        quote={quoted}
        now={now}
        progress={progress}
        guarantee={guarantee}
      >
        {mainButton}
        {editing === null && (
          <Button look="quiet" busy={busy} busyText={checking} onClick={() => void toCart('stay')}>
            Add to cart
          </Button>
        )}
      </OrderSummary>
    </form>
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

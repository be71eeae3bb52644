import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { minute } from '#contract/durations.ts';
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
import { cartLines } from '#web/stored-orders/cart-store.ts';
import { changeLine } from '#web/stored-orders/cart-actions.ts';
import {
  draftFiles,
  draftId,
  type OfferedDraft,
  otherDrafts,
  readDraft,
  takeDraft,
} from '#web/stored-orders/draft-store.ts';
import { type DeviceFile, readableFiles, takesFiles } from '#web/stored-orders/line-files.ts';
import { briefProgress } from '#ui/order-form/form-sections.ts';
import { orderFields, orderSections, settled } from '#ui/order-form/order-sections.tsx';
import { FilesField } from './files-field.tsx';
import { OrderBar, OrderSummary } from './order-summary.tsx';
import { initialDetails, type ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { quoteForm } from '#ui/order-form/quote.ts';
import { restoredDetails, withAddressChoices, withEarlyInput } from '#ui/order-form/restored-details.ts';
import { useDraftWriter } from './use-draft-writer.ts';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

const form = 'order';
const checking = 'Checking your brief';

/** Where a form's first content comes from. */
type Start = {
  details: OrderDetails;
  files: DeviceFile[];
  editing: string | null;
  recalled: boolean;
  offered: readonly OfferedDraft[];
};

function startOf(product: ProductFormModel, search: string): Start {
  const query = new URLSearchParams(search);
  const edited = cartLines().find(
    ({ id, orderType }) => id === query.get('edit') && orderType === product.orderType,
  );
  const editing = edited?.id ?? null;
  const draft = readDraft(draftId(product.slug, editing));
  const details = restoredDetails(product, draft ?? edited?.details);
  return {
    details: edited ? details : withAddressChoices(product, details, query),
    files: readableFiles(draftFiles(draftId(product.slug, editing)) ?? edited?.files),
    editing,
    recalled: draft !== undefined,
    offered: edited || draft ? [] : otherDrafts(product.slug),
  };
}

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
  const { search } = useLocation();
  const now = useMinuteClock();
  const schema = useMemo(() => orderDetailsSchema(product), [product]);
  const validate = useCallback((details: OrderDetails) => formErrors(schema, details), [schema]);
  const { values, errors, refusals, change, submit, refuse, latest } = useForm(
    initialDetails(product),
    validate,
  );
  const [start, setStart] = useState<Omit<Start, 'details' | 'files'> | null>(null);
  const [isSaved, setSaved] = useState(false);
  const { busy, begin, end } = useOneAtATime();
  // one form adds one line, however often it is sent
  const [newLine] = useState(newId);
  const editing = start?.editing ?? null;
  const [files, setFiles] = useState<DeviceFile[]>([]);
  const latestFiles = useRef(files);
  const unstored = useRef(0);
  const putFiles = useCallback((next: DeviceFile[]) => {
    latestFiles.current = next;
    setFiles(next);
  }, []);

  // The prerendered page has an empty form; stored text is filled in before the live form's first frame.
  useLayoutEffect(() => {
    const { details, files: chosen, ...rest } = startOf(product, search);
    change(settled(product, withEarlyInput(product, details, latest.current)));
    putFiles(chosen);
    setStart(rest);
    // eslint-disable-next-line react/exhaustive-deps -- because the address counts where the form starts, not later
  }, [product, change, latest, putFiles]);

  const draft = useDraftWriter(product.slug, editing, latest, latestFiles, setSaved);
  const set = (next: Partial<OrderDetails>, ...fields: string[]) => {
    change(settled(product, { ...latest.current, ...next }), ...fields);
    setSaved(false);
    draft.write();
  };

  const changeFiles = (next: DeviceFile[]) => {
    putFiles(next);
    set({}, 'files');
  };

  const quoted = quoteForm(product, values);
  const fields = [...orderFields(product), 'files'];

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

  const restart = () => {
    const { details, files: chosen, ...rest } = startOf(product, search);
    change(settled(product, details), ...fields);
    putFiles(chosen);
    setStart(rest);
    setSaved(false);
  };

  const startOver = () => {
    const before = latest.current;
    const filesBefore = latestFiles.current;
    draft.drop();
    restart();
    window.scrollTo({ top: 0 });
    // the pressed button has disappeared
    focusSoon(fieldId(form, fields[0]!));
    const undo = () => {
      change(before, ...fields);
      putFiles(filesBefore);
      draft.write();
    };
    notify({
      message: editing === null ? 'Form cleared' : 'Changes discarded',
      action: { label: 'Undo', run: undo },
    });
  };

  const mainButton = (
    <Button type="submit" busy={busy} busyText={checking}>
      {editing === null ? 'Check out' : 'Save changes'}
    </Button>
  );
  const sections = orderSections({ form, product, values, latest, errors, now, set });
  const filesSection = {
    id: 'files',
    title: 'Files',
    lead: '',
    body: (
      <FilesField
        id={fieldId(form, 'files')}
        files={files}
        latest={latestFiles}
        error={errorOf(errors, 'files')}
        accept={accept}
        onFiles={changeFiles}
        onPending={(count) => {
          unstored.current = count;
        }}
      />
    ),
  };
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
        {(takesFiles(product) ? sections.toSpliced(-1, 0, filesSection) : sections).map(
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
                    saved={isSaved}
                    recalled={start?.recalled ?? false}
                    offered={start?.offered ?? []}
                    onStartOver={startOver}
                    onContinue={(id) => {
                      takeDraft(id);
                      restart();
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

/** Prerendered, because a line added by scripts would move the whole form. */
function DraftState({
  editing,
  saved,
  recalled,
  offered,
  onStartOver,
  onContinue,
}: {
  editing: boolean;
  saved: boolean;
  recalled: boolean;
  offered: readonly OfferedDraft[];
  onStartOver: () => void;
  onContinue: (id: string) => void;
}) {
  const isKept = saved || recalled;
  return (
    <>
      <p className="text-small text-subtle">
        {editing && (isKept ? 'Not in your cart yet. ' : 'Editing an item in your cart. ')}
        {saved
          ? 'Saved on this device'
          : recalled
            ? 'We saved what you typed'
            : 'Saved on this device as you type'}
        {isKept && (
          <>
            {' · '}
            <button type="button" className="link" onClick={onStartOver}>
              {editing ? 'Discard changes' : 'Start over'}
            </button>
          </>
        )}
      </p>
      {!isKept && offered.length > 0 && (
        <ul aria-label="Your other drafts" className="w-full text-small text-muted">
          {offered.map(({ id, at, name }) => (
            <li key={id}>
              <button type="button" className="link min-h-11 break-words" onClick={() => onContinue(id)}>
                Continue “{name}”, {agoWords(at)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const ago = new Intl.RelativeTimeFormat('en-US');
function agoWords(at: number): string {
  const minutes = Math.max(1, Math.round((Date.now() - at) / minute));
  if (minutes < 60) return ago.format(-minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? ago.format(-hours, 'hour') : ago.format(-Math.round(hours / 24), 'day');
}

import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { FieldErrors } from '#contract/problems.ts';
import { ErrorSummary, fieldId } from '#ui/error-summary.tsx';
import { formErrors } from '#ui/parse-form.ts';
import { dropFormDraft, keepFormDraft, readFormDraft } from '#ui/form-drafts.ts';
import { errorOf, useForm } from '#ui/use-form.ts';
import { ApiError, failureMessage } from './api-error.ts';

type KeysOf<Values, Value> = {
  [Key in keyof Values]: Values[Key] extends Value ? Key : never;
}[keyof Values] &
  string;

type Options<Values> = {
  /** Tells the forms of a page apart. */
  name: string;
  /** The same object at every turn. */
  initial: Values;
  /** The contract's schema of what is sent: the server judges by it too. */
  schema: z.ZodMiniType;
  /** From top to bottom, as the summary of errors lists them. */
  fields: readonly (keyof Values & string)[];
  /** Keep what is typed until it was sent, so that a session that ends meanwhile takes nothing along. Never secrets. */
  keeps?: boolean;
  /** What only the shop can tell of a form that is refused anyway, so that everything is named at once. */
  judge?: ((typed: Values, found: FieldErrors) => Promise<FieldErrors>) | undefined;
  /** Sends what was typed. What it throws is shown, at its fields or above them. */
  send: (typed: Values) => Promise<void>;
};

/** A form whose answer is a call to the shop: judged by its schema, sent once at a time, its refusals shown. */
export function useSendForm<Values extends object>({
  name,
  initial,
  schema,
  fields,
  keeps = false,
  judge,
  send,
}: Options<Values>) {
  const { values, errors, refusals, change, submit, refuse, latest } = useForm(
    initial,
    useCallback((typed: Values) => formErrors(schema, typed), [schema]),
  );
  const [busy, setBusy] = useState(false);
  const set = useCallback(
    (next: Partial<Values>) => change({ ...latest.current, ...next }, ...Object.keys(next)),
    [change, latest],
  );
  useEffect(() => {
    if (keeps && values !== initial) keepFormDraft(name, initial, values);
  }, [keeps, values, name, initial]);
  useEffect(() => {
    const typed = keeps ? readFormDraft(name, initial) : {};
    // What was typed into the page before this ran is newer.
    if (Object.keys(typed).length > 0 && JSON.stringify(latest.current) === JSON.stringify(initial))
      set(typed);
  }, [set, latest, keeps, name, initial]);

  async function sendOnce(): Promise<void> {
    if (busy) return;
    const found = formErrors(schema, latest.current);
    if (judge && Object.keys(found).length > 0) {
      setBusy(true);
      // Without an answer the shop names it at the next try.
      const judged = await judge(latest.current, found).catch(() => ({}));
      setBusy(false);
      return refuse({ ...judged, ...formErrors(schema, latest.current) });
    }
    if (!submit()) return;
    setBusy(true);
    try {
      await send(latest.current);
      if (keeps) dropFormDraft(name);
    } catch (error) {
      const found = error instanceof ApiError ? error.errors : {};
      refuse(Object.keys(found).length > 0 ? found : { '': [failureMessage(error)] });
    } finally {
      setBusy(false);
    }
  }

  const common = (key: keyof Values & string) => ({ id: fieldId(name, key), error: errorOf(errors, key) });
  return {
    busy,
    set,
    latest,
    /** What a field of text is given. */
    field: (key: KeysOf<Values, string>) => ({
      ...common(key),
      name: key,
      value: values[key] as string,
      onValue: (value: string) => set({ [key]: value } as Partial<Values>),
    }),
    /** What a box to tick is given. */
    box: (key: KeysOf<Values, boolean>) => ({
      ...common(key),
      checked: values[key] as boolean,
      onChecked: (checked: boolean) => set({ [key]: checked } as Partial<Values>),
    }),
    /** What the form is given. */
    form: { onSend: sendOnce, summary: { form: name, errors, fields, refusals } },
  };
}

/** The form itself, with what is wrong above its fields. */
export function SendForm({
  form: { onSend, summary },
  className = 'gap-6',
  children,
}: {
  form: { onSend: () => Promise<void>; summary: Parameters<typeof ErrorSummary>[0] };
  className?: string;
  children: ReactNode;
}) {
  return (
    <form
      method="post"
      noValidate
      className={`flex flex-col ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        void onSend();
      }}
    >
      <ErrorSummary {...summary} />
      {children}
    </form>
  );
}

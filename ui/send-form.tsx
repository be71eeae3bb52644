import { type ReactNode, useCallback, useEffect } from 'react';
import type * as z from 'zod/mini';
import type { FieldErrors } from '#contract/problems.ts';
import { ErrorSummary, fieldId } from '#ui/error-summary.tsx';
import { formErrors } from '#ui/parse-form.ts';
import { dropFormDraft, keepFormDraft, readFormDraft } from '#ui/form-drafts.ts';
import { errorOf, useForm } from '#ui/use-form.ts';
import { ApiError, failureMessage } from './api-error.ts';
import { useOneAtATime } from './use-busy.ts';

type KeysOf<Values, Value> = {
  [Key in keyof Values]: Values[Key] extends Value ? Key : never;
}[keyof Values] &
  string;

type Options<Values> = {
  /** Distinguishes the forms of a page. */
  name: string;
  /** The form's first values; must be the same object in every render. */
  initial: Values;
  /**
   * The schema of the form: the contract's schema of the body, which the server uses too, or a schema of the form's own fields.
   */
  schema: z.ZodMiniType;
  /** The fields in page order, as the error summary lists them. */
  fields: readonly (keyof Values & string)[];
  /**
   * Stores the typed text until it is sent (true), or also afterwards ('alsoSent'), so that the end of a session loses
   * nothing. Never for secrets.
   */
  keeps?: boolean | 'alsoSent';
  /** Errors that only the server knows, for a form that is invalid anyway, so that all errors appear at once. */
  judge?: ((typed: Values, found: FieldErrors) => Promise<FieldErrors>) | undefined;
  /** Sends the form. Its errors are shown at their fields or above the form. */
  send: (typed: Values) => Promise<void>;
};

/** A form that calls the API: validates by the schema, sends one request at a time and shows refusals. */
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
  const { busy, begin, end } = useOneAtATime();
  const set = useCallback(
    (next: Partial<Values>) => change({ ...latest.current, ...next }, ...Object.keys(next)),
    [change, latest],
  );
  useEffect(() => {
    if (keeps && values !== initial) keepFormDraft(name, initial, values);
  }, [keeps, values, name, initial]);
  useEffect(() => {
    const typed = keeps ? readFormDraft(name, initial) : {};
    // Text typed before the scripts ran is newer than the stored text.
    if (Object.keys(typed).length > 0 && JSON.stringify(latest.current) === JSON.stringify(initial))
      set(typed);
  }, [set, latest, keeps, name, initial]);

  async function sendOnce(): Promise<void> {
    if (!begin()) return;
    try {
      await sendNow();
    } finally {
      end();
    }
  }

  async function sendNow(): Promise<void> {
    const found = formErrors(schema, latest.current);
    if (judge && Object.keys(found).length > 0) {
      // Ignores a failed call: the server reports these errors when the form is sent.
      const judged = await judge(latest.current, found).catch(() => ({}));
      return refuse({ ...judged, ...formErrors(schema, latest.current) });
    }
    if (!submit()) return;
    try {
      await send(latest.current);
      if (keeps === true) dropFormDraft(name);
    } catch (error) {
      const found = error instanceof ApiError ? error.errors : {};
      refuse(Object.keys(found).length > 0 ? found : { '': [failureMessage(error)] });
    }
  }

  const common = (key: keyof Values & string) => ({ id: fieldId(name, key), error: errorOf(errors, key) });
  return {
    busy,
    set,
    latest,
    /** The error of a part of a field, by its path: `points.0`. */
    errorAt: (path: string) => errorOf(errors, path),
    /** Props of a text field. */
    field: (key: KeysOf<Values, string>) => ({
      ...common(key),
      name: key,
      value: values[key] as string,
      onValue: (value: string) => set({ [key]: value } as Partial<Values>),
    }),
    /** Props of a checkbox. */
    box: (key: KeysOf<Values, boolean>) => ({
      ...common(key),
      checked: values[key] as boolean,
      onChecked: (checked: boolean) => set({ [key]: checked } as Partial<Values>),
    }),
    /** Props of the form. */
    form: { onSend: sendOnce, summary: { form: name, errors, fields, refusals } },
  };
}

/** The form with its error summary above the fields. */
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

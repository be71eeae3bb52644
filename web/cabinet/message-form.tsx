import { type ReactNode, useCallback, useState } from 'react';
import type { answerBody } from '#contract/fulfilment.ts';
import { ApiError, failureMessage } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, fieldId } from '#web/ui/error-summary.tsx';
import { formErrors } from '#web/ui/parse-form.ts';
import { TextArea } from '#web/ui/text-field.tsx';
import { errorOf, useForm } from '#web/ui/use-form.ts';

/** A text for us about one line, and the button that sends it. What was typed stays until it has arrived. */
export function MessageForm({
  name,
  label,
  schema,
  button,
  busyText,
  onSend,
  children,
}: {
  /** Tells the forms of one page apart. */
  name: string;
  label: string;
  schema: typeof answerBody;
  button: string;
  busyText: string;
  onSend: (text: string) => Promise<void>;
  children?: ReactNode;
}) {
  const { values, errors, refusals, change, submit, refuse, latest } = useForm(
    { text: '' },
    useCallback((typed: object) => formErrors(schema, typed), [schema]),
  );
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!submit()) return;
    setBusy(true);
    try {
      await onSend(latest.current.text);
    } catch (error) {
      const fields = error instanceof ApiError ? error.errors : {};
      refuse(Object.keys(fields).length > 0 ? fields : { '': [failureMessage(error)] });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <ErrorSummary form={name} errors={errors} fields={['text']} refusals={refusals} />
      <div className="w-full">
        <TextArea
          id={fieldId(name, 'text')}
          label={label}
          rows={4}
          max={5000}
          value={values.text}
          onValue={(text) => change({ text }, 'text')}
          error={errorOf(errors, 'text')}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText={busyText}>
          {button}
        </Button>
        {children}
      </div>
    </form>
  );
}

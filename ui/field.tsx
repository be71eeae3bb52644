import { CircleAlert } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

type FieldText = {
  id: string;
  label: string;
  optional?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
};

export type Described = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

function described({ id, hint, error }: FieldText, note?: ReactNode): Described {
  const ids = [hint && `${id}-hint`, error && `${id}-error`, note && `${id}-note`].filter(Boolean).join(' ');
  return { id, 'aria-describedby': ids === '' ? undefined : ids, 'aria-invalid': error ? true : undefined };
}

function Optional() {
  return <span className="font-normal text-subtle"> (optional)</span>;
}

function HintAndError({ id, hint, error }: FieldText) {
  return (
    <>
      {hint && (
        <div id={`${id}-hint`} className="mb-2 text-small text-subtle">
          {hint}
        </div>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mb-2 flex items-start gap-1.5 font-semibold text-red-text">
      <Icon of={CircleAlert} className="mt-0.5 flex-none" />
      <span>
        <span className="sr-only">Error: </span>
        {children}
      </span>
    </p>
  );
}

/** Shows label, hint, error and control, in this order; `note` is below and changes while typing. */
export function Field({
  children,
  note,
  className = '',
  ...text
}: FieldText & { children: (control: Described) => ReactNode; note?: ReactNode; className?: string }) {
  return (
    <div data-field className={`${className} ${text.error ? 'field-error' : ''}`}>
      <label htmlFor={text.id} className="mb-1 block font-semibold">
        {text.label}
        {text.optional && <Optional />}
      </label>
      <HintAndError {...text} />
      {children(described(text, note))}
      {note && (
        <div id={`${text.id}-note`} className="mt-1.5 text-small text-subtle figures">
          {note}
        </div>
      )}
    </div>
  );
}

/** A field of several controls under one question; `id` is that of the first control. */
export function FieldGroup({
  children,
  note,
  ...text
}: FieldText & { children: ReactNode; note?: ReactNode }) {
  const { id, error } = text;
  return (
    <fieldset
      data-field
      aria-describedby={described({ ...text, id }, note)['aria-describedby']}
      className={error ? 'field-error' : ''}
    >
      <legend className="mb-1 font-semibold">
        {text.label}
        {text.optional && <Optional />}
      </legend>
      <HintAndError {...text} />
      {children}
      {note && (
        <div id={`${id}-note`} className="mt-1.5 text-small text-subtle figures">
          {note}
        </div>
      )}
    </fieldset>
  );
}

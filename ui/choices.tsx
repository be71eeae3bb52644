import { Check } from 'lucide';
import type { ReactNode } from 'react';
import { FieldError } from './field.tsx';
import { usePrehydrationInput } from './use-prehydration-input.ts';
import { Icon } from '#ui/icon.tsx';

type Option = { value: string; label: string };

/** A choice of one option, as chips; the first has the field's id. */
export function RadioChips({
  id,
  name,
  options,
  value,
  onValue,
}: {
  id: string;
  name: string;
  options: readonly Option[];
  value: string;
  onValue: (value: string) => void;
}) {
  const early = usePrehydrationInput<HTMLDivElement>((chips) => {
    const chosen = chips.querySelector<HTMLInputElement>('input:checked');
    if (chosen && chosen.value !== value) onValue(chosen.value);
  });
  return (
    <div ref={early} className="flex flex-wrap gap-2">
      {options.map((option, index) => (
        <label key={option.value} className="choice chip">
          <input
            id={index === 0 ? id : undefined}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

/** A choice of several options, as chips. */
export function CheckChips({
  id,
  name,
  options,
  values,
  onValues,
}: {
  id: string;
  name: string;
  options: readonly Option[];
  values: readonly string[];
  onValues: (values: string[]) => void;
}) {
  const toggle = (value: string, on: boolean) =>
    // Keeps the options' order, whatever the order of choosing.
    onValues(options.map((o) => o.value).filter((v) => (v === value ? on : values.includes(v))));
  const early = usePrehydrationInput<HTMLDivElement>((chips) => {
    const chosen = Array.from(
      chips.querySelectorAll<HTMLInputElement>('input:checked'),
      (input) => input.value,
    );
    if (chosen.join() !== values.join()) onValues(chosen);
  });
  return (
    <div ref={early} className="flex flex-wrap gap-2">
      {options.map((option, index) => (
        <label key={option.value} className="choice chip">
          <input
            id={index === 0 ? id : undefined}
            type="checkbox"
            name={name}
            value={option.value}
            checked={values.includes(option.value)}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
          {values.includes(option.value) && (
            <Icon of={Check} size={16} strokeWidth={2.25} className="-ml-0.5" />
          )}
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

/** One choice with room for a hint and a price: radio or checkbox. */
export function CardChoice({
  id,
  type,
  name,
  value,
  checked,
  disabled = false,
  onChecked,
  title,
  hint,
  aside,
}: {
  id?: string | undefined;
  type: 'radio' | 'checkbox';
  name: string;
  value?: string;
  checked: boolean;
  disabled?: boolean;
  onChecked: (checked: boolean) => void;
  title: ReactNode;
  hint?: ReactNode;
  aside?: ReactNode;
}) {
  const early = usePrehydrationInput<HTMLInputElement>((input) => {
    if (input.checked !== checked && (input.checked || type === 'checkbox')) onChecked(input.checked);
  });
  return (
    <label className="choice card-choice">
      <input
        ref={early}
        id={id}
        type={type}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <span aria-hidden className={`mark ${type === 'radio' ? 'mark-round' : ''}`}>
        {type === 'checkbox' && <Icon of={Check} size={16} strokeWidth={3} />}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{title}</span>
        {aside && <span className="figures text-muted">{aside}</span>}
        {hint && <span className="w-full text-small text-subtle">{hint}</span>}
      </span>
    </label>
  );
}

/** A consent with its checkbox. */
export function Consent({
  id,
  checked,
  onChecked,
  error,
  children,
}: {
  id: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  error?: string | undefined;
  children: ReactNode;
}) {
  const early = usePrehydrationInput<HTMLInputElement>((input) => {
    if (input.checked !== checked) onChecked(input.checked);
  });
  return (
    <div data-field className={error ? 'field-error' : ''}>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <label className="relative flex min-h-11 items-start gap-3 py-2">
        <input
          ref={early}
          id={id}
          type="checkbox"
          checked={checked}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          className="peer absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-control"
          onChange={(event) => onChecked(event.target.checked)}
        />
        <span aria-hidden className="mark">
          <Icon of={Check} size={16} strokeWidth={3} />
        </span>
        <span className="min-w-0 flex-1">{children}</span>
      </label>
    </div>
  );
}

/** A link to the text of the consent: it opens beside the form and does not tick the box. */
export function AgreementLink({ to, children }: { to: string; children: string }) {
  return (
    <a className="link relative" href={to} target="_blank" rel="noreferrer">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

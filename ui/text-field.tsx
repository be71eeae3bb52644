import { type ComponentProps, type ReactNode, useState } from 'react';
import { Field } from './field.tsx';
import { usePrehydrationInput } from './use-prehydration-input.ts';

type Common = {
  id: string;
  label: string;
  optional?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  value: string;
  onValue: (value: string) => void;
  /** Shows the missing, then the remaining number of characters; typing is never blocked. */
  min?: number | undefined;
  max?: number | undefined;
  /** Replaces the note about remaining characters. */
  note?: ReactNode;
};

function useEarlyText<Control extends HTMLInputElement | HTMLTextAreaElement>({
  value,
  onValue,
}: Pick<Common, 'value' | 'onValue'>) {
  return usePrehydrationInput<Control>((control) => {
    if (control.value !== value) onValue(control.value);
  });
}

type InputProps = Common &
  Pick<
    ComponentProps<'input'>,
    'autoComplete' | 'inputMode' | 'type' | 'name' | 'spellCheck' | 'autoCapitalize'
  >;

const few = (count: number, more = '') =>
  `${count.toLocaleString('en-US')}${more} character${count === 1 ? '' : 's'}`;

function remaining(
  value: string,
  { min = 0, max, always }: { min?: number | undefined; max: number | undefined; always: boolean },
): string | undefined {
  const length = [...value.trim()].length;
  if (length > 0 && length < min) return `${few(min - length, ' more')}`;
  if (max === undefined) return undefined;
  const left = max - [...value].length;
  if (left < 0) return `${few(-left)} too many`;
  if (length === 0 && always) return `Up to ${few(max)}`;
  return always || left <= max * 0.3 ? `${few(left)} left` : undefined;
}

export function TextField({
  value,
  onValue,
  max,
  note,
  label,
  optional,
  hint,
  error,
  id,
  ...input
}: InputProps) {
  const early = useEarlyText<HTMLInputElement>({ value, onValue });
  return (
    <Field {...{ id, label, optional, hint, error }} note={note ?? remaining(value, { max, always: false })}>
      {(control) => (
        <input
          ref={early}
          type="text"
          {...input}
          {...control}
          className="control"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}

export function TextArea({
  value,
  onValue,
  min,
  max,
  note,
  rows = 3,
  label,
  optional,
  hint,
  error,
  id,
}: Common & { rows?: number }) {
  const early = useEarlyText<HTMLTextAreaElement>({ value, onValue });
  return (
    <Field
      {...{ id, label, optional, hint, error }}
      note={note ?? remaining(value, { min, max, always: true })}
    >
      {(control) => (
        <textarea
          ref={early}
          {...control}
          rows={rows}
          className="control"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}

export function PasswordField({ id, label, hint, error, value, onValue, autoComplete, name }: InputProps) {
  const [shown, setShown] = useState(false);
  const early = useEarlyText<HTMLInputElement>({ value, onValue });
  return (
    <Field {...{ id, label, hint, error }}>
      {(control) => (
        <div className="relative">
          <input
            ref={early}
            {...control}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            className="control pr-20"
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
          <button
            type="button"
            className="absolute inset-y-0.5 right-0.5 min-w-16 rounded-control px-3 text-small font-semibold underline decoration-control decoration-[1.5px] underline-offset-4 hover:decoration-red-line"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  );
}

import type { ReactNode } from 'react';
import { Field } from './field.tsx';

export function SelectField({
  options,
  value,
  onValue,
  autoComplete,
  emptyLabel,
  ...text
}: {
  id: string;
  label: string;
  optional?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  options: readonly { value: string; label: string }[];
  value: string;
  onValue: (value: string) => void;
  autoComplete?: string;
  /** The entry for no choice; absent when a choice is required. */
  emptyLabel?: string | undefined;
}) {
  return (
    <Field {...text}>
      {(control) => (
        <select
          {...control}
          className="control"
          autoComplete={autoComplete}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        >
          {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

import { X } from 'lucide';
import { type ReactNode, useState } from 'react';
import type { ListField } from '#contract/catalogue/product.ts';
import { Field } from '#ui/field.tsx';
import { usePrehydrationInput } from '#ui/use-prehydration-input.ts';
import { Icon } from '#ui/icon.tsx';

type Props = {
  id: string;
  field: ListField;
  hint: ReactNode;
  error: string | undefined;
  values: readonly string[];
  onValues: (values: string[]) => void;
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The ordered quantity, when each item needs a line. */
type Ordered = {
  quantity: number;
  unit: { one: string; many: string };
  bounds: { min: number; max: number };
  onQuantity: (quantity: number) => void;
};

/** One item per line. Empty lines are ignored. */
export function LinesField({
  id,
  field,
  hint,
  error,
  values,
  onValues,
  ordered,
}: Props & { ordered?: Ordered }) {
  // The typed text with its empty lines, while it matches the form's value; otherwise the form's value.
  const [typed, setTyped] = useState('');
  const kept = values.join('\n');
  const text = linesOf(typed).join('\n') === kept ? typed : kept;
  const type = (next: string) => {
    setTyped(next);
    onValues(linesOf(next));
  };
  const early = usePrehydrationInput<HTMLTextAreaElement>(({ value }) => {
    if (linesOf(value).join('\n') !== kept) type(value);
  });
  const count = values.length;
  const wanted = ordered?.quantity;
  const note =
    ordered === undefined ? (
      `${count} of ${field.maxItems} ${field.counted} listed`
    ) : (
      <span className="flex flex-wrap items-baseline gap-x-3">
        {count > ordered.quantity
          ? `${count} listed, ${ordered.quantity} ordered`
          : `${count} of ${ordered.quantity || 0} ${ordered.quantity === 1 ? ordered.unit.one : ordered.unit.many} listed`}
        {count !== wanted && count >= ordered.bounds.min && count <= ordered.bounds.max && (
          <button
            type="button"
            className="link min-h-6 font-semibold"
            onClick={() => ordered.onQuantity(count)}
          >
            Order {count} {count === 1 ? ordered.unit.one : ordered.unit.many} instead
          </button>
        )}
      </span>
    );
  return (
    <Field id={id} label={field.label} optional={!field.required} hint={hint} error={error} note={note}>
      {(control) => (
        <textarea
          ref={early}
          {...control}
          rows={Math.min(8, Math.max(3, wanted || 3))}
          className="control"
          value={text}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The note at the field: the minimum and the count so far, or the count. Undefined for an empty optional list. */
function termsNote(field: ListField, count: number): string | undefined {
  const { minItems, maxItems } = field;
  if (count < minItems) return `Add at least ${minItems} ${field.counted} (${count} so far)`;
  return count === 0 ? undefined : `${count} added (up to ${maxItems} ${field.counted})`;
}

/** Terms, added with Enter or a comma; leaving the box adds the text in it. */
export function TagsField({ id, field, hint, error, values, onValues }: Props) {
  const [text, setText] = useState('');

  const add = (typed: string) => {
    const terms = linesOf(typed.replaceAll(',', '\n'));
    if (terms.length > 0) onValues([...new Set([...values, ...terms])]);
    setText('');
  };
  const early = usePrehydrationInput<HTMLInputElement>((box) =>
    (box.matches(':focus') ? setText : add)(box.value),
  );

  return (
    <Field
      id={id}
      label={field.label}
      optional={!field.required}
      hint={hint}
      error={error}
      note={termsNote(field, values.length)}
    >
      {(control) => (
        <div className="flex flex-col gap-2">
          {values.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {values.map((term) => (
                <li
                  key={term}
                  className="flex min-h-11 max-w-full items-center rounded-control bg-surface-2 pl-3.5 font-medium"
                >
                  <span className="min-w-0 break-words">{term}</span>
                  <button
                    type="button"
                    aria-label={`Remove ${term}`}
                    className="grid size-11 flex-none place-items-center rounded-control text-muted hover:text-ink"
                    onClick={() => {
                      onValues(values.filter((other) => other !== term));
                      document.getElementById(id)?.focus();
                    }}
                  >
                    <Icon of={X} size={16} strokeWidth={2} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            ref={early}
            {...control}
            type="text"
            className="control"
            enterKeyHint="done"
            value={text}
            onChange={({ target: { value } }) => (/[,\n]/.test(value) ? add : setText)(value)}
            onKeyDown={(event) => {
              // Enter adds the typed term and doesn't send the form. During IME composition, Enter confirms the composition.
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                event.preventDefault();
                add(text);
              }
            }}
            onBlur={() => add(text)}
          />
        </div>
      )}
    </Field>
  );
}

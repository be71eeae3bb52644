import { CircleAlert } from 'lucide';
import { useEffect, useRef } from 'react';
import type { FormErrors } from './use-form.ts';
import { Icon } from '#ui/icon.tsx';

/** The id of the control to which a field's errors link. */
export const fieldId = (form: string, field: string) => `${form}-${field.replaceAll('.', '-')}`;

/** All errors in the form's order, each linked to its field. Gets the focus at each refusal. */
export function ErrorSummary({
  form,
  errors,
  fields,
  refusals,
}: {
  form: string;
  errors: FormErrors;
  /** The form's fields from top to bottom. */
  fields: readonly string[];
  refusals: number;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);

  const fieldOf = (path: string) => fields.find((field) => path === field || path.startsWith(`${field}.`));
  const place = (path: string) => {
    const field = fieldOf(path);
    return field === undefined ? -1 : fields.indexOf(field);
  };
  const paths = Object.keys(errors).toSorted((a, b) => place(a) - place(b));
  if (paths.length === 0) return null;

  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-labelledby={`${form}-problem`}
      className="rounded-control border-l-4 border-red-line bg-red-tint p-5"
    >
      <h2 id={`${form}-problem`} className="flex items-center gap-2 text-h3 tracking-normal">
        <Icon of={CircleAlert} className="text-red-text" />
        There’s a problem
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {paths.flatMap((path) => {
          const field = fieldOf(path);
          return (errors[path] ?? []).slice(0, 1).map((message) => (
            <li key={path + message}>
              {field === undefined ? (
                <span className="font-semibold text-red-text">{message}</span>
              ) : (
                <a
                  href={`#${fieldId(form, field)}`}
                  className="link font-semibold text-red-text"
                  onClick={(event) => {
                    event.preventDefault();
                    goTo(fieldId(form, field));
                  }}
                >
                  {message}
                </a>
              )}
            </li>
          ));
        })}
      </ul>
    </div>
  );
}

/** Focuses the field's control with its label visible. */
function goTo(id: string): void {
  const control = document.getElementById(id);
  control?.closest('[data-field]')?.scrollIntoView({ block: 'start' });
  control?.focus({ preventScroll: true });
}

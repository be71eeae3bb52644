import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '#contract/problems.ts';

export type FormErrors = FieldErrors;

/** Whether an error at `path` belongs to `field` or to one of its parts. */
const belongs = (path: string, field: string) => path === field || path.startsWith(`${field}.`);

/** The first message of a field or of its parts. */
export function errorOf(errors: FormErrors, field: string): string | undefined {
  const path = Object.keys(errors).find((candidate) => belongs(candidate, field));
  return path === undefined ? undefined : errors[path]?.[0];
}

/**
 * Values and errors of one form. Errors appear on submit; afterwards only a changed field is
 * validated again, so nothing else moves. Typed text is never cleared.
 */
export function useForm<Values extends object>(initial: Values, validate: (values: Values) => FormErrors) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors>({});
  // Counts refused submissions: each moves the focus to the summary.
  const [refusals, setRefusals] = useState(0);
  const latest = useRef(values);

  const change = useCallback(
    (next: Values, ...fields: string[]) => {
      latest.current = next;
      setValues(next);
      setErrors((known) => {
        if (Object.keys(known).length === 0) return known;
        const now = validate(next);
        const keep = ([path]: [string, unknown]) =>
          path !== '' && !fields.some((field) => belongs(path, field));
        const again = ([path]: [string, unknown]) =>
          fields.some(
            (field) => belongs(path, field) && Object.keys(known).some((old) => belongs(old, field)),
          );
        return Object.fromEntries([
          ...Object.entries(known).filter(keep),
          ...Object.entries(now).filter(again),
        ]);
      });
    },
    [validate],
  );

  const refuse = useCallback((found: FormErrors) => {
    setErrors(found);
    setRefusals((count) => count + 1);
  }, []);

  /** True when all values are valid; otherwise shows the errors. */
  const submit = useCallback((): boolean => {
    const found = validate(latest.current);
    if (Object.keys(found).length === 0) {
      setErrors({});
      return true;
    }
    refuse(found);
    return false;
  }, [validate, refuse]);

  const hasErrors = Object.keys(errors).length > 0;
  useErrorTitle(hasErrors);
  return { values, errors, refusals, change, submit, refuse, latest };
}

/** "Error: " before the page title while there are errors. */
function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    const plain = document.title.replace(/^Error: /, '');
    document.title = hasErrors ? `Error: ${plain}` : plain;
    return () => {
      document.title = document.title.replace(/^Error: /, '');
    };
  }, [hasErrors]);
}

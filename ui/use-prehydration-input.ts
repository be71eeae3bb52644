import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Text that was typed or filled in by a password manager before hydration is in the control, but not in the
 * form's values: `take` gets the control once, before the first frame, and passes the difference on.
 */
export function usePrehydrationInput<Control extends HTMLElement>(
  take: (control: Control) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  useLayoutEffect(() => {
    if (control.current) take(control.current);
    // eslint-disable-next-line react/exhaustive-deps -- because it runs once, when the page is hydrated
  }, []);
  return control;
}

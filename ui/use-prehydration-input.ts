import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * What people typed or a password manager filled in before the scripts ran stands in the control, but not in the
 * form's values: `take` gets the control once, before the first frame, and hands over what differs.
 */
export function usePrehydrationInput<Control extends HTMLElement>(
  take: (control: Control) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  useLayoutEffect(() => {
    if (control.current) take(control.current);
    // eslint-disable-next-line react/exhaustive-deps -- because it happens once, when the page comes alive
  }, []);
  return control;
}

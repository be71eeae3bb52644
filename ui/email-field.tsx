import { TextField } from './text-field.tsx';

/** An email field with the keyboard for addresses. */
export function EmailField(
  props: Omit<
    Parameters<typeof TextField>[0],
    'label' | 'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck'
  >,
) {
  return (
    <TextField
      {...props}
      label="Email address"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

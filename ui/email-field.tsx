import { TextField } from './text-field.tsx';

/** An email address, typed as a keyboard for addresses lets one. */
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

import { bounds } from '#contract/bounds.ts';
import { shop } from '#contract/shop.ts';
import { PasswordField } from '#ui/text-field.tsx';

type FieldProps = Pick<Parameters<typeof PasswordField>[0], 'id' | 'name' | 'value' | 'onValue' | 'error'>;

/** The fields for a new password and its repetition. `label` is the first field's label. */
export function NewPasswordFields({
  label,
  field,
}: {
  label: string;
  field: (key: 'password' | 'repeatedPassword') => FieldProps;
}) {
  return (
    <>
      <PasswordField
        {...field('password')}
        label={label}
        hint={`${bounds.password.min} characters or more, without your name, email or “${shop.name}.” Try three unrelated words.`}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('repeatedPassword')}
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
      />
    </>
  );
}

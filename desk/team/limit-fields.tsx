import { shop } from '#contract/shop.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { LimitChoice } from './limit-form.ts';

/** Props of a text field, as a form gives them. */
type Field = {
  id: string;
  name: string;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
};

const choices: { value: LimitChoice; label: string }[] = [
  { value: 'none', label: 'Only with approval' },
  { value: 'amount', label: 'Up to an amount' },
  { value: 'any', label: 'No limit' },
];

/**
 * The choice of one limit, and its amount. `ofRole`: the label of the choice of the role's limit, where there is one. `isAllowed`: by the
 * role.
 */
export function LimitFields({
  choice,
  amount,
  label,
  hint,
  ofRole,
  isAllowed,
}: {
  choice: Field;
  amount: Field;
  label: string;
  hint: string;
  ofRole?: string;
  isAllowed: boolean;
}) {
  return (
    <>
      <SelectField
        {...choice}
        label={label}
        hint={
          isAllowed ? hint : 'The role doesn’t include the permission for this, so a limit has no effect.'
        }
        options={[...(ofRole === undefined ? [] : [{ value: 'role', label: ofRole }]), ...choices]}
      />
      {choice.value === 'amount' && (
        <TextField
          {...amount}
          label={`${label}: maximum amount (${shop.currency.code.toUpperCase()})`}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
    </>
  );
}

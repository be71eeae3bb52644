import { bounds } from '#contract/bounds.ts';
import { TextField } from '#ui/text-field.tsx';

type FieldProps = Pick<Parameters<typeof TextField>[0], 'id' | 'name' | 'value' | 'onValue' | 'error'>;

/** First and last name, side by side when there is room. */
export function NameFields({ field }: { field: (key: 'firstName' | 'lastName') => FieldProps }) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <TextField {...field('firstName')} label="First name" autoComplete="given-name" max={bounds.name.max} />
      <TextField
        {...field('lastName')}
        label="Last name"
        optional
        autoComplete="family-name"
        max={bounds.name.max}
      />
    </div>
  );
}

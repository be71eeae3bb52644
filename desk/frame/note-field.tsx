import type { ComponentProps } from 'react';
import { customerBounds } from '#contract/desk/orders.ts';
import { TextArea } from '#ui/text-field.tsx';

/** The note that a person adds to a refund or an adjustment, for the team. */
export const NoteField = (
  props: Pick<ComponentProps<typeof TextArea>, 'id' | 'error' | 'value' | 'onValue'>,
) => (
  <TextArea
    {...props}
    label="Note for the team"
    optional
    hint="Customers don’t see this note, but an export of their data includes it."
    max={customerBounds.reason.max}
  />
);

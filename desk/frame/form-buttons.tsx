import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';

/** The end of a dialog's form: the button that sends it, and the one that closes the dialog. `back`: the label of the latter. */
export const FormButtons = ({
  onClose,
  back = 'Cancel',
  ...sends
}: Pick<ComponentProps<typeof Button>, 'busy' | 'busyText' | 'children'> & {
  onClose: () => void;
  back?: string;
}) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" {...sends} />
    <Button look="quiet" onClick={onClose}>
      {back}
    </Button>
  </div>
);

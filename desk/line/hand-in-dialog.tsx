import type { Check } from '#contract/work/check-work.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';
import { CheckList } from './check-list.tsx';

/** Names what would block the delivery, and asks whether to submit the text for review all the same. */
export const HandInDialog = ({
  failed,
  onClose,
  onSubmit,
}: {
  failed: readonly Check[];
  onClose: () => void;
  onSubmit: () => void;
}) => (
  <Dialog title="Submit despite failed checks?" isSentByKey onClose={onClose}>
    <p>{failed.length === 1 ? '1 check' : `${failed.length} checks`} failed and would block the delivery:</p>
    <CheckList checks={failed} />
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <FormButtons onClose={onClose} back="Keep writing">
        Submit anyway
      </FormButtons>
    </form>
  </Dialog>
);

import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { formatTime } from '#desk/frame/format-time.ts';

/** Shows a new invitation link once; the person who created it sends it. */
export function InviteLink({
  link: { url, expiresAt },
  onClose,
}: {
  link: DeskAnswerOf<'invite'>;
  onClose: () => void;
}) {
  return (
    <Dialog title="Send this link" onClose={onClose}>
      <p>
        This link works once and expires on {formatTime(expiresAt)}. It won’t be shown again. Send it
        privately to one person only.
      </p>
      <p className="rounded-control bg-surface p-3 break-all">{url}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyText(url)}>Copy the link</Button>
        <Button look="quiet" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

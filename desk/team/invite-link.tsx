import type { DeskAnswerOf } from '#contract/desk-endpoints.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { formatTime } from '#desk/frame/format-time.ts';

/** A link that is shown once, to be sent by whoever made it. */
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
        It works once, until {formatTime(expiresAt)}, and you won’t see it again. Send it privately, to this
        one person.
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

import { useState } from 'react';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';

/** Asks for a text and sends it; stays open with what was typed when that fails. */
export function SayDialog({
  title,
  explanation,
  label,
  emptyMessage,
  action,
  max,
  onSend,
  onClose,
}: {
  title: string;
  explanation: string;
  label: string;
  emptyMessage: string;
  action: string;
  max: number;
  onSend: (text: string) => Promise<void>;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (text.trim() === '') return setError(emptyMessage);
    setBusy(true);
    setFailure(undefined);
    try {
      await onSend(text);
      onClose();
    } catch (problem) {
      setFailure(failureMessage(problem));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{explanation}</p>
      {failure !== undefined && <Notice kind="error" role="alert" title={failure} />}
      <TextArea
        id="say"
        label={label}
        max={max}
        rows={5}
        error={error}
        value={text}
        onValue={(value) => {
          setText(value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText="Sending" onClick={() => void send()}>
          {action}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

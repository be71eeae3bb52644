import { useEffect, useState } from 'react';
import type { DeskLine } from '#contract/desk/work.ts';
import { splitPasted } from '#desk/line/split-pasted.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';

/** The beginning and the end of a text, so that the preview also shows text that was added at the end of a piece by mistake. */
const excerptOf = (text: string): string =>
  text.length > 220 ? `${text.slice(0, 120).trimEnd()} … ${text.slice(-80).trimStart()}` : text;

/** Splits a pasted text into the pieces, and previews the result before it replaces anything. */
export function PasteDialog({
  sheet,
  given,
  onClose,
  onPaste,
}: {
  sheet: DeskLine['sheet'];
  /** The text that was pasted before the dialog opened; empty when the dialog was opened by its button. */
  given: string;
  onClose: () => void;
  onPaste: (texts: Record<string, string>) => void;
}) {
  const [pasted, setPasted] = useState(given);
  useEffect(() => {
    if (given !== '') document.getElementById('use-pasted')?.focus();
  }, [given]);
  const { pieces, rest } = splitPasted(sheet, pasted);
  const labels = new Map(sheet.pieces.map(({ key, label }) => [key, label]));
  return (
    <Dialog title="Paste all pieces" onClose={onClose}>
      <div>
        <label htmlFor="pasted" className="block font-semibold">
          Text
        </label>
        <p id="pasted-hint" className="mb-2 text-muted">
          We’ll split the text at piece names, headings, numbers or blank lines.
        </p>
        <textarea
          id="pasted"
          aria-describedby="pasted-hint"
          className="control"
          rows={8}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
      </div>
      {pieces.length > 0 && (
        <dl className="flex max-h-60 flex-col gap-2 overflow-y-auto border-y border-hairline py-2">
          {pieces.map(({ key, text }) => (
            <div key={key}>
              <dt>{labels.get(key)}</dt>
              <dd className="text-muted">{excerptOf(text)}</dd>
            </div>
          ))}
        </dl>
      )}
      {rest !== '' && (
        <Notice kind="warning" title="This text doesn’t match any piece and will be left out:">
          <p className="max-h-32 overflow-y-auto whitespace-pre-wrap">{rest}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          id="use-pasted"
          onClick={() =>
            pieces.length > 0 && onPaste(Object.fromEntries(pieces.map(({ key, text }) => [key, text])))
          }
        >
          Fill in {pieces.length} of {sheet.pieces.length} pieces
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

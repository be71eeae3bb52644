import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { saveFile } from '#ui/save-file.ts';

/** Shows the ten recovery codes once, with buttons to copy and save them. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [isKept, setIsKept] = useState(false);
  const text = codes.join('\n');
  return (
    <div className="flex flex-col gap-4">
      <p>
        If you lose your passkey or phone, you can use one of these codes to log in again. Each code works
        once. The codes won’t be shown again.
      </p>
      <pre className="whitespace-pre-wrap rounded-control bg-surface p-3 text-[0.75rem] leading-relaxed sm:p-4 sm:text-[0.875rem]">
        {text}
      </pre>
      <div className="flex flex-wrap gap-2">
        <Button
          look="quiet"
          small
          onClick={() => {
            void copyText(text);
            setIsKept(true);
          }}
        >
          Copy codes
        </Button>
        <Button
          look="quiet"
          small
          onClick={() => {
            saveFile({
              name: 'desk-recovery-codes.txt',
              mediaType: 'text/plain',
              content: new TextEncoder().encode(`${text}\n`),
            });
            setIsKept(true);
          }}
        >
          Download codes
        </Button>
        <Button
          look="quiet"
          small
          onClick={() => {
            window.print();
            setIsKept(true);
          }}
        >
          Print codes
        </Button>
      </div>
      <Button className="self-start" onClick={onSaved}>
        {isKept ? 'Continue' : 'I’ve saved my codes'}
      </Button>
    </div>
  );
}

import { type ComponentProps, useEffect, useState } from 'react';
import { Field } from '#ui/field.tsx';
import { usePrehydrationInput } from '#ui/use-prehydration-input.ts';
import { namesOf } from '#web/stored-orders/line-files.ts';
import type { DeviceFileField } from './device-file-field.tsx';

type FieldProps = ComponentProps<typeof DeviceFileField>;

const hint = 'A menu, a logo, product photos, or copy you already have. Up to 20 files.';

/** The files of a brief. The code that keeps them loads when the first file is chosen, and with a draft that has files. */
export function FilesField({ accept, ...rest }: Omit<FieldProps, 'given' | 'hint'> & { accept: string }) {
  const [given, setGiven] = useState<readonly File[]>([]);
  const [loaded, setLoaded] = useState<{ Kept: typeof DeviceFileField }>();
  const [isMissing, setMissing] = useState(false);
  const input = usePrehydrationInput<HTMLInputElement>(({ files }) => setGiven([...(files ?? [])]));
  const { id, files, error } = rest;
  const isNeeded = !loaded && given.length + files.length > 0;
  useEffect(() => {
    if (!isNeeded) return;
    setMissing(false);
    import('./device-file-field.tsx').then(
      ({ DeviceFileField: Kept }) => setLoaded({ Kept }),
      () => setMissing(true),
    );
  }, [isNeeded, given]);
  if (loaded) return <loaded.Kept {...rest} hint={hint} given={given} />;
  return (
    <Field
      id={id}
      label="Files"
      optional
      hint={`${hint} PDF, Office, OpenDocument, images, text or CSV. Up to 25 MB each.`}
      error={
        isMissing ? 'We can’t connect. Check your internet connection, then choose the files again.' : error
      }
      note={namesOf(files)}
    >
      {(control) => (
        <input
          {...control}
          ref={input}
          type="file"
          multiple
          accept={accept}
          className="control file:mr-3 file:font-semibold file:underline"
          onChange={({ target }) => setGiven([...(target.files ?? [])])}
        />
      )}
    </Field>
  );
}

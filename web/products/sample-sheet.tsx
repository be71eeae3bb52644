import type { ReactNode } from 'react';
import { preloadSampleFont } from './preload-sample-font.ts';

/** A text with the editor's marks, labelled as a sample. */
export function SampleSheet({
  title,
  state,
  note,
  children,
}: {
  title: string;
  state: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  preloadSampleFont();
  return (
    <figure className="sheet relative p-6 sm:p-8">
      <figcaption className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-[0.875rem] leading-snug font-semibold text-subtle">
        <span>{title}</span>
        <span>{state}</span>
      </figcaption>
      <div className="sample-text flex flex-col gap-3.5">{children}</div>
      {note && <div className="note mt-5 text-small leading-normal font-medium text-red-text">{note}</div>}
    </figure>
  );
}

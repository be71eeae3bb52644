import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Snackbar } from '#ui/snackbar.tsx';

/**
 * A modal dialog with its heading. Escape and Cancel call `onClose`. `isSentByKey`: Ctrl+Enter submits the dialog's form. `isWide`:
 * has room for two columns.
 */
export function Dialog({
  title,
  onClose,
  isSentByKey = false,
  isWide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  isSentByKey?: boolean;
  isWide?: boolean;
  children: ReactNode;
}) {
  const box = useRef<HTMLDialogElement>(null);
  // closes before it is removed, so that the focus returns to the element that opened it
  useLayoutEffect(() => {
    const { current } = box;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={box}
      aria-label={title}
      className={isWide ? 'dialog-wide' : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (!isSentByKey || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.querySelector('form')?.requestSubmit();
      }}
    >
      <h2>{title}</h2>
      <div className="mt-4 flex flex-col gap-4">{children}</div>
      {/* the frame's own notifications are inert behind the dialog */}
      <Snackbar />
    </dialog>
  );
}

import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Snackbar } from '#ui/snackbar.tsx';

/** A modal dialog with its heading. Escape and a press of Cancel call `onClose`. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const box = useRef<HTMLDialogElement>(null);
  // closed while it is still in the page, so that the focus returns to what opened it
  useLayoutEffect(() => {
    const { current } = box;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={box}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2>{title}</h2>
      <div className="mt-4 flex flex-col gap-4">{children}</div>
      {/* the frame's own is behind the dialog, where nobody sees or hears it */}
      <Snackbar />
    </dialog>
  );
}

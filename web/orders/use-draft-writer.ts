import { useEffect, useMemo, useRef } from 'react';
import type { OrderDetails } from '#contract/order-details.ts';
import { dropDraft, keepDraft } from '#web/ordering/draft-store.ts';

/** Writes the draft shortly after the last change, and at once when the page or form is closed. */
export function useDraftWriter(
  slug: string,
  latest: { readonly current: OrderDetails },
  onSaved: (saved: boolean) => void,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const writer = useMemo(() => {
    const cancel = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
    const save = () => {
      if (timer.current === undefined) return;
      cancel();
      keepDraft(slug, latest.current);
      onSaved(true);
    };
    return {
      save,
      write() {
        clearTimeout(timer.current);
        timer.current = setTimeout(save, 300);
      },
      drop() {
        cancel();
        dropDraft(slug);
      },
    };
  }, [slug, latest, onSaved]);
  useEffect(() => {
    window.addEventListener('pagehide', writer.save);
    return () => {
      window.removeEventListener('pagehide', writer.save);
      writer.save();
    };
  }, [writer]);
  return writer;
}

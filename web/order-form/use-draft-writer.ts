import { useEffect, useMemo, useRef } from 'react';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import type { DeviceFile } from '#web/stored-orders/line-files.ts';
import { draftId, dropDraft, keepDraft, whenTaken } from '#web/stored-orders/draft-store.ts';

/** Writes the draft shortly after the last change, and at once when the page or form is closed. `line`: the cart line that is edited. */
export function useDraftWriter(
  slug: string,
  line: string | null,
  latest: { readonly current: OrderDetails },
  files: { readonly current: readonly DeviceFile[] },
  onSaved: (saved: boolean) => void,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const writer = useMemo(() => {
    const cancel = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
    const keep = () => {
      keepDraft(draftId(slug, line), latest.current, files.current);
      onSaved(true);
    };
    const save = () => {
      if (timer.current === undefined) return;
      cancel();
      keep();
    };
    return {
      keep,
      save,
      write() {
        clearTimeout(timer.current);
        timer.current = setTimeout(save, 300);
      },
      drop() {
        cancel();
        dropDraft(draftId(slug, line));
      },
    };
  }, [slug, line, latest, files, onSaved]);
  useEffect(() => {
    const forget = whenTaken(draftId(slug, line), writer.keep);
    window.addEventListener('pagehide', writer.save);
    return () => {
      forget();
      window.removeEventListener('pagehide', writer.save);
      writer.save();
    };
  }, [writer, slug, line]);
  return writer;
}

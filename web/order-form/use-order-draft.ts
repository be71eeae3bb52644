import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { settled } from '#ui/order-form/order-sections.tsx';
import { restoredDetails, withAddressChoices, withEarlyInput } from '#ui/order-form/restored-details.ts';
import { notify } from '#ui/snackbar.tsx';
import type { useForm } from '#ui/use-form.ts';
import { cartLines } from '#web/stored-orders/cart-store.ts';
import {
  draftFiles,
  draftId,
  type OfferedDraft,
  otherDrafts,
  readDraft,
} from '#web/stored-orders/draft-store.ts';
import { type DeviceFile, readableFiles } from '#web/stored-orders/line-files.ts';
import { useDraftWriter } from './use-draft-writer.ts';

/**
 * The first content of a form. `editing`: ID of the cart's line that is edited. `recalled`: whether it is a draft. `offered`: drafts that
 * the visitor can continue instead.
 */
type Start = {
  details: OrderDetails;
  files: DeviceFile[];
  editing: string | null;
  recalled: boolean;
  offered: readonly OfferedDraft[];
};

function startOf(product: ProductFormModel, search: string): Start {
  const query = new URLSearchParams(search);
  const edited = cartLines().find(
    ({ id, orderType }) => id === query.get('edit') && orderType === product.orderType,
  );
  const editing = edited?.id ?? null;
  const draft = readDraft(draftId(product.slug, editing));
  const details = restoredDetails(product, draft ?? edited?.details);
  return {
    details: edited ? details : withAddressChoices(product, details, query),
    files: readableFiles(draftFiles(draftId(product.slug, editing)) ?? edited?.files),
    editing,
    recalled: draft !== undefined,
    offered: edited || draft ? [] : otherDrafts(product.slug),
  };
}

type Details = Pick<ReturnType<typeof useForm<OrderDetails>>, 'change' | 'latest'>;

/**
 * Fills the form from the edited line of the cart, its draft or the address, and keeps what is typed as a draft on this device.
 * `fields`: names of all fields.
 */
export function useOrderDraft(
  product: ProductFormModel,
  { change, latest }: Details,
  fields: readonly string[],
  onCleared: () => void,
) {
  const { search } = useLocation();
  const [start, setStart] = useState<Omit<Start, 'details' | 'files'> | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [files, setFiles] = useState<DeviceFile[]>([]);
  const latestFiles = useRef(files);
  const putFiles = useCallback((next: DeviceFile[]) => {
    latestFiles.current = next;
    setFiles(next);
  }, []);
  const editing = start?.editing ?? null;

  // The prerendered page has an empty form; stored text is filled in before the live form's first frame.
  useLayoutEffect(() => {
    const { details, files: chosen, ...rest } = startOf(product, search);
    change(settled(product, withEarlyInput(product, details, latest.current)));
    putFiles(chosen);
    setStart(rest);
    // eslint-disable-next-line react/exhaustive-deps -- because the address counts where the form starts, not later
  }, [product, change, latest, putFiles]);

  const draft = useDraftWriter(product.slug, editing, latest, latestFiles, setSaved);
  const set = (next: Partial<OrderDetails>, ...changed: string[]) => {
    change(settled(product, { ...latest.current, ...next }), ...changed);
    setSaved(false);
    draft.write();
  };
  const changeFiles = (next: DeviceFile[]) => {
    putFiles(next);
    set({}, 'files');
  };
  const restart = () => {
    const { details, files: chosen, ...rest } = startOf(product, search);
    change(settled(product, details), ...fields);
    putFiles(chosen);
    setStart(rest);
    setSaved(false);
  };
  const startOver = () => {
    const before = latest.current;
    const filesBefore = latestFiles.current;
    draft.drop();
    restart();
    onCleared();
    const undo = () => {
      change(before, ...fields);
      putFiles(filesBefore);
      draft.write();
    };
    notify({
      message: editing === null ? 'Form cleared' : 'Changes discarded',
      action: { label: 'Undo', run: undo },
    });
  };
  return {
    ...start,
    editing,
    isSaved,
    files,
    latestFiles,
    set,
    changeFiles,
    restart,
    startOver,
    drop: () => draft.drop(),
  };
}

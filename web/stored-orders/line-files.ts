import type { StoredFile } from '#contract/files/file-ids.ts';
import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { localStore, readJson } from '#ui/browser-storage.ts';

/** A file that was chosen for a brief. Its bytes are in this browser's database until it is with the order. */
export type DeviceFile = Pick<StoredFile, 'id' | 'name' | 'bytes'>;

/** The readable ones of stored files. An earlier version of the shop may have stored them in another format. */
export const readableFiles = (stored: unknown): DeviceFile[] =>
  (Array.isArray(stored) ? (stored as (Partial<DeviceFile> | null)[]) : []).filter(
    (file): file is DeviceFile =>
      typeof file?.id === 'string' && typeof file.name === 'string' && typeof file.bytes === 'number',
  );

/** Whether the product takes files: only people can use them, automatic work can't. */
export const takesFiles = ({ fulfilment }: Pick<ProductFormModel, 'fulfilment'>): boolean =>
  fulfilment !== 'automatic';

const list = new Intl.ListFormat('en-US');
export const namesOf = (files: readonly Pick<DeviceFile, 'name'>[]): string =>
  list.format(files.map(({ name }) => name));

/** The storage key of the files that still have to be sent for placed orders, by order number. */
export const waitingKey = 'orderFiles';

/** Whether files for this order are on this device. */
export const hasWaitingFiles = (number: string): boolean =>
  Object.hasOwn(readJson(localStore, waitingKey) ?? {}, number);

import type { UploadCalls } from '#ui/send-in-parts.ts';
import type { FileSender } from '#ui/use-sent-files.tsx';
import { callApi } from './call-api.ts';
import { fetchFile } from './fetch-file.ts';

/** Upload calls for customers. */
export const customerUploads: UploadCalls = {
  begin: (body) => callApi('beginUpload', { body }),
  send: (uploadId, offset, part, signal) =>
    callApi('sendPart', {
      params: { uploadId },
      query: { offset: String(offset) },
      bytes: new Blob([part], { type: 'application/octet-stream' }),
      signal,
    }),
  remove: (fileId) => callApi('removeFile', { params: { fileId } }),
};

/**
 * Fetches the bytes of a file of the customer's orders.
 * @throws the errors of callApi
 */
export async function fetchFileBytes(fileId: string): Promise<Uint8Array<ArrayBuffer>> {
  const { content } = await fetchFile('showFile', { params: { fileId } });
  return content;
}

/** Customers as senders of files. */
export const fromCustomer: FileSender = {
  by: 'customer',
  calls: customerUploads,
  fetchBytes: fetchFileBytes,
};

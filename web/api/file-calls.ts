import type { EndpointName } from '#contract/storefront/endpoints.ts';
import type { UploadCalls } from '#ui/send-in-parts.ts';
import type { FileSender } from '#ui/use-sent-files.tsx';
import { orUnreachable } from '#ui/api-error.ts';
import { type Call, callApi, fetchAnswer } from './call-api.ts';

/** The calls about files. */
export const fileCalls = {
  beginUpload: { name: 'beginUpload', method: 'POST', path: '/api/uploads', may: 'customer' },
  sendPart: { name: 'sendPart', method: 'POST', path: '/api/uploads/:uploadId/parts', may: 'customer' },
  showFile: { name: 'showFile', method: 'GET', path: '/api/files/:fileId', may: 'customer' },
  removeFile: { name: 'removeFile', method: 'POST', path: '/api/files/:fileId/remove', may: 'customer' },
  listFiles: {
    name: 'listFiles',
    method: 'GET',
    path: '/api/orders/:number/lines/:position/files',
    may: 'customer',
  },
  addFiles: {
    name: 'addFiles',
    method: 'POST',
    path: '/api/orders/:number/lines/:position/files',
    may: 'customer',
  },
} as const satisfies { [Name in EndpointName]?: Call<Name> };

/** Upload calls for customers. */
export const customerUploads: UploadCalls = {
  begin: (body) => callApi(fileCalls.beginUpload, { body }),
  send: (uploadId, offset, part, signal) =>
    callApi(fileCalls.sendPart, {
      params: { uploadId },
      query: { offset: String(offset) },
      bytes: new Blob([part], { type: 'application/octet-stream' }),
      signal,
    }),
  remove: (fileId) => callApi(fileCalls.removeFile, { params: { fileId } }),
};

/**
 * Fetches the bytes of a file of the customer's orders.
 * @throws the errors of callApi
 */
export async function fetchFileBytes(fileId: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetchAnswer(fileCalls.showFile, { params: { fileId } });
  return new Uint8Array(await orUnreachable(response.arrayBuffer(), undefined));
}

/** Customers as senders of files. */
export const fromCustomer: FileSender = {
  by: 'customer',
  calls: customerUploads,
  fetchBytes: fetchFileBytes,
};

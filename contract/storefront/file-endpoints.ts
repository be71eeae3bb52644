import type { Endpoint } from '#contract/endpoint.ts';
import {
  attachBody,
  customerFiles,
  fileParams,
  partQuery,
  upload,
  uploadBody,
  uploadParams,
  uploadProgress,
} from '#contract/files/file-bodies.ts';
import { fileBounds } from '#contract/files/files.ts';
import { lineParams } from './fulfilment.ts';

/** The calls about customers' files. */
export const fileEndpoints = {
  beginUpload: {
    method: 'POST',
    path: '/api/uploads',
    may: 'customer',
    summary: 'Start uploading a file; send its parts next',
    body: uploadBody,
    status: 200,
    answer: upload,
  },
  sendPart: {
    method: 'POST',
    path: '/api/uploads/:uploadId/parts',
    may: 'customer',
    summary:
      'Send a part of a file; the response has the offset of the next part, or the file after the last part',
    params: uploadParams,
    query: partQuery,
    body: { bytes: 'application/octet-stream' },
    bodyLimit: fileBounds.part,
    status: 200,
    answer: uploadProgress,
  },
  showFile: {
    method: 'GET',
    path: '/api/files/:fileId',
    may: 'customer',
    summary: 'Download a file from my orders',
    params: fileParams,
    status: 200,
    answer: { bytes: '*/*' },
  },
  removeFile: {
    method: 'POST',
    path: '/api/files/:fileId/remove',
    may: 'customer',
    summary: 'Remove a file or an upload that I added, unless I’ve already sent it',
    params: fileParams,
    status: 204,
  },
  listFiles: {
    method: 'GET',
    path: '/api/orders/:number/lines/:position/files',
    may: 'customer',
    summary: 'List the files I added to a line',
    params: lineParams,
    status: 200,
    answer: customerFiles,
  },
  addFiles: {
    method: 'POST',
    path: '/api/orders/:number/lines/:position/files',
    may: 'customer',
    summary: 'Add uploaded files to a line’s brief until the line is delivered',
    params: lineParams,
    body: attachBody,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;

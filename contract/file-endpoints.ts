import type { Endpoint } from './endpoint.ts';
import {
  attachBody,
  customerFiles,
  fileParams,
  partQuery,
  upload,
  uploadBody,
  uploadParams,
  uploadProgress,
} from './file-bodies.ts';
import { fileBounds } from './files.ts';
import { lineParams } from './fulfilment.ts';

/** The calls about customers' files. */
export const fileEndpoints = {
  beginUpload: {
    method: 'POST',
    path: '/api/uploads',
    may: 'customer',
    summary: 'Begin to upload a file; its parts follow',
    body: uploadBody,
    status: 200,
    answer: upload,
  },
  sendPart: {
    method: 'POST',
    path: '/api/uploads/:uploadId/parts',
    may: 'customer',
    summary:
      'Send a part of a file. The answer says where the next part begins; after the last one it has the file',
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
    summary: 'Download a file of my orders',
    params: fileParams,
    status: 200,
    answer: { bytes: '*/*' },
  },
  removeFile: {
    method: 'POST',
    path: '/api/files/:fileId/remove',
    may: 'customer',
    summary: 'Remove a file, or an upload, that I added; files that went with a message stay',
    params: fileParams,
    status: 204,
  },
  listFiles: {
    method: 'GET',
    path: '/api/orders/:number/lines/:position/files',
    may: 'customer',
    summary: 'List the files that I added to a line',
    params: lineParams,
    status: 200,
    answer: customerFiles,
  },
  addFiles: {
    method: 'POST',
    path: '/api/orders/:number/lines/:position/files',
    may: 'customer',
    summary: 'Add uploaded files to the brief of a line until it is delivered',
    params: lineParams,
    body: attachBody,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;

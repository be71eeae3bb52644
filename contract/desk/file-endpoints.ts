import type { DeskEndpoint } from './endpoint.ts';
import { fileEndpoints } from '#contract/storefront/file-endpoints.ts';
import { attachBody, fileParams } from '#contract/files/file-bodies.ts';
import { lineParams } from '#contract/storefront/fulfilment.ts';

/**
 * The desk's calls about files. Uploading requires no permission, because writers and people who answer messages both upload.
 * Adding a file to a draft or a message does. The answer for a file that the caller may not see is 404.
 */
export const deskFileEndpoints = {
  beginDeskUpload: {
    ...fileEndpoints.beginUpload,
    path: '/api/desk/uploads',
    may: 'staff',
  },
  sendDeskPart: {
    ...fileEndpoints.sendPart,
    path: '/api/desk/uploads/:uploadId/parts',
    may: 'staff',
  },
  showDeskFile: {
    method: 'GET',
    path: '/api/desk/files/:fileId',
    may: 'staff',
    summary: 'Download a file that belongs to a line or a message, or one of my own uploads',
    params: fileParams,
    status: 200,
    answer: { bytes: '*/*' },
  },
  removeDeskFile: {
    method: 'POST',
    path: '/api/desk/files/:fileId/remove',
    may: 'staff',
    summary: 'Remove a file from a draft, or one of my own uploads',
    params: fileParams,
    status: 204,
  },
  addDraftFiles: {
    method: 'POST',
    path: '/api/desk/lines/:number/:position/files',
    may: 'work.write',
    summary: 'Add uploaded files to the draft, to be delivered with the text',
    params: lineParams,
    body: attachBody,
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;

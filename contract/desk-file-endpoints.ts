import type { DeskEndpoint } from './desk-endpoint.ts';
import { fileEndpoints } from './file-endpoints.ts';
import { attachBody, fileParams } from './file-bodies.ts';
import { lineParams } from './fulfilment.ts';

/** The desk's calls about files. A file of a line that the caller may not see doesn't exist for them. */
export const deskFileEndpoints = {
  beginDeskUpload: {
    ...fileEndpoints.beginUpload,
    path: '/api/desk/uploads',
    may: 'work.write',
  },
  sendDeskPart: {
    ...fileEndpoints.sendPart,
    path: '/api/desk/uploads/:uploadId/parts',
    may: 'work.write',
  },
  showDeskFile: {
    method: 'GET',
    path: '/api/desk/files/:fileId',
    may: 'work.own',
    summary: 'Download a file of a line',
    params: fileParams,
    status: 200,
    answer: { bytes: '*/*' },
  },
  removeDeskFile: {
    method: 'POST',
    path: '/api/desk/files/:fileId/remove',
    may: 'work.write',
    summary: 'Remove a file from a draft, or an upload of one’s own',
    params: fileParams,
    status: 204,
  },
  addDraftFiles: {
    method: 'POST',
    path: '/api/desk/lines/:number/:position/files',
    may: 'work.write',
    summary: 'Add uploaded files to the draft; they go with its delivery',
    params: lineParams,
    body: attachBody,
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;

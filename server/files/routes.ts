import type { fileEndpoints } from '#contract/storefront/file-endpoints.ts';
import type { Handlers } from '#server/http/bind-endpoints.ts';
import { addFiles, listFiles, removeFile, showFile } from './customer-files.ts';
import type { FileDeps } from './file-deps.ts';
import { beginUpload, sendPart } from './uploads.ts';

/** The calls about customers' files. */
export function fileRoutes(deps: FileDeps): Pick<Handlers, keyof typeof fileEndpoints> {
  return {
    beginUpload: ({ caller: { customerId }, body }) => beginUpload(deps, { customerId }, body),
    sendPart: ({ caller: { customerId }, params, query, body }) =>
      sendPart(deps, { customerId }, { ...params, ...query, content: body }),
    showFile: ({ caller, params }) => showFile(deps, caller.customerId, params.fileId),
    removeFile: ({ caller, params }) => removeFile(deps, caller.customerId, params.fileId),
    listFiles: ({ caller, params }) => listFiles(deps, caller.customerId, params),
    addFiles: ({ caller, params, body }) => addFiles(deps, caller.customerId, params, body),
  };
}

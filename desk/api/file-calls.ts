import type { UploadCalls } from '#ui/send-in-parts.ts';
import { callDesk } from './call-desk.ts';

/** Uploads of staff. */
export const deskUploads: UploadCalls = {
  begin: (body) => callDesk('beginDeskUpload', { body }),
  send: (uploadId, offset, body, signal) =>
    callDesk('sendDeskPart', { params: { uploadId }, query: { offset }, body, signal }),
  remove: (fileId) => callDesk('removeDeskFile', { params: { fileId } }),
};

/** The bytes of a file of a line. @throws like callDesk */
export async function fetchDeskFile(fileId: string): Promise<Uint8Array<ArrayBuffer>> {
  const { content } = await callDesk('showDeskFile', { params: { fileId } });
  return content as Uint8Array<ArrayBuffer>;
}

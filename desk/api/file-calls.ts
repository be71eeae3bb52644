import type { UploadCalls } from '#ui/send-in-parts.ts';
import type { FileSender } from '#ui/use-sent-files.tsx';
import { callDesk } from './call-desk.ts';

/** Upload calls for staff. */
export const deskUploads: UploadCalls = {
  begin: (body) => callDesk('beginDeskUpload', { body }),
  send: (uploadId, offset, body, signal) =>
    callDesk('sendDeskPart', { params: { uploadId }, query: { offset }, body, signal }),
  remove: (fileId) => callDesk('removeDeskFile', { params: { fileId } }),
};

/**
 * Fetches the bytes of a file of a line or a message.
 * @throws the errors of callDesk
 */
export async function fetchDeskFile(fileId: string): Promise<Uint8Array<ArrayBuffer>> {
  const { content } = await callDesk('showDeskFile', { params: { fileId } });
  return content;
}

/** Staff as senders of files. */
export const fromStaff: FileSender = { by: 'staff', calls: deskUploads, fetchBytes: fetchDeskFile };

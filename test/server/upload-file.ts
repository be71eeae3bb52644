import assert from 'node:assert/strict';
import type { StoredFile } from '#contract/files/file-ids.ts';
import type { UploadProgress } from '#contract/files/file-bodies.ts';
import type { Problem } from '#contract/problems.ts';
import type { Person, TestDesk } from './open-test-desk.ts';
import type { TestShop } from './open-test-shop.ts';

type Answer<Body> = { status: number; body: Body };
/** Sends a POST request with JSON or bytes. */
export type Post = <Body = Problem>(path: string, body: object | Buffer) => Promise<Answer<Body>>;

const asBytes = { 'content-type': 'application/octet-stream' };

/** Sends POST requests as a customer. Paths are relative to /api. */
export const customerPost =
  ({ send }: Pick<TestShop, 'send'>, auth: Record<string, string>): Post =>
  (path, body) =>
    send('POST', `/api/${path}`, { body, headers: { ...auth, ...(Buffer.isBuffer(body) ? asBytes : {}) } });

/** Sends POST requests as a member of staff. Paths are relative to /api/desk. */
export const staffPost =
  ({ call }: Pick<TestDesk, 'call'>, { cookie }: Pick<Person, 'cookie'>): Post =>
  (path, body) =>
    call('POST', path, { cookie, body, ...(Buffer.isBuffer(body) ? { headers: asBytes } : {}) });

/** Uploads a file in parts and returns the answer to the last part. */
export async function sendFile(
  post: Post,
  name: string,
  content: Buffer,
): Promise<Answer<UploadProgress & Problem>> {
  const begun = await post<{ id: string; partBytes: number }>('uploads', { name, bytes: content.length });
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  const { id, partBytes } = begun.body;
  for (let offset = 0; ;) {
    const part = content.subarray(offset, offset + partBytes);
    const answer = await post<UploadProgress & Problem>(`uploads/${id}/parts?offset=${offset}`, part);
    if (answer.status !== 200 || answer.body.file) return answer;
    offset = answer.body.received;
  }
}

/** Uploads a file and asserts that it is accepted. */
export async function uploadFile(post: Post, name: string, content: Buffer | string): Promise<StoredFile> {
  const { status, body } = await sendFile(post, name, Buffer.from(content));
  assert.equal(status, 200, JSON.stringify(body));
  return body.file!;
}

import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { UnreachableError } from '#ui/api-error.ts';
import { fetchFile } from './fetch-file.ts';

test("returns a file's name, type and bytes, and rejects a network's login page", async (t) => {
  const meta = { content: 'https://shop.test/api' };
  Object.assign(globalThis, { document: { querySelector: () => meta } });
  let answer = new Response('%PDF', {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="receipt-R-1.pdf"',
    },
  });
  const fetched = mock.method(globalThis, 'fetch', async () => answer);
  t.after(() => {
    fetched.mock.restore();
    Reflect.deleteProperty(globalThis, 'document');
  });
  const receipt = () => fetchFile('showReceipt', { params: { number: 'R-1' } });
  assert.deepEqual(await receipt(), {
    name: 'receipt-R-1.pdf',
    mediaType: 'application/pdf',
    content: new TextEncoder().encode('%PDF'),
  });
  answer = new Response('<h1>Log in to this network</h1>', { headers: { 'content-type': 'text/html' } });
  await assert.rejects(receipt(), UnreachableError);
});

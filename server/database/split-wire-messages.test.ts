import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Exchange, wireMessageSplitter } from './split-wire-messages.ts';

const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);

function message(type: string, body: Uint8Array): Buffer {
  const head = Buffer.from(`${type}....`);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const anyMessage = fc
  .tuple(fc.constantFrom(...Array.from('PBDESQHCdcf')), fc.uint8Array({ maxLength: 40 }))
  .map(([type, body]) => message(type, body));

/** Copies the bytes, because the splitter returns views of its input. */
const plain = (exchanges: Exchange[]) =>
  exchanges.map((exchange) => ('bytes' in exchange ? { ...exchange, bytes: [...exchange.bytes] } : exchange));

test("splits a client's messages correctly in pieces of any size", () => {
  fc.assert(
    fc.property(
      fc.array(anyMessage, { maxLength: 20 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 30 })),
      (messages, sizes) => {
        const bytes = Buffer.concat([startup, ...messages]);
        const whole = plain(wireMessageSplitter()(bytes));
        const cut = wireMessageSplitter();
        const pieces: Exchange[] = [];
        for (let at = 0; at < bytes.length;) {
          const size = sizes.next().value;
          pieces.push(...cut(bytes.subarray(at, at + size)));
          at += size;
        }
        assert.deepEqual(plain(pieces), whole);
      },
    ),
  );
});

test('groups messages into requests that end where PostgreSQL answers', () => {
  const parse = message('P', Buffer.from('x'));
  const sync = message('S', Buffer.alloc(0));
  const query = message('Q', Buffer.from('select 1\0'));
  const flush = message('H', Buffer.alloc(0));
  const exchanges = wireMessageSplitter()(Buffer.concat([startup, parse, sync, query, parse, flush, parse]));
  assert.deepEqual(plain(exchanges), [
    { kind: 'startup', bytes: [...startup] },
    { kind: 'request', bytes: [...parse, ...sync], endsReady: true },
    { kind: 'request', bytes: [...query], endsReady: true },
    { kind: 'request', bytes: [...parse, ...flush], endsReady: false },
  ]);
});

test('ignores everything after a Terminate message', () => {
  const goodbye = message('X', Buffer.alloc(0));
  const exchanges = wireMessageSplitter()(
    Buffer.concat([startup, goodbye, message('Q', Buffer.from('select 1\0'))]),
  );
  assert.deepEqual(
    exchanges.map(({ kind }) => kind),
    ['startup', 'goodbye'],
  );
});

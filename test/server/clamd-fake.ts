import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * The standard test file that every scanner reports as a virus (https://www.eicar.org/download-anti-malware-testfile/). Written
 * in parts, so that scanners don't report this source file.
 */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-', 'TEST-FILE!$H+H*'].join(
  '',
);

/**
 * How the fake answers. `clamd`: correctly. `hang`, `hangAtStart`: never. `cut`: ends the connection midway. `nonsense`,
 * `endless`, `error`: invalid answers. `early`: before it has read the file. `reset`: correctly, but resets the connection when a
 * file is too large.
 */
export type Manner =
  | 'clamd'
  | 'hang'
  | 'hangAtStart'
  | 'cut'
  | 'nonsense'
  | 'endless'
  | 'early'
  | 'error'
  | 'reset';

type Frame = { rest: Buffer; total: number; content: Buffer[]; isEnded: boolean };

/**
 * Parses a stream of clamd's command INSTREAM. Returns the violation of a stream that breaks the protocol. Written by clamd's
 * manual, independently of the client.
 */
function takeFrames(frame: Frame): string | undefined {
  while (frame.rest.length >= 4) {
    const length = frame.rest.readUInt32BE(0);
    if (length === 0) {
      frame.isEnded = true;
      return frame.rest.length > 4 ? 'bytes after the end' : undefined;
    }
    if (frame.rest.length < 4 + length) return undefined;
    frame.content.push(frame.rest.subarray(4, 4 + length));
    frame.total += length;
    frame.rest = frame.rest.subarray(4 + length);
  }
  return undefined;
}

const command = 'zINSTREAM\0';

/** A fake of clamd on a local port or a socket file. It finds EICAR anywhere in a file. */
export async function openClamdFake({
  largest = 26 * 1024 * 1024,
  path,
}: { largest?: number; path?: string } = {}) {
  const sockets = new Set<Socket>();
  const fake = {
    manner: 'clamd' as Manner,
    url: '',
    /** Contents of the completely received files. */
    scanned: [] as Buffer[],
    /** Protocol violations of clients. */
    problems: [] as string[],
    connections: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const answer = (socket: Socket, words: string) => socket.end(`${words}\0`);
  function answerFile(socket: Socket, content: Buffer): void {
    fake.scanned.push(content);
    switch (fake.manner) {
      case 'hang':
        return;
      case 'cut':
        socket.end('stream: O');
        return;
      case 'nonsense':
        answer(socket, 'stream: FINE');
        return;
      case 'endless':
        socket.write('x'.repeat(10_000));
        return;
      case 'error':
        answer(socket, 'stream: Can’t allocate memory ERROR');
        return;
      default:
        answer(socket, content.includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK');
    }
  }
  const server = createServer((socket) => {
    fake.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (fake.manner === 'hangAtStart') {
      socket.pause();
      return;
    }
    let head = Buffer.alloc(0);
    let frame: Frame | undefined;
    socket.on('data', (bytes) => {
      if (!frame) {
        head = Buffer.concat([head, bytes]);
        if (head.length < command.length) return;
        if (head.subarray(0, command.length).toString() !== command) {
          fake.problems.push(`unknown command ${head.subarray(0, 20).toString()}`);
          answer(socket, 'UNKNOWN COMMAND');
          return;
        }
        frame = { rest: head.subarray(command.length), total: 0, content: [], isEnded: false };
        if (fake.manner === 'early') answer(socket, 'stream: OK');
      } else frame.rest = Buffer.concat([frame.rest, bytes]);
      const problem = takeFrames(frame);
      if (problem) fake.problems.push(problem);
      if (frame.total > largest) {
        // reads and drops the rest, because otherwise the connection would be reset before the answer is read
        if (!socket.writableEnded) answer(socket, 'INSTREAM size limit exceeded. ERROR');
        // unread bytes make the kernel reset the connection
        if (fake.manner === 'reset') socket.destroy();
        return;
      }
      if (frame.isEnded) answerFile(socket, Buffer.concat(frame.content));
    });
  });
  if (path === undefined) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  fake.url =
    path === undefined ? `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix:${path}`;
  return fake;
}

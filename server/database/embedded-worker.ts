/**
 * The thread that runs the embedded PostgreSQL. It speaks PostgreSQL's wire protocol over its message port. The embedded
 * PostgreSQL has one session, so only the newest connection is usable. Every message gets exactly one answer, so that the main
 * thread can detect when this thread hangs.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { wireMessageSplitter } from './split-wire-messages.ts';
import { openCluster } from './open-cluster.ts';
import { errorMessage } from './error-message.ts';
import { StartError } from '#server/process/start-error.ts';

export type ToWorker =
  | { kind: 'connect'; connection: number }
  | { kind: 'data'; connection: number; data: Uint8Array }
  | { kind: 'close' };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'cannot-start'; sentence: string }
  | { kind: 'answer'; connection: number; data: Uint8Array }
  | { kind: 'broken'; reason: string }
  | { kind: 'closed' };

const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5]);

const port = parentPort;
if (!port) throw new Error('embedded-worker.ts runs as a worker thread only');
const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

/** Ends this thread as a power failure would: writes nothing more, and the next start replays the log. */
function breakDown(reason: string): never {
  send({ kind: 'broken', reason });
  process.exit(1);
}

const { folder } = workerData as { folder: string };
const pglite = await openCluster(folder, (error) => breakDown(`fsync failed: ${error.message}`)).catch(
  (error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    send({ kind: 'cannot-start', sentence: error.message });
    process.exit(1);
  },
);

let connection = 0;
let cut = wireMessageSplitter();

async function handle(message: ToWorker): Promise<void> {
  if (message.kind === 'close') {
    await pglite.close();
    return send({ kind: 'closed' });
  }
  const pieces: Uint8Array[] = [];
  if (message.kind === 'connect') {
    connection = message.connection;
    cut = wireMessageSplitter();
    // The previous connection may have ended in any state, even inside a transaction.
    await pglite.exec('rollback');
    await pglite.exec('discard all');
  } else if (message.connection === connection) {
    for (const exchange of cut(message.data)) {
      if (exchange.kind === 'goodbye') break;
      const answered = await ask(exchange.bytes);
      // PGlite hides a PANIC or a crash. The only sign is that the end of the answer is missing.
      if (
        exchange.kind === 'request' &&
        exchange.endsReady &&
        !answered.subarray(-6, -1).equals(READY_FOR_QUERY)
      ) {
        breakDown('PostgreSQL stopped in the middle of a statement');
      }
      pieces.push(answered);
    }
  }
  // Copies the answer into its own buffer, which can be transferred without another copy.
  const data = new Uint8Array(Buffer.concat(pieces));
  send({ kind: 'answer', connection: message.connection, data }, [data.buffer]);
}

/**
 * Executes protocol messages and collects the answer. Uses the streaming call, because the plain call keeps every answer in
 * memory.
 */
async function ask(bytes: Uint8Array): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  await pglite.execProtocolRawStream(bytes, { onRawData: (piece) => pieces.push(piece.slice()) });
  return Buffer.concat(pieces);
}

let last = Promise.resolve();
port.on('message', (message: ToWorker) => {
  last = last.then(() => handle(message)).catch((error: unknown) => breakDown(errorMessage(error)));
});
send({ kind: 'ready' });

import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as aTurn } from 'node:timers/promises';
import { second } from '#contract/durations.ts';
import type { ScannerAddress } from '#server/process/scanner-address.ts';

/** The scanner's verdict. `virus`: the virus's name. `tooLarge`: the file is larger than the scanner's StreamMaxLength. */
export type Verdict = { is: 'clean' } | { is: 'tooLarge' } | { is: 'infected'; virus: string };

/** The scanner is unreachable or its answer is unusable, so that a retry may succeed. */
export class ScannerFailure extends Error {
  override name = 'ScannerFailure';
}

/**
 * Timeouts of the scanner (ms): to accept the next bytes, and to answer after the last ones. clamd scans a file for two minutes
 * at most.
 */
const patience = { acceptMs: 30 * second, answerMs: 150 * second };

/** Maximum length of an answer (bytes). */
const longestAnswer = 4096;
const longestName = 200;

type State = { isSent: boolean; isAnswered: boolean };

/**
 * Frames a file for clamd's command INSTREAM: chunks preceded by their length, then a chunk of length 0
 * (https://docs.clamav.net/manual/Usage/Scanning.html#clamd).
 */
async function* framed(content: Readable, bytes: number, state: State): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  let sent = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    // clamd answers early when the file is too large and then resets the connection, so the answer must be read before the next
    // write fails
    await aTurn();
    if (state.isAnswered) return;
    if (chunk.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
    sent += chunk.length;
  }
  await aTurn();
  if (state.isAnswered) return;
  // clamd would report a truncated file as clean
  if (sent !== bytes) throw new Error(`The store gave ${sent} of ${bytes} bytes`);
  state.isSent = true;
  yield Buffer.alloc(4);
}

/** Reads the answer up to its final zero byte. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
      const end = answer.indexOf('\0');
      if (end >= 0) resolve(answer.slice(0, end));
      else if (answer.length > longestAnswer) socket.destroy(new Error('The answer is too long'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The connection ended without an answer')));
  });
}

function verdictOf(answer: string): Verdict {
  if (answer === 'stream: OK') return { is: 'clean' };
  const [, virus] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (virus !== undefined) return { is: 'infected', virus: virus.slice(0, longestName) };
  if (answer === 'INSTREAM size limit exceeded. ERROR') return { is: 'tooLarge' };
  throw new ScannerFailure(`The scanner responded with “${answer.slice(0, longestName)}”`);
}

/**
 * Streams a file to clamd. `bytes`: its size.
 * @throws ScannerFailure when the scanner is unreachable, hangs or answers something else; any error of reading the file
 */
export async function scanWithClamd(
  address: ScannerAddress,
  content: Readable,
  bytes: number,
  { acceptMs, answerMs } = patience,
): Promise<Verdict> {
  let readError: Error | undefined;
  content.on('error', (error) => (readError = error));
  const socket = connect(address);
  socket.setTimeout(acceptMs, () => socket.destroy(new Error('The scanner doesn’t respond')));
  const state: State = { isSent: false, isAnswered: false };
  const answered = readAnswer(socket).then((answer) => {
    state.isAnswered = true;
    return answer;
  });
  // the answer is awaited below; this prevents an unhandled rejection meanwhile
  answered.catch(() => undefined);
  try {
    let sendError: unknown;
    try {
      await pipeline(Readable.from(framed(content, bytes, state)), socket, { end: false });
      socket.setTimeout(answerMs);
    } catch (error) {
      sendError = error;
      socket.destroy();
    }
    try {
      const verdict = verdictOf(await answered);
      if (verdict.is === 'clean' && !state.isSent)
        throw new ScannerFailure('The scanner responded before it received the whole file');
      return verdict;
    } catch (error) {
      if (readError) throw readError;
      if (error instanceof ScannerFailure) throw error;
      throw new ScannerFailure(((sendError ?? error) as Error).message, { cause: sendError ?? error });
    }
  } finally {
    socket.destroy();
    content.destroy();
  }
}

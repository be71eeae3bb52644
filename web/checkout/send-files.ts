import { day } from '#contract/durations.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { localStore, readJson } from '#ui/browser-storage.ts';
import { sendInParts } from '#ui/send-in-parts.ts';
import { callApi } from '#web/api/call-api.ts';
import { customerUploads } from '#web/api/file-calls.ts';
import { forgetFile, keepFile, readKept } from '#web/stored-orders/device-files.ts';
import { type DeviceFile, waitingKey } from '#web/stored-orders/line-files.ts';

/** How long the files of a placed order are kept on this device until they can be sent (ms). */
const waitsFor = 30 * day;

type Waiting = { position: number; file: DeviceFile };
type AllWaiting = Record<string, { at: number; files: Waiting[] } | null>;

/** A file that isn't attached to its order. `why`: undefined while it waits for the payment or the confirmed address. */
type Unsent = { file: DeviceFile; why: string | undefined };
/** `sent`: the files that are attached to the order now. */
export type SendResult = { sent: DeviceFile[]; unsent: Unsent[] };

const readWaiting = () => (readJson(localStore, waitingKey) ?? {}) as AllWaiting;
const keepWaiting = (all: AllWaiting) => localStore.setItem(waitingKey, JSON.stringify(all));

/** Stores the files of a placed order until they are attached to it. The lines are in the order's sequence. */
export function rememberFiles(number: string, lines: readonly { files: readonly DeviceFile[] }[]): void {
  const others = Object.entries(readWaiting()).filter(
    ([, order]) => Number(order?.at) > Date.now() - waitsFor,
  );
  const files = lines.flatMap((line, index) =>
    line.files.map((file): Waiting => ({ position: index + 1, file })),
  );
  keepWaiting({ ...Object.fromEntries(others), [number]: { at: Date.now(), files } });
}

/** Stops sending a file of a placed order, and deletes it on this device. */
export async function dropWaiting(number: string, id: string): Promise<void> {
  const { [number]: order, ...others } = readWaiting();
  const files = (order?.files ?? []).filter(({ file }) => file.id !== id);
  keepWaiting(order && files.length > 0 ? { ...others, [number]: { ...order, files } } : others);
  await forgetFile(id);
}

/** Uploads a file, once. Returns its ID at the server. */
async function upload({ id, name }: DeviceFile, isAgain = false): Promise<string> {
  const kept = await readKept(id);
  if (!kept)
    throw new ApiError('', 0, {
      file: [`“${name}” is no longer on this device. Remove it from the item, or add it again.`],
    });
  if (kept.sent !== undefined && !isAgain) return kept.sent;
  const { id: sent } = await sendInParts(customerUploads, new File([kept.bytes], name), {
    begun: undefined,
    onProgress() {},
    signal: new AbortController().signal,
  });
  await keepFile(id, { ...kept, sent });
  return sent;
}

/** Why a file was not sent, in a sentence with its name. */
function wordsOf({ name }: DeviceFile, error: unknown): string {
  const own = error instanceof ApiError ? (error.errors['file'] ?? error.errors['files'])?.[0] : undefined;
  return own?.includes(name) ? own : `“${name}” wasn’t sent. ${own ?? failureMessage(error)}`;
}

/** Uploads the files of a cart before the order is placed. Returns why some were not sent, in a sentence each. */
export async function uploadAhead(files: readonly DeviceFile[]): Promise<string[]> {
  const problems: string[] = [];
  for (const file of files)
    await upload(file).catch((error: unknown) => void problems.push(wordsOf(file, error)));
  return problems;
}

/** Attaches a file to its line. The server may have deleted it since it was uploaded: then it is uploaded again. */
async function attach(number: string, { position, file }: Waiting): Promise<void> {
  const add = async (id: string) =>
    callApi('addFiles', { params: { number, position }, body: { files: [id] } });
  const hasSent = (await readKept(file.id))?.sent !== undefined;
  try {
    await add(await upload(file));
  } catch (error) {
    if (!hasSent || !(error instanceof ApiError && 'files' in error.errors)) throw error;
    await add(await upload(file, true));
  }
}

/** Whether the line has the file already: the answer to an earlier try may have been lost. */
async function isThere(number: string, { position, file }: Waiting): Promise<boolean> {
  const sent = (await readKept(file.id))?.sent;
  if (sent === undefined) return false;
  const { files } = await callApi('listFiles', { params: { number, position } });
  return files.some(({ id }) => id === sent);
}

async function sendAll(number: string, isPaid: boolean): Promise<SendResult> {
  const result: SendResult = { sent: [], unsent: [] };
  const waiting = readWaiting()[number]?.files ?? [];
  if (waiting.length === 0) return result;
  // before the payment, the server takes files only from a customer with a confirmed address
  if (!isPaid && !(await callApi('profile', {})).emailConfirmed)
    return { ...result, unsent: waiting.map(({ file }) => ({ file, why: undefined })) };
  for (const one of waiting)
    try {
      if (!(await isThere(number, one))) await attach(number, one);
      await dropWaiting(number, one.file.id);
      result.sent.push(one.file);
    } catch (error) {
      result.unsent.push({ file: one.file, why: wordsOf(one.file, error) });
    }
  return result;
}

/**
 * Sends the files that a placed order waits for. Two tabs never send the same file at once, where the browser has locks.
 * @throws ApiError, UnreachableError while the account can't be read
 */
export async function sendFiles(number: string, isPaid: boolean): Promise<SendResult> {
  const run = () => sendAll(number, isPaid);
  return 'locks' in navigator ? navigator.locks.request('order-files', run) : run();
}

import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '#server/process/actor.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { type EraseDeps, eraseAccount, type ManageDeps, setLock } from './manage-account.ts';

/**
 * An erased customer, without personal data. `createdAt`: distinguishes two customers who had the same ID before and after a
 * restore.
 */
export type ErasedCustomer = { id: bigint; createdAt: Date };

/** Path of the list of erased customers. The list is a file, so that a restore of the database keeps it. */
export const erasedFile = (folder: string): string => join(folder, 'erased-customers');

/** Appends customers to the list. Resolves once the entries would survive a power failure. */
export async function recordErased(folder: string, customers: ErasedCustomer[]): Promise<void> {
  if (customers.length === 0) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await using file = await open(erasedFile(folder), 'a', 0o600);
  await file.appendFile(customers.map(({ id, createdAt }) => `${id} ${createdAt.toISOString()}\n`).join(''));
  await file.sync();
}

/** Appends to the list of this folder. */
export const recordErasedIn = (folder: string) => (customers: ErasedCustomer[]) =>
  recordErased(folder, customers);

/** Reads the list; empty when there is no file. */
export async function readErased(folder: string): Promise<ErasedCustomer[]> {
  const text = await readFile(erasedFile(folder), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  // skips an incomplete last line, which a power failure can leave
  return [...text.matchAll(/^(\d{1,18}) (\S+Z)$/gm)].map(([, id = '', at = '']) => ({
    id: BigInt(id),
    createdAt: new Date(at),
  }));
}

/** All customers whose data the database has erased. */
export async function listErased({ db }: Pick<ManageDeps, 'db'>): Promise<ErasedCustomer[]> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'created_at'])
    .where('erased_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, created_at: createdAt }) => ({ id, createdAt }));
}

/**
 * Erases the customers on the list again whom a restored backup contains. An account that can't be erased now, because it has
 * money or open work again, is locked.
 * @returns the number of erased accounts, and a sentence for each account that is only locked
 */
export async function eraseAgain(
  deps: EraseDeps,
  list: readonly ErasedCustomer[],
  by: Actor,
): Promise<{ erased: number; locked: string[] }> {
  const result = { erased: 0, locked: [] as string[] };
  for (const { id, createdAt } of list) {
    const found = await deps.db
      .selectFrom('customer')
      .select(['email', 'created_at'])
      .where('id', '=', id)
      .where('erased_at', 'is', null)
      .executeTakeFirst();
    if (found?.created_at.getTime() !== createdAt.getTime()) continue;
    try {
      await eraseAccount(deps, id, by);
      result.erased += 1;
    } catch (error) {
      if (!(error instanceof ProblemReply)) throw error;
      await setLock(deps, id, true, by);
      result.locked.push(`${found.email}: ${error.message}`);
    }
  }
  return result;
}

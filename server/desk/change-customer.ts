import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk-endpoints.ts';
import type { BytesAnswer } from '#contract/endpoint.ts';
import { canonicalEmail } from '#contract/text.ts';
import { identifyCustomer } from '#server/accounts/find-customer.ts';
import { eraseAccount, exportAccount, setLock, signOut } from '#server/accounts/manage-account.ts';
import { adjustBalance } from '#server/balance/adjust-balance.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import type { DeskDeps } from './desk-deps.ts';
import { insertNote, writeNote } from './notes.ts';
import { assertCustomer } from './show-customer.ts';

type Named = { id: string };

/** Writes a note about a customer that only the team reads. @throws ProblemReply 404 */
export async function addCustomerNote(
  deps: DeskDeps,
  caller: StaffCaller,
  { id }: Named,
  { text }: { text: string },
): Promise<void> {
  const customerId = BigInt(id);
  await assertCustomer(deps, customerId);
  await writeNote(deps, caller, { customerId }, { subject: `customer ${id}`, text });
}

/** Credits or debits a balance; the same request books once. @throws ProblemReply 403 above the caller's limit, 404, 409 */
export async function adjustCustomer(
  deps: DeskDeps,
  { by, limits }: StaffCaller,
  { id }: Named,
  { amount, ...body }: DeskBodyOf<'adjustCustomer'>,
): Promise<DeskAnswerOf<'adjustCustomer'>> {
  const isNew = await adjustBalance(deps, {
    ...body,
    customer: BigInt(id),
    amount: BigInt(amount),
    by,
    limit: limits.adjust,
  });
  return { isNew };
}

/** The reason of a lock, an unlocking or a logout, kept as a note about the customer. */
const noted = (caller: StaffCaller, what: string, reason: string) => (customerId: bigint, now: Date) => [
  insertNote(caller, { customerId }, `${what}: ${reason}`, now),
];

/** Locks or unlocks a customer's account. @throws ProblemReply 404, 409 for an erased one */
export const lockCustomer = (
  deps: DeskDeps,
  caller: StaffCaller,
  { id, locked }: Named & { locked: boolean },
  { reason }: { reason: string },
): Promise<void> =>
  setLock(deps, BigInt(id), locked, caller.by, noted(caller, locked ? 'Locked' : 'Unlocked', reason));

/** Ends all sessions of a customer. @throws ProblemReply 404, 409 for an erased one */
export const logOutCustomer = (
  deps: DeskDeps,
  caller: StaffCaller,
  { id }: Named,
  { reason }: { reason: string },
): Promise<void> => signOut(deps, BigInt(id), caller.by, noted(caller, 'Logged out', reason));

/** All data of a customer as a file. @throws ProblemReply 404, 409 for an erased one */
export async function exportCustomer(
  deps: DeskDeps,
  { by }: StaffCaller,
  { id }: Named,
): Promise<BytesAnswer> {
  const data = await exportAccount(deps, BigInt(id), by);
  return { name: `customer-${id}.json`, content: Buffer.from(JSON.stringify(data, null, 2)) };
}

/** Erases a customer's personal data. @throws Refusal for another address than theirs, ProblemReply 404, 409 */
export async function eraseCustomer(
  deps: DeskDeps,
  { by }: StaffCaller,
  { id }: Named,
  { confirm }: { confirm: string },
): Promise<void> {
  const { email } = await identifyCustomer(deps.db, BigInt(id));
  if (canonicalEmail(email) !== canonicalEmail(confirm))
    throw new Refusal({ confirm: ['This isn’t the customer’s address'] });
  await eraseAccount(deps, BigInt(id), by);
}

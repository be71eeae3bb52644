import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import type { BytesAnswer } from '#contract/endpoint.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import { identifyCustomer } from '#server/accounts/find-customer.ts';
import { eraseAccount, exportAccount, setLock, signOut } from '#server/accounts/manage-account.ts';
import { bookAdjustment } from '#server/balance/adjust-balance.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { giveOrAsk } from '#server/desk/approvals/ask-approval.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { insertNote, isNewNote, writeNote } from '#server/desk/notes.ts';
import { assertCustomer } from './show-customer.ts';

type Named = { id: string };

/**
 * Adds a note about a customer, for staff only.
 * @throws ProblemReply 404
 */
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

/**
 * Credits or debits a balance, or requests approval above the caller's limit. Repeating the request changes nothing. The note is
 * added to the customer's notes.
 * @throws ProblemReply 404, 409
 */
export async function adjustCustomer(
  deps: DeskDeps,
  caller: StaffCaller,
  { id }: Named,
  { requestId, direction, amount, reason, note, seen }: DeskBodyOf<'adjustCustomer'>,
): Promise<DeskAnswerOf<'adjustCustomer'>> {
  const customerId = BigInt(id);
  await assertCustomer(deps, customerId);
  const writes = (now: Date) => (note === '' ? [] : [insertNote(caller, { customerId }, note, now)]);
  const adjusting = {
    customer: customerId,
    direction,
    amount: BigInt(amount),
    reason,
    by: caller.by,
    requestId,
    limit: caller.limits.adjust,
    seen,
    writes,
  };
  return giveOrAsk(
    deps,
    caller,
    {
      requestId,
      request: { direction },
      customerId,
      subject: `customer ${id}`,
      amount: BigInt(amount),
      reason,
      note,
    },
    { book: (tx, now) => bookAdjustment(tx, deps, adjusting, now), writes },
  );
}

/** The write that stores the reason of a lock, unlock or logout as a note about the customer. */
const noted = (caller: StaffCaller, what: string, reason: string) => (customerId: bigint, now: Date) => {
  const [on, text] = [{ customerId }, `${what}: ${reason}`];
  return [insertNote(caller, on, text, now, isNewNote(caller, on, text, now))];
};

/**
 * Locks or unlocks a customer's account.
 * @throws ProblemReply 404; 409 for an erased customer
 */
export const lockCustomer = (
  deps: DeskDeps,
  caller: StaffCaller,
  { id, locked }: Named & { locked: boolean },
  { reason }: { reason: string },
): Promise<void> =>
  setLock(deps, BigInt(id), locked, caller.by, noted(caller, locked ? 'Locked' : 'Unlocked', reason));

/**
 * Ends all sessions of a customer.
 * @throws ProblemReply 404; 409 for an erased customer
 */
export const logOutCustomer = (
  deps: DeskDeps,
  caller: StaffCaller,
  { id }: Named,
  { reason }: { reason: string },
): Promise<void> => signOut(deps, BigInt(id), caller.by, noted(caller, 'Logged out', reason));

/**
 * Exports all data of a customer as a file.
 * @throws ProblemReply 404; 409 for an erased customer
 */
export async function exportCustomer(
  deps: DeskDeps,
  { by }: StaffCaller,
  { id }: Named,
): Promise<BytesAnswer> {
  const data = await exportAccount(deps, BigInt(id), by);
  return { name: `customer-${id}.json`, content: Buffer.from(JSON.stringify(data, null, 2)) };
}

/**
 * Erases a customer's personal data.
 * @throws Refusal if the typed address is not the customer's; ProblemReply 404, 409
 */
export async function eraseCustomer(
  deps: DeskDeps,
  { by }: StaffCaller,
  { id }: Named,
  { confirm }: { confirm: string },
): Promise<void> {
  const { email } = await identifyCustomer(deps.db, BigInt(id));
  if (canonicalEmail(email) !== canonicalEmail(confirm))
    throw new Refusal({ confirm: ['This isn’t the customer’s email address'] });
  await eraseAccount(deps, BigInt(id), by);
}

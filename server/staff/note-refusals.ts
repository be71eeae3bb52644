import { deskProblems } from '#contract/desk/endpoint.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import type { StaffDeps } from './staff-deps.ts';
import type { StaffCaller } from './staff-session.ts';

/** A call of the desk. `params`: the unvalidated path parameters. */
type Called = { name: string; caller: Pick<StaffCaller, 'staffId' | 'by'>; params: unknown };

/**
 * Matches the shop's own numbers and IDs. Any other text in a path was typed and may contain a name, which the permanent log must
 * not have.
 */
const nameless =
  /^(?:\d{1,18}|[a-z]-[\da-z]{4}-[\da-z]{4}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}|own-[\da-f]{8})$/i;

function subjectOf(params: unknown): string {
  const values = typeof params === 'object' && params !== null ? Object.values(params) : [];
  return values.filter((value) => typeof value === 'string' && nameless.test(value)).join(' ');
}

/** What a rejected call lacked: a permission or a fresh proof. Undefined for other failures. */
function missingOf(error: unknown): string | undefined {
  if (!(error instanceof ProblemReply)) return undefined;
  if (error.type === deskProblems.proofNeeded) return 'proof';
  return error.type === deskProblems.notAllowed ? (error.needs ?? '') : undefined;
}

/**
 * Runs a call or its access check. Adds an audit entry for a refusal due to a missing permission or proof: who, which
 * call, what was missing, and the subject. The number of entries per person is limited, because they are permanent.
 * @throws the errors of `run`; above the limit, ProblemReply 429 instead of the refusal
 */
export async function noteRefusals<Value>(
  { db, clock, limits }: Pick<StaffDeps, 'db' | 'clock' | 'limits'>,
  { name, caller, params }: Called,
  run: () => Promise<Value>,
): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    const needs = missingOf(error);
    if (needs === undefined) throw error;
    await limits.staffRefusals.consume(String(caller.staffId));
    const on = subjectOf(params);
    const refused = {
      action: 'refused',
      subject: `staff ${caller.staffId}`,
      detail: { call: name, needs, ...(on === '' ? {} : { on }) },
    };
    await writeInOneStatement(db, auditEntry(caller.by, clock(), refused));
    throw error;
  }
}

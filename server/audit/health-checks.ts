import { type RawBuilder, sql } from 'kysely';

/** The parts of the health check: the ledger, balances and payments; the providers' records; the audit log. */
export type CheckedPart = 'books' | 'providers' | 'log';

/** Maximum number of stored findings of a check: more than a person reads before finding the cause. */
const mostKept = 200;

/** `compared`: number of payments compared with their providers. `failure`: why the check couldn't finish. */
export type CheckResult = { findings: readonly string[]; compared?: number; failure?: string };

/**
 * The write that stores the result of a health check for the desk. `adds`: adds the result of a later batch to the same check.
 */
export function recordCheck(
  part: CheckedPart,
  now: Date,
  { findings, compared = 0, failure }: CheckResult,
  { adds = false } = {},
): RawBuilder<unknown> {
  const kept = JSON.stringify(findings.slice(0, mostKept));
  const before = adds
    ? { findings: sql`h.findings`, found: sql`h.found`, compared: sql`h.compared` }
    : { findings: sql`'[]'::jsonb`, found: sql`0`, compared: sql`0` };
  return sql`insert into health_check as h (part, checked_at, findings, found, compared, failure)
    values (${part}, ${now}, ${kept}::jsonb, ${findings.length}, ${compared}, ${failure ?? null})
    on conflict (part) do update set checked_at = excluded.checked_at, failure = excluded.failure,
      findings = jsonb_path_query_array(${before.findings} || excluded.findings, ${`$[0 to ${mostKept - 1}]`}::jsonpath),
      found = ${before.found} + excluded.found, compared = ${before.compared} + excluded.compared`;
}

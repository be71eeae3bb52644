import { day, hour } from '#contract/durations.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Movement } from '#server/payments/provider/provider.ts';
import { retryUnavailable } from '#server/payments/provider/retry-unavailable.ts';
import { sql } from 'kysely';
import { findOwners } from './find-owners.ts';
import { importPostings, type StoredMovement } from './movement-postings.ts';
import { type ListingProvider, readPayouts } from './read-payouts.ts';

type Deps = Pick<PaymentDeps, 'db' | 'clock' | 'log' | 'providers'>;
export const importMovementsHourly = jobKind<Record<string, never>>('payment.import', { forever: true });

/** An import begins this long before the end of the last one, so that it finds movements that the provider listed late. */
const overlapMs = day;
/** Pages per run, which take far less than the job's lease. When more follow, the job runs again at once. */
const pagesAtOnce = 30;

const listing = ({ providers }: Deps): ListingProvider[] =>
  providers.filter((provider): provider is ListingProvider => provider.movements !== undefined);

/** An unfinished import. `began`: when it began, which identifies it. `after`: the cursor of its next page. */
type Import = { began: Date; since: Date; after: string | null };

/** Continues the unfinished import, or begins a new one. The first reads from a day before the provider's first payment. */
async function beginImport({ db, clock }: Deps, { name, livemode }: ListingProvider): Promise<Import> {
  const now = clock();
  const { rows } = await sql<Import>`
    insert into provider_import (provider, livemode, began_at, since)
    values (${name}, ${livemode}, ${now}, coalesce((
      select min(created_at) from payment_attempt where provider = ${name} and livemode = ${livemode}
        and not exists (select from provider_import where provider = ${name} and livemode = ${livemode})
    ), ${now}) - interval '1 day')
    on conflict (provider, livemode) do update set
      began_at = coalesce(provider_import.began_at, excluded.began_at),
      since = case when provider_import.began_at is null
        then provider_import.complete_to - make_interval(secs => ${overlapMs / 1000}) else provider_import.since end
    returning began_at as began, since, after`.execute(db);
  return rows[0]!;
}

const toStored = ({ name, livemode }: ListingProvider, moved: Movement): StoredMovement => ({
  provider: name,
  livemode,
  id: moved.id,
  kind: moved.kind,
  currency: moved.currency,
  amount: moved.amount,
  fee: moved.fee,
  original_currency: moved.original.currency,
  original: moved.original.amount,
});

/** The IDs of these that aren't imported yet. */
async function findNew(
  { db }: Deps,
  { name, livemode }: ListingProvider,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from provider_entry where provider = ${name} and livemode = ${livemode} and id = any(${ids}::text[])`.execute(
    db,
  );
  return new Set(ids).difference(new Set(rows.map(({ id }) => id)));
}

const asText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

/**
 * Stores a page's new movements, their postings and the import's progress in one statement. A movement is stored and posted once,
 * also when two processes read it.
 */
async function savePage(
  { db, clock }: Deps,
  provider: ListingProvider,
  movements: readonly Movement[],
  progress: { began: Date; after: string | null },
): Promise<void> {
  const { name, livemode } = provider;
  const now = clock();
  const rows = movements.map((moved) => ({
    ...toStored(provider, moved),
    word: moved.word,
    about: moved.about,
    reference: moved.reference,
    created_at: moved.createdAt,
    available_on: moved.availableOn,
    arrives_on: moved.payout?.arrivesOn ?? null,
    lists_content: moved.payout?.listsContent ?? false,
    unexplained_at: moved.kind === 'other' ? now : null,
  }));
  const { began, after } = progress;
  await writeInOneStatement(
    db,
    [
      sql`insert into provider_entry (provider, livemode, id, kind, word, currency, amount, fee, original_currency, original, about,
          reference, created_at, available_on, arrives_on, lists_content, imported_at, unexplained_at)
        select provider, livemode, id, kind, word, currency, amount, fee, original_currency, original, about,
          reference, created_at, available_on, arrives_on, lists_content, ${now}, unexplained_at
        from jsonb_to_recordset(${JSON.stringify(rows, asText)}::jsonb) as new(provider text, livemode boolean, id text, kind text, word text,
          currency text, amount bigint, fee bigint, original_currency text, original bigint, about text, reference uuid,
          created_at timestamptz, available_on timestamptz, arrives_on timestamptz, lists_content boolean, unexplained_at timestamptz)
        on conflict do nothing`,
      // an import that another process has completed meanwhile stays complete
      after === null
        ? sql`update provider_import set complete_to = began_at, began_at = null, since = null, after = null, failure = null
            where provider = ${name} and livemode = ${livemode} and began_at = ${began}`
        : sql`update provider_import set after = ${after}, failure = null
            where provider = ${name} and livemode = ${livemode} and began_at = ${began}`,
    ],
    ledgerPost(movements.flatMap((moved) => importPostings(toStored(provider, moved), now))),
  );
}

/** Imports the next pages of a provider's movements. Returns false when more follow. */
async function importFrom(deps: Deps, provider: ListingProvider): Promise<boolean> {
  const { name, livemode } = provider;
  const begun = await beginImport(deps, provider);
  let { after } = begun;
  const newOf = (ids: readonly string[]) => findNew(deps, provider, ids);
  for (let pages = 0; pages < pagesAtOnce; pages += 1) {
    const page = await provider.movements({ since: begun.since, newOf }, after);
    if (!page) {
      deps.log.warn({ provider: name }, 'the key may not read the movements of the balance');
      await sql`update provider_import set failure = 'The API key doesn’t have permission to read balance transactions'
        where provider = ${name} and livemode = ${livemode}`.execute(deps.db);
      return true;
    }
    after = page.next;
    await savePage(deps, provider, page.movements, { began: begun.began, after });
    if (after === null) return true;
  }
  return false;
}

/**
 * Imports the movements of every provider's balance: stores and posts new ones, and links each to its payment, refund or dispute.
 * @throws ProviderUnavailable
 */
export async function importMovements(deps: Deps): Promise<{ isComplete: boolean }> {
  let isComplete = true;
  for (const provider of listing(deps)) {
    if (await importFrom(deps, provider)) await readPayouts(deps, provider);
    else isComplete = false;
  }
  await findOwners(deps);
  return { isComplete };
}

/** The job that imports the movements of every provider's balance. */
export const importMovementsJob = (deps: PaymentDeps): JobHandlers =>
  importMovementsHourly.handledBy(
    retryUnavailable(deps, async () => {
      const { isComplete } = await importMovements(deps);
      const now = deps.clock();
      return isComplete ? new Date(now.getTime() + hour) : now;
    }),
  );

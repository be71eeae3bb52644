/**
 * npm run prove -- sabotage [words]: takes guards away and breaks the money code, one at a time in a copy of the source, and
 * expects that each is found: by its test, or by the random histories. Tests that find none of them would prove nothing.
 * `words`: only those whose description has them.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/root.ts';
import { runCommand } from '#tools/run-command.ts';
import { copyServer } from './copy-server.ts';
import { guardSabotages } from './guard-sabotages.ts';

/** `test`: who has to find it, where that is not the histories; `only`: which of its tests. */
export type Sabotage = { what: string; file: string; from: string; to: string; test?: string; only?: string };

const payments = (name: string) => `server/payments/${name}.ts`;
const sabotages: Sabotage[] = [
  ...guardSabotages,
  {
    what: 'no guard against a payment that is told twice',
    file: payments('reduce-snapshot'),
    from: "if (settled.has(attempt.status)) return 'unchanged';",
    to: '',
  },
  {
    what: 'a hold that is not released',
    file: payments('hold-postings'),
    from: "posting('release', hold, at);",
    to: "(at ? [] : posting('release', hold, at));",
  },
  {
    what: 'a payment that comes late is ignored',
    file: payments('reduce-snapshot'),
    from: "snapshot.state === 'paid' && snapshot.captured > 0n",
    to: "snapshot.state === 'paid' && snapshot.captured > 0n && live.has(attempt.status)",
  },
  {
    what: 'the amount we asked for is trusted, not the one that came',
    file: payments('apply-snapshot'),
    from: 'capture(deps, attempt, transition.captured, now)',
    to: 'capture(deps, attempt, attempt.amount - attempt.held, now)',
  },
  {
    what: 'a refund made on the provider’s pages is ignored',
    file: payments('settle-refunds'),
    from: "theirs.state === 'failed' ? undefined : book(attempt, theirs, now)",
    to: 'undefined',
  },
  {
    what: 'a refund that fails after it succeeded is ignored',
    file: payments('settle-refunds'),
    from: "ours.status === 'failed' ? undefined",
    to: "ours.status === 'failed' || ours.status === 'succeeded' ? undefined",
  },
  {
    what: 'a dispute takes the whole balance into debt, whatever is set aside',
    file: payments('settle-dispute'),
    from: 'const spent = parts.receivable - parts.from_order - parts.held;',
    to: 'const spent = parts.receivable - parts.from_order;',
  },
  {
    what: 'the fee of a dispute is forgotten',
    file: payments('settle-dispute'),
    from: 'const fee = theirs.fee - kept.fee;',
    to: 'const fee = 0n * (theirs.fee - kept.fee);',
  },
  {
    what: 'what belongs together is written without a transaction',
    file: 'server/database/in-transaction.ts',
    from: "await db.transaction().setIsolationLevel('read committed').execute(work)",
    to: 'await work(db as Transaction<Schema>)',
  },
  {
    what: 'Stripe: complete is taken for paid',
    file: payments('stripe/read-session'),
    from: "if (session.payment_status === 'paid') return 'paid';",
    to: "if (session.status === 'complete') return 'paid';",
    test: payments('every-provider.test'),
  },
  {
    what: 'Stripe: the amount asked for is trusted, not the one received',
    file: payments('stripe/read-session'),
    from: 'intent?.amount_received ?? 0',
    to: 'session.amount_total ?? 0',
    test: payments('stripe/stripe-provider.test'),
  },
  {
    what: 'Stripe: the mode of a payment is not read',
    file: payments('stripe/read-session'),
    from: 'livemode: session.livemode,',
    to: 'livemode: false,',
    test: payments('stripe/stripe-provider.test'),
  },
  {
    what: 'Stripe: words that are not known are kept to itself',
    file: payments('stripe/read-session'),
    from: '...(unknown.length > 0 ? { unknown } : {}),',
    to: '',
    test: payments('stripe/stripe-provider.test'),
  },
  {
    what: 'Stripe: the fee of a dispute is not read',
    file: payments('stripe/read-session'),
    from: 'fee: sum(moves.map(({ fee }) => fee)),',
    to: 'fee: 0n,',
    test: payments('stripe/read-session.test'),
  },
  {
    what: 'Stripe: notices from the future are believed',
    file: payments('stripe/read-stripe-notice'),
    from: `  refuseFuture(signature, now);
`,
    to: '',
    test: payments('stripe/stripe-provider.test'),
  },
  {
    what: 'Stripe: notices of the other mode are believed',
    file: payments('stripe/read-stripe-notice'),
    from: 'if (event.livemode !== livemode)',
    to: 'if (event.livemode !== livemode && !livemode && !event)',
    test: payments('stripe/stripe-provider.test'),
  },
  {
    what: 'Stripe: only the first webhook secret counts',
    file: payments('stripe/read-stripe-notice'),
    from: 'for (const secret of secrets) {',
    to: 'for (const secret of secrets.slice(0, 1)) {',
    test: payments('stripe/stripe-provider.test'),
  },
  {
    what: 'Stripe: notices of refunds do not find their payment',
    file: payments('stripe/stripe-provider'),
    from: 'return data[0]?.id;',
    to: 'return data.length > 9 ? data[0]?.id : undefined;',
    test: payments('stripe/stripe-provider.test'),
  },
  {
    what: 'Stripe: a parameter that this version of the API has no more',
    file: payments('stripe/stripe-provider'),
    from: 'client_reference_id: reference,',
    to: `client_reference_id: reference,
    payment_method_types: ['card'],`,
    test: payments('stripe/stripe-provider.test'),
  },
  {
    what: 'Stripe: an error that is repeated for a key is waited for',
    file: payments('stripe/stripe-provider'),
    from: "isNewPage && headers?.['idempotent-replayed'] === 'true'",
    to: "isNewPage && headers?.['idempotent-replayed'] === 'never'",
    test: payments('stripe/stripe-provider.test'),
  },
  {
    what: 'Stripe: a refund is asked for again without a look',
    file: payments('stripe/stripe-provider'),
    from: `      if (snapshot.refunds.some((refund) => refund.reference === reference)) return snapshot;
`,
    to: '',
    test: payments('provider-faults.test'),
  },
  {
    what: 'Mollie: a refund is asked for again without a look',
    file: payments('mollie/mollie-provider'),
    from: `      if (snapshot.refunds.some((refund) => refund.reference === reference)) return snapshot;
`,
    to: '',
    test: payments('provider-faults.test'),
  },
  {
    what: 'Mollie: calls carry no key',
    file: payments('mollie/mollie-provider'),
    from: "...(key === undefined ? {} : { 'idempotency-key': key }),",
    to: '',
    test: payments('provider-faults.test'),
  },
  {
    what: 'Mollie: notices are believed wherever they come',
    file: payments('mollie/mollie-provider'),
    from: 'if (!isMadeBy(',
    to: 'if (false && !isMadeBy(',
    test: payments('mollie/mollie-provider.test'),
  },
  {
    what: 'Mollie: chargebacks are not read',
    file: payments('mollie/read-payment'),
    from: 'disputes: chargebacks.map(toDispute)',
    to: 'disputes: chargebacks.slice(99).map(toDispute)',
    test: payments('every-provider.test'),
  },
  {
    what: 'a wrong key fails refunds',
    file: payments('provider-error'),
    from: '(isNewPage || !keyIsWrong.has(status))',
    to: '(isNewPage || status > 0)',
    test: payments('provider-faults.test'),
  },
  {
    what: 'payments are asked about at whoever collects new ones',
    file: payments('sync-payment'),
    from: 'findProvider(deps, made).fetch(made.ref)',
    to: 'deps.provider.fetch(made.ref)',
    test: payments('switch-provider.test'),
  },
  {
    what: 'real money pays for what was placed in a test',
    file: payments('start-payment'),
    from: `  checkMode(deps, link);
`,
    to: '',
    test: payments('find-provider.test'),
  },
  {
    what: 'nobody catches up with lost notices',
    file: payments('catch-up'),
    from: 'if (!isNews) return [];',
    to: 'if (isNews || !isNews) return [];',
    test: payments('every-provider.test'),
  },
];

const histories = '40';
const copy = join(root, '.cache/sabotage');

function prepare({ file, from, to }: Sabotage): void {
  copyServer(copy);
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2)
    throw new Error(`${file} has changed: "${from}" does not stand in it once`);
  writeFileSync(path, source.replace(from, to));
}

/** What a test found, in one line; undefined when it found nothing. */
async function runTest(test: string, only: string | undefined): Promise<string | undefined> {
  const { ok, output } = await runCommand(process.execPath, [
    '--test',
    '--test-timeout=120000',
    ...(only === undefined ? [] : [`--test-name-pattern=${only}`]),
    join(copy, test),
  ]);
  if (ok && !/^ℹ pass [1-9]/m.test(output)) throw new Error(`No test was run:\n${output.slice(-1000)}`);
  if (ok) return undefined;
  const found = /^\s*✖ (.*?) \(\d/m.exec(output)?.[1];
  if (!found) throw new Error(`The test failed for another reason:\n${output.slice(-4000)}`);
  return found;
}

/** What the histories found, in one line; undefined when they found nothing. */
async function play(): Promise<string | undefined> {
  const { ok, output } = await runCommand(process.execPath, [
    join(copy, 'server/payments/histories.test.ts'),
    histories,
    '1',
    'unshrunk',
  ]);
  if (ok) return undefined;
  const found = /^\s*\+ +'(.*)',?$/m.exec(output)?.[1];
  if (!found) throw new Error(`The histories failed for another reason:\n${output.slice(-4000)}`);
  return found;
}

const words = process.argv.slice(2).join(' ');
const chosen = sabotages.filter(({ what }) => what.includes(words));
let missed = 0;
for (const sabotage of chosen) {
  prepare(sabotage);
  const found = await (sabotage.test ? runTest(sabotage.test, sabotage.only) : play());
  if (!found) missed += 1;
  console.log(`${found ? 'found ' : 'MISSED'}  ${sabotage.what}${found ? `\n        ${found}` : ''}`);
}
rmSync(copy, { recursive: true, force: true });
console.log(missed === 0 ? `All ${chosen.length} are found.` : `${missed} of ${chosen.length} are missed.`);
process.exitCode = missed === 0 ? 0 : 1;

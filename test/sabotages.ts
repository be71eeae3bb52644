/** Changes that break the money code or remove a guard: npm run prove -- sabotage makes them in a copy, one at a time. */
import { guardSabotages } from './guard-sabotages.ts';

/**
 * `test`: the file that must fail; without it, the random histories. `only`: a pattern for the names of its tests. `rows`: the
 * requirements of docs/security/asvs.md that rest on the guard.
 */
export type Sabotage = {
  what: string;
  file: string;
  from: string;
  to: string;
  test?: string;
  only?: string;
  rows?: readonly string[];
};

const payments = (name: string) => `server/payments/${name}.ts`;
/** All of them: a test or the random histories must find each. */
export const sabotages: Sabotage[] = [
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
    from: 'if (!ours) return book(attempt, theirs, now);',
    to: 'if (!ours) return undefined;',
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
    from: 'if (parsed.data.livemode !== livemode)',
    to: 'if (parsed.data.livemode !== livemode && !livemode && !parsed)',
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
    from: 'return data[0] && isOfShop(data[0]) ? data[0].id : null;',
    to: 'return data[0] && isOfShop(data[0]) && data.length > 9 ? data[0].id : null;',
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
  {
    what: 'a debt: the balance pays as if there were none',
    file: payments('pay-from-balance'),
    from: 'const free = cash + debt;',
    to: 'const free = cash;',
    test: payments('disputes.test'),
    only: 'beside a debt',
  },
  {
    what: 'a debt: both ways to pay take what it needs',
    file: 'server/ledger/available-balance.ts',
    from: 'const free = cash + held + debt;',
    to: 'const free = cash + held + 0n * debt;',
    test: payments('disputes.test'),
    only: 'beside a debt',
  },
  {
    what: 'a job that was done while the database was away is done twice',
    file: 'server/jobs/run-jobs.ts',
    from: '      unwritten.push(ended);\n',
    to: '',
    test: 'server/jobs/run-jobs.test.ts',
    only: 'could not be written',
  },
];

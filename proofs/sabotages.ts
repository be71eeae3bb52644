/** Changes that break the money code or remove a guard. npm run prove -- sabotage makes them in a copy, one at a time. */
import { guardSabotages } from './guard-sabotages.ts';

/**
 * `test`: the file that must fail; without it, the random histories must. `only`: a pattern for the names of its tests. `rows`:
 * the requirements of docs/security/asvs.md that depend on the guard.
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

/** All changes. A test or the random histories must detect each. */
export const sabotages: Sabotage[] = [
  ...guardSabotages,
  {
    what: 'no guard against a payment that is told twice',
    file: 'server/payments/reduce-snapshot.ts',
    from: "if (settled.has(attempt.status)) return 'unchanged';",
    to: '',
  },
  {
    what: 'a hold that is not released',
    file: 'server/ledger/postings.ts',
    from: "{ from: 'reserved', to: 'cash', amount: hold.held },",
    to: '',
  },
  {
    what: 'a payment that comes late is ignored',
    file: 'server/payments/reduce-snapshot.ts',
    from: "snapshot.state === 'paid' && snapshot.captured > 0n",
    to: "snapshot.state === 'paid' && snapshot.captured > 0n && live.has(attempt.status)",
  },
  {
    what: 'the amount we asked for is trusted, not the one that came',
    file: 'server/payments/apply-snapshot.ts',
    from: 'decideCapture(payment, transition.captured, takesAnyAmount)',
    to: 'decideCapture(payment, payment.amount - attempt.held, takesAnyAmount)',
  },
  {
    what: 'a refund made on the provider’s pages is ignored',
    file: 'server/payments/refunds/refund-effects.ts',
    from: 'if (!ours) return book(attempt, theirs, now);',
    to: 'if (!ours) return undefined;',
  },
  {
    what: 'a refund that fails after it succeeded is ignored',
    file: 'server/payments/refunds/refund-effects.ts',
    from: "ours.status === 'failed' ? undefined",
    to: "ours.status === 'failed' || ours.status === 'succeeded' ? undefined",
  },
  {
    what: 'a dispute takes the whole balance into debt, whatever is set aside',
    file: 'server/payments/disputes/dispute-effects.ts',
    from: 'const spent = parts.receivable - parts.from_order - parts.held;',
    to: 'const spent = parts.receivable - parts.from_order;',
  },
  {
    what: 'the fee of a dispute is forgotten',
    file: 'server/payments/disputes/dispute-effects.ts',
    from: 'const fee = theirs.fee - kept.fee;',
    to: 'const fee = 0n * (theirs.fee - kept.fee);',
  },
  {
    what: 'Stripe: complete is taken for paid',
    file: 'server/payments/stripe/read-session.ts',
    from: "if (session.payment_status === 'paid') return 'paid';",
    to: "if (session.status === 'complete') return 'paid';",
    test: 'server/payments/every-provider.test.ts',
  },
  {
    what: 'Stripe: the amount asked for is trusted, not the one received',
    file: 'server/payments/stripe/read-session.ts',
    from: 'intent?.amount_received ?? 0',
    to: 'session.amount_total ?? 0',
    test: 'server/payments/stripe/stripe-provider.test.ts',
  },
  {
    what: 'Stripe: the mode of a payment is not read',
    file: 'server/payments/stripe/read-session.ts',
    from: 'livemode: session.livemode,',
    to: 'livemode: false,',
    test: 'server/payments/stripe/stripe-provider.test.ts',
  },
  {
    what: 'Stripe: words that are not known are kept to itself',
    file: 'server/payments/stripe/read-session.ts',
    from: '...(unknown.length > 0 ? { unknown } : {}),',
    to: '',
    test: 'server/payments/stripe/stripe-provider.test.ts',
  },
  {
    what: 'Stripe: the fee of a dispute is not read',
    file: 'server/payments/stripe/read-session.ts',
    from: 'fee: sum(moves.map(({ fee }) => fee)),',
    to: 'fee: 0n,',
    test: 'server/payments/stripe/read-session.test.ts',
  },
  {
    what: 'Stripe: webhook events from the future are believed',
    file: 'server/payments/stripe/read-stripe-webhook.ts',
    from: `  refuseFuture(signature, now);
`,
    to: '',
    test: 'server/payments/stripe/stripe-provider.test.ts',
  },
  {
    what: 'Stripe: webhook events of the other mode are believed',
    file: 'server/payments/stripe/read-stripe-webhook.ts',
    from: 'if (parsed.data.livemode !== livemode)',
    to: 'if (parsed.data.livemode !== livemode && !livemode && !parsed)',
    test: 'server/payments/stripe/stripe-provider.test.ts',
  },
  {
    what: 'Stripe: only the first webhook secret counts',
    file: 'server/payments/stripe/read-stripe-webhook.ts',
    from: 'for (const secret of secrets) {',
    to: 'for (const secret of secrets.slice(0, 1)) {',
    test: 'server/payments/stripe/stripe-provider.test.ts',
  },
  {
    what: 'Stripe: webhook events of refunds do not find their payment',
    file: 'server/payments/stripe/stripe-provider.ts',
    from: 'return data[0] && isOfShop(data[0]) ? data[0].id : null;',
    to: 'return data[0] && isOfShop(data[0]) && data.length > 9 ? data[0].id : null;',
    test: 'server/payments/stripe/stripe-provider.test.ts',
  },
  {
    what: 'Stripe: a parameter that this version of the API has no more',
    file: 'server/payments/stripe/stripe-provider.ts',
    from: 'client_reference_id: reference,',
    to: `client_reference_id: reference,
    payment_method_types: ['card'],`,
    test: 'server/payments/stripe/stripe-provider.test.ts',
  },
  {
    what: 'Stripe: an error that is repeated for a key is waited for',
    file: 'server/payments/stripe/stripe-provider.ts',
    from: "isNewPage && headers?.['idempotent-replayed'] === 'true'",
    to: "isNewPage && headers?.['idempotent-replayed'] === 'never'",
    test: 'server/payments/stripe/stripe-provider.test.ts',
  },
  {
    what: 'Stripe: a refund is asked for again without a look',
    file: 'server/payments/stripe/stripe-provider.ts',
    from: `      if (snapshot.refunds.some((refund) => refund.reference === reference)) return snapshot;
`,
    to: '',
    test: 'server/payments/provider-faults.test.ts',
  },
  {
    what: 'Mollie: a refund is asked for again without a look',
    file: 'server/payments/mollie/mollie-provider.ts',
    from: `      if (snapshot.refunds.some((refund) => refund.reference === reference)) return snapshot;
`,
    to: '',
    test: 'server/payments/provider-faults.test.ts',
  },
  {
    what: 'Mollie: calls carry no key',
    file: 'server/payments/mollie/call-mollie.ts',
    from: "...(key === undefined ? {} : { 'idempotency-key': key }),",
    to: '',
    test: 'server/payments/provider-faults.test.ts',
  },
  {
    what: 'Mollie: webhook events are believed wherever they come',
    file: 'server/payments/mollie/mollie-provider.ts',
    from: 'if (!isMadeBy(',
    to: 'if (false && !isMadeBy(',
    test: 'server/payments/mollie/mollie-provider.test.ts',
  },
  {
    what: 'Mollie: chargebacks are not read',
    file: 'server/payments/mollie/read-payment.ts',
    from: 'disputes: chargebacks.map(toDispute)',
    to: 'disputes: chargebacks.slice(99).map(toDispute)',
    test: 'server/payments/every-provider.test.ts',
  },
  {
    what: 'a wrong key fails refunds',
    file: 'server/payments/provider/provider-error.ts',
    from: '(isNewPage || !keyIsWrong.has(status))',
    to: '(isNewPage || status > 0)',
    test: 'server/payments/provider-faults.test.ts',
  },
  {
    what: 'payments are asked about at whoever collects new ones',
    file: 'server/payments/sync-payment.ts',
    from: 'findProvider(deps, made).fetch(made.ref)',
    to: 'deps.provider.fetch(made.ref)',
    test: 'server/payments/switch-provider.test.ts',
  },
  {
    what: 'real money pays for what was placed in a test',
    file: 'server/payments/start-payment.ts',
    from: `  checkMode(deps, link);
`,
    to: '',
    test: 'server/payments/provider/find-provider.test.ts',
  },
  {
    what: 'nobody catches up with lost webhook events',
    file: 'server/payments/audit/catch-up.ts',
    from: 'if (!isNews) return [];',
    to: 'if (isNews || !isNews) return [];',
    test: 'server/payments/every-provider.test.ts',
  },
  {
    what: 'a debt: the balance pays as if there were none',
    file: 'server/payments/pay-from-balance.ts',
    from: 'const free = cash + debt;',
    to: 'const free = cash;',
    test: 'server/payments/disputes/disputes.test.ts',
    only: 'lets a customer in debt spend',
  },
  {
    what: 'a debt: both ways to pay take what it needs',
    file: 'server/ledger/available-balance.ts',
    from: 'const free = cash + held + debt;',
    to: 'const free = cash + held + 0n * debt;',
    test: 'server/payments/disputes/disputes.test.ts',
    only: 'lets a customer in debt spend',
  },
  {
    what: 'a job that was done while the database was away is done twice',
    file: 'server/jobs/run-jobs.ts',
    from: '      unwritten.push(ended);\n',
    to: '',
    test: 'server/jobs/run-jobs.test.ts',
    only: 'saves the results of jobs after|saves unsaved results',
  },
];

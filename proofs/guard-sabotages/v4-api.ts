import type { Sabotage } from '#proofs/sabotages.ts';

export const apiGuards: Sabotage[] = [
  {
    what: 'guard: any client may forward an address',
    rows: ['V4.1.3', 'V15.3.4'],
    file: 'server/http/create-http.ts',
    from: 'trustProxy: config.trustProxy,',
    to: 'trustProxy: true,',
    test: 'server/accounts/limits.test.ts',
    only: 'forwarded address',
  },
  {
    what: 'guard: the sandbox’s webhook events need no signature',
    file: 'server/payments/sandbox/sandbox-webhooks.ts',
    from: 'if (!isMadeBy(',
    to: 'if (false && !isMadeBy(',
    test: 'server/payments/webhooks/webhook-matrix.test.ts',
    only: 'applies each payment of sandbox',
  },
  {
    what: 'guard: old webhook events are accepted',
    file: 'server/payments/sandbox/sandbox-webhooks.ts',
    from: '> toleranceSeconds',
    to: '> Infinity',
    test: 'server/payments/pay-by-card.test.ts',
    only: 'forged, old',
  },
  {
    what: 'guard: errors have no content type of their own',
    rows: ['V4.1.1'],
    file: 'server/http/problem-replies.ts',
    from: "'application/problem+json; charset=utf-8'",
    to: "'text/plain'",
    test: 'server/http/storefront.test.ts',
    only: 'an unknown path',
  },
  {
    what: 'guard: calls over http are redirected',
    rows: ['V4.1.2', 'V12.2.1'],
    file: 'deploy/Caddyfile',
    from: 'respond "Only by https." 400',
    to: 'redir https://{host}{uri} 308',
    test: 'test/repository/deploy.test.ts',
    only: "keeps Caddy's TLS",
  },
];

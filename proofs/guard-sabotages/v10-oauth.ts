import type { Sabotage } from '#proofs/sabotages.ts';

export const oauthGuards: Sabotage[] = [
  {
    what: 'guard: a replayed refresh token is renewed',
    rows: ['V10.4.5'],
    file: 'server/accounts/refresh-session.ts',
    from: "first && used && !recent(first) ? 'reuse' : 'rotate'",
    to: "first && used && !recent(first) ? 'rotate' : 'rotate'",
    test: 'server/accounts/sessions.test.ts',
    only: 'ends the session and',
  },
  {
    what: 'guard: tokens of other issuers are accepted',
    rows: ['V10.3.3'],
    file: 'server/accounts/access-tokens.ts',
    from: '            issuer: publicUrl,\n',
    to: '',
    test: 'server/accounts/sessions.test.ts',
    only: 'rejects forged and foreign',
  },
  {
    what: 'guard: pages with personal data allow Google’s hosts',
    rows: ['V10.1.1', 'V14.2.3'],
    file: 'web/build/content-security-policy.ts',
    from: '!isPrivate && countsVisits(html)',
    to: 'countsVisits(html)',
    test: 'web/build/content-security-policy.test.ts',
    only: 'allows no connection to',
  },
];

import type { Sabotage } from '#proofs/sabotages.ts';

export const dataProtectionGuards: Sabotage[] = [
  {
    what: 'guard: anyone with the link pays from its owner’s balance',
    rows: ['V14.2.1'],
    file: 'server/payments/start-payment.ts',
    from: 'if (customerId !== customer_id)',
    to: 'if (customerId === 0n)',
    test: 'server/payments/pay-from-balance.test.ts',
    only: 'lets only the',
  },
  {
    what: 'guard: caches may store responses',
    rows: ['V14.2.2', 'V14.3.2'],
    file: 'server/http/security-headers.ts',
    from: "reply.header('cache-control', 'no-store');",
    to: "reply.header('cache-control', 'no-cache');",
    test: 'test/server/access-matrix.test.ts',
    only: 'forbids caching and',
  },
  {
    what: 'guard: expired codes are not deleted',
    rows: ['V14.2.4'],
    file: 'server/accounts/purge-expired-rows.ts',
    from: '      sql`delete from email_code where expires_at < ${now}`,\n',
    to: '',
    test: 'server/accounts/purge-expired-rows.test.ts',
    only: 'deletes expired rows',
  },
  {
    what: 'guard: typed text stays after a logout',
    rows: ['V14.3.1'],
    file: 'ui/form-drafts.ts',
    from: '    localStore.removeItem(kept);\n',
    to: '    void kept;\n',
    test: 'ui/form-drafts.test.ts',
    only: 'restores typed text',
  },
];

import type { Sabotage } from '#proofs/sabotages.ts';

export const communicationGuards: Sabotage[] = [
  {
    what: 'guard: a password is sent to a mail server unencrypted',
    rows: ['V12.3.1'],
    file: 'server/mail/open-mail.ts',
    from: "const requireTLS = server.password !== '' || ",
    to: 'const requireTLS = ',
    test: 'server/mail/open-mail.test.ts',
    only: 'requires TLS for',
  },
  {
    what: 'guard: any certificate is accepted',
    rows: ['V12.3.2', 'V11.3.2'],
    file: 'server/http/escape-html.ts',
    from: 'const entities: ',
    to: 'export const options = { rejectUnauthorized: false };\nconst entities: ',
    test: 'proofs/asvs.test.ts',
    only: 'finds no forbidden pattern in the code of the server',
  },
  {
    what: 'guard: the proxy accepts old TLS',
    rows: ['V12.1.1', 'V12.1.2'],
    file: 'deploy/Caddyfile',
    from: '\trequest_body {',
    to: '\ttls {\n\t\tprotocols tls1.0\n\t}\n\trequest_body {',
    test: 'test/repository/deploy.test.ts',
    only: "keeps Caddy's TLS",
  },
  {
    what: 'guard: the connection to the database may be unencrypted',
    rows: ['V12.3.1'],
    file: 'server/process/config.ts',
    from: 'if (!production || !databaseUrl) return;',
    to: 'if (!databaseUrl || production) return;',
    test: 'server/process/config.test.ts',
    only: 'refuses a production',
  },
];

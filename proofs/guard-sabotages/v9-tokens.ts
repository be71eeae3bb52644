import type { Sabotage } from '#proofs/sabotages.ts';

export const tokensGuards: Sabotage[] = [
  {
    what: 'guard: tokens for another audience are accepted',
    rows: ['V9.2.3', 'V9.2.4', 'V10.3.1'],
    file: 'server/accounts/access-tokens.ts',
    from: '            audience,\n',
    to: '',
    test: 'server/accounts/sessions.test.ts',
    only: 'rejects forged and foreign',
  },
  {
    what: 'guard: tokens of any type are accepted',
    rows: ['V9.2.2'],
    file: 'server/accounts/access-tokens.ts',
    from: '            typ: type,\n',
    to: '',
    test: 'server/accounts/sessions.test.ts',
    only: 'rejects forged and foreign',
  },
  {
    what: 'guard: expired tokens are accepted',
    rows: ['V9.2.1'],
    file: 'server/accounts/access-tokens.ts',
    from: 'currentDate: clock(),',
    to: 'currentDate: new Date(0),',
    test: 'server/accounts/access-tokens.test.ts',
    only: 'accepts a token',
  },
  {
    what: 'guard: tokens are accepted without a valid signature',
    rows: ['V9.1.1', 'V9.1.3', 'V7.2.1'],
    file: 'server/accounts/access-tokens.ts',
    from: 'const { payload } = await jwtVerify(token, await key, {',
    to: "const { payload } = await jwtVerify(await new SignJWT(JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())).setProtectedHeader({ alg: algorithm, typ: type }).sign(await key), await key, {",
    test: 'server/accounts/sessions.test.ts',
    only: 'rejects forged and foreign',
  },
  {
    what: 'guard: tokens of other algorithms are accepted',
    rows: ['V9.1.2'],
    file: 'server/accounts/access-tokens.ts',
    from: 'algorithms: [algorithm],',
    to: "algorithms: ['HS256', 'HS384', 'HS512'],",
    test: 'server/accounts/access-tokens.test.ts',
    only: 'rejects tokens with a wrong type, issuer, audience, key or algorithm',
  },
];

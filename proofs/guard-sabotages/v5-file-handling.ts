import type { Sabotage } from '#proofs/sabotages.ts';

export const fileHandlingGuards: Sabotage[] = [
  {
    what: 'guard: a file outside the build is served',
    rows: ['V5.3.2', 'V13.4.1'],
    file: 'server/http/storefront.ts',
    from: "const files = readFiles(join(folder, 'client'));",
    to: "const files = readFiles(join(folder, 'client'));\n    files.set('../client-csp.json', [...files.values()][0]!);",
    test: 'server/http/storefront.test.ts',
    only: 'serves no file',
  },
];

import { buildWeb } from './build-web.ts';

const built = await buildWeb({ always: true });
console.log(built.output);
process.exit(built.ok ? 0 : 1);

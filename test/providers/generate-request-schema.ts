import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { root } from '#tools/root.ts';

/** The JSON Schema of every request in stripe-requests.ts, made from the SDK's types. */
export function generateRequestSchema(): string {
  const schema = createGenerator({
    path: join(import.meta.dirname, 'stripe-requests.ts'),
    tsconfig: join(root, 'server/tsconfig.json'),
    type: 'StripeRequests',
    skipTypeCheck: true,
    jsDoc: 'none',
  }).createSchema('StripeRequests');
  // an SDK class that is sent as text; its private symbols are named differently in every run
  schema.definitions!['Decimal'] = { type: 'string' };
  return `${JSON.stringify(schema, null, 1)}\n`;
}

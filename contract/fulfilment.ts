import * as z from 'zod/mini';
import { file } from './orders.ts';
import { text } from './text.ts';

const message = (label: string, emptyMessage: string) =>
  z.strictObject({ text: text({ label, min: 1, max: 5000, lines: true, emptyMessage }) });

export const answerBody = message('Your answer', 'Enter your answer');
export const revisionBody = message('What should change', 'Say what should change');

const position = z.coerce
  .number({ error: 'Line must be a whole number' })
  .check(z.int(), z.minimum(1), z.maximum(20));
const number = z.string().check(z.maxLength(20));
export const lineParams = z.strictObject({ number, position });
export const deliveryParams = z.strictObject({
  number,
  position,
  version: z.coerce
    .number({ error: 'Version must be a whole number' })
    .check(z.int(), z.minimum(1), z.maximum(1000)),
});

/** One version of the finished work: a text, a file, or both. */
export const delivery = z.object({
  version: z.int(),
  deliveredAt: z.iso.datetime(),
  text: z.nullable(z.string()),
  file: z.nullable(file),
});
export type Delivery = z.output<typeof delivery>;

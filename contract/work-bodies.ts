import * as z from 'zod/mini';
import { filesOfText } from './file-ids.ts';
import { text } from './text.ts';

// Apart from the answers in fulfilment.ts, which pages with these forms would load along.

export const answerBody = z.strictObject({
  text: text({ label: 'Your answer', min: 1, max: 5000, lines: true, emptyMessage: 'Enter your answer' }),
  files: filesOfText,
});

export const recheckBody = z.strictObject({
  text: text({
    label: 'Text',
    min: 200,
    max: 40_000,
    lines: true,
    emptyMessage: 'Paste the improved text',
  }),
});

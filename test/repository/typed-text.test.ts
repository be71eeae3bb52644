import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '#tools/root.ts';

/** Files that keep typed text by other means than useSendForm, and fields whose form is in another file. */
const keptElsewhere =
  /useKeptTexts|useReply|useDraft|useDraftWriter|export function NoteField|export const NoteField/;

test('finds no form with a text area that loses typed text before it is sent', () => {
  const files = globSync('{web,desk}/**/*.tsx', { cwd: root }).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('<TextArea'),
  );
  assert.ok(files.length > 15, 'finds the forms');
  const losing = files.filter((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    const calls = source.match(/useSendForm(?:<\w+>)?\(\{[\s\S]*?\n {2}\}\);/g) ?? [];
    return calls.length === 0 ? !keptElsewhere.test(source) : calls.some((call) => !call.includes('keeps:'));
  });
  assert.deepEqual(losing, []);
});

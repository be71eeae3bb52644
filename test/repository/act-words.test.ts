import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { actWords } from '#desk/work/act-words.ts';

// these files list every call of the desk with the actions that it writes to the audit log
const acts = ['desk-acts.ts', 'money-acts.ts', 'proposal-acts.ts']
  .map((file) => readFileSync(join(import.meta.dirname, '../server', file), 'utf8'))
  .join('\n');

test('has a description of every action that a call of the desk writes to the audit log', () => {
  const actions = [...acts.matchAll(/\b(?:one|add)\(\s*'\w+',\s*'([\w -]+)'/g)].flatMap(([, written]) =>
    written!.split(' '),
  );
  assert.ok(actions.length > 40, `${actions.length}`);
  assert.deepEqual(
    actions.filter((action) => !/^[A-Z]/.test(actWords(action))),
    [],
  );
});

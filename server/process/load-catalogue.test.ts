import assert from 'node:assert/strict';
import test from 'node:test';
import document from '#contract/catalogue.json' with { type: 'json' };
import { loadCatalogue } from './load-catalogue.ts';
import { StartError } from './start-error.ts';

test('refuses to start with an invalid catalogue, and names the file and each wrong value', () => {
  assert.equal(loadCatalogue().version, document.version);
  assert.throws(
    () => loadCatalogue({ ...document, version: 'two', rules: { ...document.rules, unpaidOrdersMax: 0 } }),
    (error) =>
      error instanceof StartError &&
      /^contract\/catalogue\.json: .*\nversion: Invalid input: .*\nrules\.unpaidOrdersMax: Too small/.test(
        error.message,
      ),
  );
});

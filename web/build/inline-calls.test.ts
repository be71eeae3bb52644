import assert from 'node:assert/strict';
import test from 'node:test';
import { inlineRows } from './inline-calls.ts';

test('replaces the name of an endpoint in a call by its method, path and permission', () => {
  assert.equal(
    inlineRows("await callApi(\n  'listOrders', { signal });", 'page.tsx'),
    'await callApi(\n  {"method":"GET","path":"/api/orders","may":"customer"}, { signal });',
  );
  assert.equal(inlineRows('export function callApi<Name>(', 'page.tsx'), 'export function callApi<Name>(');
});

test('stops the build when a call names no endpoint of the contract', () => {
  for (const call of ["callApi('listOrder', {})", 'fetchFile(name, {})'])
    assert.throws(() => inlineRows(call, 'page.tsx'), /must name an endpoint of the contract/);
});

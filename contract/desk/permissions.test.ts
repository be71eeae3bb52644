import assert from 'node:assert/strict';
import test from 'node:test';
import { deskEndpoints } from './endpoints.ts';
import { permissionNames, usedPermissions } from './permissions.ts';

test('lists in usedPermissions every permission that a call of the desk requires', () => {
  const needed: string[] = Object.values(deskEndpoints).map(({ may }) => may);
  assert.deepEqual(
    permissionNames.filter((name) => needed.includes(name) && !usedPermissions.includes(name)),
    [],
  );
});

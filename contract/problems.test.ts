import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod/mini';
import { registerBody } from './storefront/accounts.ts';
import { builtInCatalogue } from './catalogue/built-in-catalogue.ts';
import { placeOrderBody } from './storefront/orders.ts';
import { fieldErrors } from './problems.ts';

const errorsOf = (schema: z.ZodMiniType, value: unknown) => {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? {} : fieldErrors(parsed.error);
};

test('reports an unknown field at its own path, whatever its name', () => {
  for (const name of ['admin', 'toString', 'constructor', 'hasOwnProperty', 'valueOf'])
    assert.deepEqual(errorsOf(registerBody, { [name]: true })[name], ['Unknown field']);
});

test('reports a repeated password that differs from the first at its own field', () => {
  const body = {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
    password: 'correct horse',
    repeatedPassword: 'correct house',
    agreedToPrivacyPolicy: true,
  };
  assert.deepEqual(errorsOf(registerBody, body), {
    repeatedPassword: ['Passwords don’t match'],
  });
  assert.deepEqual(errorsOf(registerBody, { ...body, repeatedPassword: body.password }), {});
});

test("reports an order's wrong lines together with its wrong billing", () => {
  const errors = errorsOf(placeOrderBody(builtInCatalogue), {
    orderTypes: [3, 11],
    orderDetails: [{ quantity: 0 }, {}],
    country: 'XX',
  });
  assert.deepEqual(errors['country'], ['Select your country']);
  assert.deepEqual(errors['orderTypes.1'], ['This product isn’t available. Remove it from your cart']);
  assert.deepEqual(errors['orderDetails.0.quantity'], ['Order 1 to 3 sets']);
});

test('requires 1 to 20 lines, with as many details as types', () => {
  assert.deepEqual(
    errorsOf(placeOrderBody(builtInCatalogue), { orderTypes: [], orderDetails: [] })['orderTypes'],
    ['An order can have 1 to 20 items'],
  );
  assert.deepEqual(
    errorsOf(placeOrderBody(builtInCatalogue), { orderTypes: Array(21).fill(3), orderDetails: [] })[
      'orderTypes'
    ],
    ['An order can have 1 to 20 items'],
  );
  assert.deepEqual(
    errorsOf(placeOrderBody(builtInCatalogue), { orderTypes: [3], orderDetails: [{}, {}] })['orderDetails'],
    ['Order types and order details must have the same length'],
  );
});

test('returns at most 200 errors with names of at most 200 characters for an invalid body', () => {
  const rubbish = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [`${n}`.padEnd(300, '\u{1f600}'), 1]),
  );
  const named = Object.keys(fieldErrors(z.safeParse(z.strictObject({}), rubbish).error!));
  assert.equal(named.length, 200);
  for (const name of named) assert.ok(name.length <= 200 && name.isWellFormed());
});

import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod/mini';
import { fieldErrors } from '#contract/problems.ts';
import { errorsOf } from './limit-form.ts';
import { bodyOf, formOf, type Person, personForm, type PersonForm } from './person-form.ts';

const person = (limits: Person['limits'], orderTypes: number[] = []) =>
  ({ role: 'manager', limits, orderTypes }) as Person;

const ofRole = { refund: 5_000, adjust: 0 };

test('sends a person’s current settings when the form is unchanged', () => {
  for (const limits of [
    null,
    { refund: 700, adjust: 0 },
    { refund: null, adjust: null },
    { refund: 0, adjust: 20_000 },
    { refund: 0, adjust: 6_450 },
  ])
    for (const orderTypes of [[], [2, 3]]) {
      const form = formOf(person(limits, orderTypes));
      assert.deepEqual(bodyOf(form, ofRole), { role: 'manager', limits, orderTypes });
      assert.ok(z.safeParse(personForm, form).success);
    }
  assert.equal(formOf(person({ refund: 0, adjust: 20_000 })).adjustAmount, '200');
  assert.equal(formOf(person({ refund: 6_450, adjust: 0 })).refundAmount, '64.50');
});

test('sends the role’s limit as the other one when only one of a person’s two limits is set', () => {
  const form = formOf(person(null));
  assert.deepEqual(bodyOf({ ...form, adjust: 'any' }, ofRole).limits, { refund: 5_000, adjust: null });
  assert.deepEqual(bodyOf({ ...form, refund: 'none' }, ofRole).limits, { refund: 0, adjust: 0 });
});

test('requires an amount when a limit by amount is chosen, and services when some services are chosen', () => {
  const form: PersonForm = {
    role: 'writer',
    refund: 'amount',
    adjust: 'amount',
    refundAmount: '',
    adjustAmount: '',
    takes: 'some',
    services: [],
  };
  const errors = (changed: Partial<PersonForm>) => {
    const { error } = z.safeParse(personForm, { ...form, ...changed });
    return error ? fieldErrors(error) : {};
  };
  assert.deepEqual(Object.keys(errors({})), ['refundAmount', 'adjustAmount', 'services']);
  assert.deepEqual(errors({ refund: 'any', adjust: 'none', takes: 'all' }), {});
  assert.deepEqual(errors({ refund: 'role', adjustAmount: '1000000.01', takes: 'all' }), {
    adjustAmount: ['Enter $1,000,000.00 or less'],
  });
});

test("shows the server's errors at the fields of the form", () => {
  assert.deepEqual(errorsOf({ role: ['a'], 'limits.adjust': ['b'], orderTypes: ['c'], '': ['d'] }), {
    role: ['a'],
    adjust: ['b'],
    services: ['c'],
    '': ['d'],
  });
});

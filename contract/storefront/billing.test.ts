import assert from 'node:assert/strict';
import test from 'node:test';
import { addressFieldsOf, addressRules, type Billing, checkBilling } from './billing.ts';
import { countryCodes, countryName } from './countries.ts';

function problems(billing: Partial<Billing>): Record<string, string> {
  const found: Record<string, string> = {};
  checkBilling(
    { country: 'US', city: '', address: '', state: '', zipCode: '', ...billing },
    ([field], message) => {
      found[field ?? ''] = message;
    },
  );
  return found;
}

test('has rules and a name for each of the 252 countries', () => {
  assert.equal(new Set(countryCodes).size, 252);
  for (const code of countryCodes) {
    assert.ok(addressRules[code], code);
    assert.notEqual(countryName(code), code);
  }
});

test("accepts every country's own example of a postal code", () => {
  for (const code of countryCodes) {
    const { zipEx } = addressRules[code]!;
    if (zipEx)
      assert.equal(problems({ country: code, zipCode: zipEx.split(',')[0]! })['zipCode'], undefined, code);
  }
});

test("returns each country's own labels of the address fields", () => {
  assert.deepEqual(problems({ country: 'US' }), {
    city: 'Enter your city',
    address: 'Enter your street address',
    state: 'Select your state',
    zipCode: 'Enter your ZIP code',
  });
  assert.deepEqual(
    problems({ country: 'US', city: 'Austin', address: '12 Main St', state: 'Texas', zipCode: '7870' }),
    {
      state: 'Select your state',
      zipCode: 'Enter your ZIP code in the correct format, like 95014',
    },
  );
  assert.deepEqual(
    problems({ country: 'US', city: 'Austin', address: '12 Main St', state: 'TX', zipCode: '78701' }),
    {},
  );
});

test('rejects a value in an address field that the country does not use', () => {
  assert.deepEqual(
    problems({ country: 'IE', address: '1 Main Street', city: 'Dublin', state: '', zipCode: '' }),
    {},
  );
  assert.match(
    problems({ country: 'HK', address: '1 Road', state: 'Kowloon', zipCode: '999077' })['zipCode'] ?? '',
    /doesn’t use/,
  );
});

test('accepts an unknown country without an error', () => {
  assert.deepEqual(problems({ country: 'ZZ9' }), {});
  assert.deepEqual(addressFieldsOf('ZZ9'), []);
});

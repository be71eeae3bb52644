import assert from 'node:assert/strict';
import test from 'node:test';
import { addressRules } from './billing.ts';
import { countryCodes } from './countries.ts';
import { readPostalCode } from './postal-code.ts';

const read = (country: string, typed: string) => readPostalCode(country, typed, addressRules[country]);

test('normalizes usual spellings of postal codes', () => {
  for (const [country, typed, code] of [
    ['GB', 'SW1A\u00a01AA', 'SW1A 1AA'],
    ['GB', 'sw1a-1aa', 'SW1A 1AA'],
    ['GB', 'UK SW1A 1AA', 'SW1A 1AA'],
    ['US', '972011234', '97201-1234'],
    ['US', '97201\u20131234', '97201-1234'],
    ['US', 'US-97201', '97201'],
    ['IN', '110 001', '110001'],
    ['IN', '११०००१', '110001'],
    ['PL', '00950', '00-950'],
    ['PL', 'PL 00950', '00-950'],
    ['PL', '00 950', '00-950'],
    ['PL', '00−950', '00-950'],
    ['DE', 'D-10115', '10115'],
    ['DE', 'DE 10115', '10115'],
    ['DE', '\u200b10115.', '10115'],
    ['AT', 'A–1010', '1010'],
    ['CH', 'CH-8001', '8001'],
    ['LU', 'L-1009', '1009'],
    ['FR', 'F-75001', '75001'],
    ['SE', 'SE-114 55', '114 55'],
    ['FI', 'FIN-00550', '00550'],
    ['SI', 'SLO-4000', '4000'],
    ['LV', '1073', 'LV-1073'],
    ['LV', 'LV1073', 'LV-1073'],
    ['LT', 'LT-04340', '04340'],
    ['AD', '100', 'AD100'],
    ['JP', '１５４－００２３', '154-0023'],
    ['JP', '１５４ー００２３', '154-0023'],
    ['JP', '〒1540023', '1540023'],
    ['CA', 'h3z‑2y7', 'H3Z 2Y7'],
    ['NL', 'NL-1234 ab', '1234 AB'],
    ['PT', '2725079', '2725-079'],
    ['BR', '40301 110', '40301-110'],
    ['CZ', 'CZ 10000', '10000'],
    ['SA', '١١٥٦٤', '11564'],
    ['XK', 'XK-10000', '10000'],
    ['KY', 'KY11100', 'KY1-1100'],
    ['SG', 'S238823', '238823'],
    ['AU', 'AUS 2000', '2000'],
    ['IN', 'PIN 110 001', '110001'],
    ['SG', 'S 238823', '238823'],
    ['RS', 'SRB-11000', '11000'],
    ['BA', 'BIH 71000', '71000'],
    ['ME', 'MNE-81000', '81000'],
  ] as const)
    assert.equal(read(country, typed), code, `${country} ${typed}`);
});

test('leaves a text as typed when it isn’t a postal code of the country', () => {
  for (const [country, typed] of [
    ['DE', 'F-75001'],
    ['DE', '1011'],
    ['US', '9720112345'],
    ['BM', '07'],
    ['BN', '2328'],
    ['GB', '10115'],
    ['KP', 'any 1'],
  ] as const)
    assert.equal(read(country, typed), typed);
});

test('leaves valid postal codes of each country unchanged', () => {
  for (const country of countryCodes)
    for (const example of addressRules[country]!.zipEx?.split(',') ?? [])
      assert.equal(read(country, example), example, country);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { loginBody } from '#contract/storefront/accounts.ts';
import * as z from 'zod/mini';
import { describeTimeZone } from './describe-time-zone.ts';

test('describes a time zone by its city, or by its offset when it has no city', () => {
  const cases: [string, string | null][] = [
    ['Europe/Berlin', 'Berlin time'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
    ['America/Port-au-Prince', 'Port-au-Prince time'],
    ['UTC', 'Time zone UTC'],
    ['Etc/UTC', 'Time zone UTC'],
    ['Etc/GMT+5', 'Time zone UTC-5'],
    ['Etc/GMT-14', 'Time zone UTC+14'],
    ['', null],
  ];
  for (const [timeZone, words] of cases) assert.equal(describeTimeZone(timeZone), words);
});

test('accepts every time zone of browsers in a login', () => {
  for (const timeZone of [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/Unknown', 'EST5EDT'])
    assert.ok(
      z.safeParse(loginBody, { email: 'ann@example.com', password: 'x', timeZone }).success,
      timeZone,
    );
});

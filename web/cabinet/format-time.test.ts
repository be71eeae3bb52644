import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'node:test';

/** The text as readers in this time zone see it; in a child process, because a process's zone is fixed at its start. */
function seenIn(timeZone: string, ...instants: string[]): string[] {
  const file = join(import.meta.dirname, 'format-time.ts');
  const script = `import { formatDate, formatTime } from ${JSON.stringify(file)};
    console.log(JSON.stringify(process.argv.slice(1).flatMap((one) => [formatTime(one), formatDate(one)])));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script, ...instants], {
    env: { TZ: timeZone },
    encoding: 'utf8',
  });
  return (JSON.parse(printed) as string[]).map((words) => words.replaceAll('\u202f', ' '));
}

test("shows an instant in the reader's own time, summer and winter", () => {
  assert.deepEqual(seenIn('Europe/Berlin', '2026-10-25T00:59:00Z', '2026-10-25T01:00:00Z'), [
    'Oct 25, 2:59 AM',
    'Oct 25, 2026',
    'Oct 25, 2:00 AM',
    'Oct 25, 2026',
  ]);
  assert.deepEqual(seenIn('America/New_York', '2026-03-08T06:59:00Z', '2026-03-08T07:00:00Z'), [
    'Mar 8, 1:59 AM',
    'Mar 8, 2026',
    'Mar 8, 3:00 AM',
    'Mar 8, 2026',
  ]);
});

test('shows the same instant on another day across the date line', () => {
  assert.deepEqual(seenIn('Pacific/Kiritimati', '2026-12-31T12:00:00Z'), ['Jan 1, 2:00 AM', 'Jan 1, 2027']);
  assert.deepEqual(seenIn('Pacific/Pago_Pago', '2027-01-01T10:59:00Z'), ['Dec 31, 11:59 PM', 'Dec 31, 2026']);
});

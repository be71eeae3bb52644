/**
 * npm run prove:sabotage: breaks the money code in known ways, one at a time in a copy of the source, and expects that the
 * random histories find each. A history test that finds none of them would prove nothing.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/root.ts';
import { runCommand } from '#tools/run-command.ts';

type Sabotage = { what: string; file: string; from: string; to: string };

const payments = (name: string) => `server/payments/${name}.ts`;
const sabotages: Sabotage[] = [
  {
    what: 'no guard against a payment that is told twice',
    file: payments('reduce-snapshot'),
    from: "if (settled.has(attempt.status)) return 'unchanged';",
    to: '',
  },
  {
    what: 'a hold that is not released',
    file: payments('hold-postings'),
    from: "posting('release', hold, at);",
    to: "(at ? [] : posting('release', hold, at));",
  },
  {
    what: 'a payment that comes late is ignored',
    file: payments('reduce-snapshot'),
    from: "snapshot.state === 'paid' && snapshot.captured > 0n",
    to: "snapshot.state === 'paid' && snapshot.captured > 0n && live.has(attempt.status)",
  },
  {
    what: 'the amount we asked for is trusted, not the one that came',
    file: payments('apply-snapshot'),
    from: 'capture(deps, attempt, transition.captured, now)',
    to: 'capture(deps, attempt, attempt.amount - attempt.held, now)',
  },
  {
    what: 'a refund made on the provider’s pages is ignored',
    file: payments('settle-refunds'),
    from: "theirs.state === 'failed' ? undefined : book(attempt, theirs, now)",
    to: 'undefined',
  },
  {
    what: 'a refund that fails after it succeeded is ignored',
    file: payments('settle-refunds'),
    from: "ours.status === 'failed' ? undefined",
    to: "ours.status === 'failed' || ours.status === 'succeeded' ? undefined",
  },
  {
    what: 'a dispute takes the whole balance into debt, whatever is set aside',
    file: payments('settle-dispute'),
    from: 'const spent = parts.receivable - parts.from_order - parts.held;',
    to: 'const spent = parts.receivable - parts.from_order;',
  },
  {
    what: 'the fee of a dispute is forgotten',
    file: payments('settle-dispute'),
    from: 'const fee = theirs.fee - kept.fee;',
    to: 'const fee = 0n * (theirs.fee - kept.fee);',
  },
];

const histories = '40';
const copy = join(root, '.cache/sabotage');

function prepare({ file, from, to }: Sabotage): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const part of ['server', 'contract', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2)
    throw new Error(`${file} has changed: "${from}" does not stand in it once`);
  writeFileSync(path, source.replace(from, to));
}

/** What the histories found, in one line; undefined when they found nothing. */
async function play(): Promise<string | undefined> {
  const { ok, output } = await runCommand(process.execPath, [
    join(copy, 'server/payments/histories.test.ts'),
    histories,
    '1',
    'unshrunk',
  ]);
  if (ok) return undefined;
  const found = /^\s*\+ +'(.*)',?$/m.exec(output)?.[1];
  if (!found) throw new Error(`The histories failed for another reason:\n${output.slice(-4000)}`);
  return found;
}

let missed = 0;
for (const sabotage of sabotages) {
  prepare(sabotage);
  const found = await play();
  if (!found) missed += 1;
  console.log(`${found ? 'found ' : 'MISSED'}  ${sabotage.what}${found ? `\n        ${found}` : ''}`);
}
rmSync(copy, { recursive: true, force: true });
console.log(
  missed === 0
    ? `All ${sabotages.length} are found within ${histories} histories.`
    : `${missed} of ${sabotages.length} are missed.`,
);
process.exitCode = missed === 0 ? 0 : 1;

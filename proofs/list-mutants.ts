/**
 * Lists every small change that StrykerJS would make to the money code, the sessions, the audit log, the staff's accounts, the
 * approvals and the books, and similar changes to the SQL in them, which StrykerJS doesn't change. Only lists text replacements,
 * and runs nothing.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { root } from '#tools/root.ts';

export const areas = ['ledger', 'payments', 'sessions', 'audit', 'staff', 'approvals', 'books'] as const;
export type Area = (typeof areas)[number];
/** `start`, `end`: offsets in the file's text. `line`: from 1. */
export type Mutant = {
  area: Area;
  file: string;
  line: number;
  start: number;
  end: number;
  from: string;
  to: string;
};

const patterns: Record<Area, string> = {
  ledger: 'server/ledger/*.ts',
  payments: 'server/payments/**/*.ts',
  sessions:
    'server/accounts/{access-tokens,authenticate,log-in,log-out,refresh-session,start-session,confirm-password}.ts',
  audit: 'server/audit/*.ts',
  staff: 'server/staff/*.ts',
  approvals: 'server/desk/approvals/*.ts',
  books: 'server/books/*.ts',
};
/** The SQL functions of the ledger, without the one that a later migration replaces. */
const ledgerSql: Record<string, RegExp> = {
  'server/database/migrations/0002-ledger.sql': /create function ledger_post\(.*?\nend \$\$;/s,
  'server/database/migrations/0012-balance-entries.sql': /(?!)/,
};
/** Excludes tests, and emails, whose texts people review. */
const leftOut = /\.test\.ts$|\.mail\.ts$/;

/** SQL operators between spaces, and their replacements. The `or` in `update or delete` is unchanged. */
const sqlChanges: [RegExp, string][] = [
  [/ and /g, ' or '],
  [/(?<!update|insert) or /g, ' and '],
  [/ is null\b/g, ' is not null'],
  [/ is not null\b/g, ' is null'],
  [/ = /g, ' <> '],
  [/ <> /g, ' = '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\bnot exists \(/g, 'exists ('],
  [/(?<!not )\bexists \(/g, 'not exists ('],
  [/ desc\b/g, ''],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
];
/** The beginning of an assignment such as `set a = 1, b = 2`, whose `=` can't be replaced. */
const assignment = /(?:\bset|,)\s+\w+$/;

const quiet = () => undefined;
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
};

/** The texts between the values of a template literal, including both backticks. */
function* textsOf(template: string): Generator<{ at: number; text: string }> {
  let depth = 0;
  let at = 1;
  for (let i = 1; i < template.length; i += 1) {
    if (template[i] === '{' && (depth > 0 || template[i - 1] === '$')) depth += 1;
    if (depth === 1 && template[i] === '{' && template[i - 1] === '$')
      yield { at, text: template.slice(at, i - 1) };
    if (template[i] === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) at = i + 1;
    }
  }
  yield { at, text: template.slice(at, -1) };
}

function* changesOfSql(template: string): Generator<{ at: number; from: string; to: string }> {
  for (const { at, text } of textsOf(template)) {
    // an interpolated value separates an operator as a space does
    for (const [pattern, to] of sqlChanges)
      for (const { 0: from, index } of text.matchAll(pattern))
        if (from !== ' = ' || !assignment.test(text.slice(0, index))) yield { at: at + index, from, to };
  }
}

function mutantsOfSql(file: string): Mutant[] {
  const content = readFileSync(join(root, file), 'utf8');
  // replaces each character that isn't executed by a dot, which keeps all offsets
  const run = [ledgerSql[file]!, /--.*/g].reduce(
    (text, left) => text.replace(left, (part) => part.replaceAll(/./g, '.')),
    content,
  );
  return [...changesOfSql(`\`${run}\``)].map(({ at, from, to }) => {
    const start = at - 1;
    const line = content.slice(0, start).split('\n').length;
    return { area: 'ledger', file, line, start, end: start + from.length, from, to };
  });
}

async function mutantsOf(area: Area, file: string): Promise<Mutant[]> {
  const content = readFileSync(join(root, file), 'utf8');
  const starts = [0, ...[...content.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const { mutants } = await new Instrumenter(logger).instrument([{ name: file, content, mutate: true }], {
    plugins: null,
    ignorers: [],
    excludedMutations: [],
  });
  return mutants.flatMap(({ location, replacement, mutatorName }) => {
    const start = starts[location.start.line]! + location.start.column;
    const end = starts[location.end.line]! + location.end.column;
    const mutant = { area, file, line: location.start.line + 1, start, end };
    const from = content.slice(start, end);
    if (mutatorName !== 'StringLiteral') return [{ ...mutant, from, to: replacement }];
    if (/\bsql(?:<[^`;]*>)?$/s.test(content.slice(0, start)))
      return [...changesOfSql(from)].map((change) => ({
        ...mutant,
        start: start + change.at,
        end: start + change.at + change.from.length,
        line: content.slice(0, start + change.at).split('\n').length,
        from: change.from,
        to: change.to,
      }));
    // no mutants of texts for people, because their wording isn't behavior
    return /\s/.test(from) ? [] : [{ ...mutant, from, to: replacement }];
  });
}

/** All mutants, in the order of their files. */
export async function listMutants(): Promise<Mutant[]> {
  const found: Mutant[] = Object.keys(ledgerSql).flatMap(mutantsOfSql);
  for (const area of areas)
    for (const file of globSync(patterns[area], { cwd: root }).toSorted())
      if (!leftOut.test(file)) found.push(...(await mutantsOf(area, file)));
  return found;
}

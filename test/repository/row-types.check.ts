/**
 * Compares the row type of each SQL statement of the server with the columns that tests received. Finds a column that is missing,
 * has another type, or was null although its type has no null. `npm test` runs it after the server's tests, which record the
 * columns.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test, { before } from 'node:test';
import { isTaggedTemplateExpression, isTemplateExpression } from 'typescript/unstable/ast/is';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { API, type Checker, type Type } from 'typescript/unstable/sync';
import type { SeenColumn, SeenStatements } from '#test/server/record-statements.ts';
import { root } from '#tools/root.ts';

type Column = { kinds: Set<string>; hasNull: boolean };
/** A statement in the source: its place, a pattern of its text, and the columns of its row type. */
type Statement = { place: string; pattern: RegExp; weight: number; columns: Map<string, Column> };

/** TypeScript types that parse-columns.ts returns, by the OID in pg_type.dat. */
const kindOf: Record<number, string> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'bigint',
  21: 'number',
  23: 'number',
  25: 'string',
  114: 'json',
  701: 'number',
  1007: 'number[]',
  1009: 'string[]',
  1016: 'bigint[]',
  1043: 'string',
  1082: 'string',
  1184: 'Date',
  1700: 'string',
  2950: 'string',
  3802: 'json',
};

/** A type parameter, or `unknown`: the caller chooses the type. */
const isOpen = (word: string): boolean => /^(?:unknown|[A-Z]\w*)$/.test(word) && word !== 'Date';

function kindOfWord(word: string): string {
  if (/^["'`]/.test(word)) return 'string';
  if (word === 'true' || word === 'false') return 'boolean';
  return word.startsWith('Uint8Array') || word.startsWith('Buffer') ? 'Buffer' : word;
}

function columnOf(type: Type, checker: Checker): Column {
  const members = type.isUnionType() ? type.getTypes() : [type];
  const words = members.map((one) => checker.typeToString(one));
  return {
    hasNull: words.some((word) => word === 'null' || isOpen(word)),
    kinds: new Set(words.filter((word) => word !== 'null').map(kindOfWord)),
  };
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function textsOf(template: Node): string[] {
  if (!isTemplateExpression(template)) return [(template as unknown as { text: string }).text];
  return [template.head.text, ...template.templateSpans.map(({ literal: { text } }) => text)];
}

function* statementsIn(file: SourceFile, checker: Checker): Generator<Statement> {
  const pending: Node[] = [file];
  for (let node = pending.pop(); node; node = pending.pop()) {
    node.forEachChild((child) => {
      pending.push(child);
    });
    if (!isTaggedTemplateExpression(node) || node.tag.getText(file) !== 'sql') continue;
    const [rowType] = node.typeArguments ?? [];
    // fragments of other statements return no rows
    if (!rowType || node.parent.kind !== SyntaxKind.PropertyAccessExpression) continue;
    const type = checker.getTypeFromTypeNode(rowType);
    if (!type) continue;
    const texts = textsOf(node.template);
    const columns = checker.getPropertiesOfType(type).map((property) => {
      const its = checker.getTypeOfSymbol(property);
      return [
        property.name,
        its ? columnOf(its, checker) : { kinds: new Set<string>(), hasNull: true },
      ] as const;
    });
    const line = file.text.slice(0, node.getStart(file)).split('\n').length;
    yield {
      place: `${relative(root, file.fileName)}:${line}`,
      pattern: new RegExp(`^${texts.map(escape).join('[\\s\\S]*?')}$`),
      weight: texts.join('').length,
      columns: new Map(columns),
    };
  }
}

function listStatements(): Statement[] {
  const api = new API({ cwd: root });
  try {
    const project = api
      .updateSnapshot({ openProjects: [join(root, 'server/tsconfig.json')] })
      .getProjects()[0]!;
    const { checker, program } = project;
    return program
      .getSourceFileNames()
      .filter((name) => relative(root, name).startsWith('server/'))
      .flatMap((name) => [...statementsIn(program.getSourceFile(name)!, checker)]);
  } finally {
    api.close();
  }
}

/** The differences of a row type, one sentence each. */
function* differences({ place, columns }: Statement, seen: Record<string, SeenColumn>): Generator<string> {
  for (const [name, { kinds, hasNull }] of columns) {
    const answered = seen[name];
    if (!answered) {
      yield `${place}: the database answers no ${name}`;
      continue;
    }
    const kind = kindOf[answered.oid];
    if (kind === undefined)
      yield `${place}: ${name} has the type ${answered.oid}, which this check does not know`;
    // a json column may have any type
    else if (kind !== 'json' && ![...kinds].every((one) => one === kind || isOpen(one)))
      yield `${place}: ${name} is ${kind}, not ${[...kinds].join(' | ')}`;
    if (answered.hasNull && !hasNull) yield `${place}: ${name} was null`;
  }
}

const statements = listStatements();
const met = new Map<Statement, Record<string, SeenColumn>>();
before(() => {
  const folder = process.env['STATEMENTS_FOLDER'];
  assert.ok(folder, 'run npm test, or npm run test:server without a name: the statements are recorded there');
  const byWeight = statements.toSorted((a, b) => b.weight - a.weight);
  for (const file of globSync('*.json', { cwd: folder }))
    for (const [text, seen] of Object.entries(
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as SeenStatements,
    )) {
      const statement = byWeight.find(({ pattern }) => pattern.test(text));
      if (!statement) continue;
      const known = met.get(statement);
      if (!known) met.set(statement, seen);
      else
        for (const [name, { hasNull }] of Object.entries(seen))
          if (hasNull && known[name]) known[name].hasNull = true;
    }
});

test('matches every row type with the columns that the database answers', () => {
  assert.ok(statements.length > 50);
  assert.deepEqual(
    [...met].flatMap(([statement, seen]) => [...differences(statement, seen)]),
    [],
  );
});

test('runs every statement with a row type in some test', () => {
  assert.deepEqual(
    statements.filter((statement) => !met.has(statement)).map(({ place }) => place),
    [],
  );
});

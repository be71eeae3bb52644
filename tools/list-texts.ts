/**
 * npm run texts [-- WORD …]: lists every text for people with its place, in reading order: pages, forms, rejections, emails,
 * PDFs, catalogue and command line. `{…}` marks a value that the program fills in. WORD selects the places and texts that contain
 * all of the words.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync } from 'oxc-parser';
import { root } from './root.ts';

export type Text = {
  /** The file's path, and the line number. */
  place: string;
  text: string;
};

/** Files with texts for customers, operators or staff. */
const sources = [
  'contract/**/*.ts',
  '{ui,web,desk}/**/*.{ts,tsx}',
  'server/**/*.ts',
  'tools/{run.mjs,start.ts}',
  'demo/demo-command.ts',
];
const isTest = /\.test\.tsx?$|\/web\/build\//;

/** Calls whose texts only developers read: logs, and errors about programming mistakes. */
const silentCalls =
  /^(?:log\w*|console|assert|sql|Error|TypeError|RangeError|URL|RegExp|fetch|require|import)$/;
/** Functions whose arguments are word lists, keys or statements. */
const silentFunctions = /^(?:list|words|t|valueOf|hash|runLong)$/;
const silentMethods =
  /^(?:info|warn|error|debug|fatal|query|split|startsWith|endsWith|includes|replaceAll|replace|test|join|get|has|matchAll|addEventListener|querySelector\w*|getElementById|getItem|setItem|close|exec|select)$/;
/** Constants whose strings nobody reads: names of rules, keys of limits. */
const silentConstants = /^(?:off|firstNames|guesses)$/;
/** Attributes that only the browser reads. */
const hiddenAttributes =
  /^(?:class(?:Name)?|\w+Class|id|href|to|key|d|viewBox|rel|type|style|htmlFor|autoComplete|inputMode|media|sizes|content|pattern|role|as|target|method|encType|rows|cols|fill|stroke)$/;
const inline = /^(?:a|b|em|strong|span|i|code|del|ins|time|small|abbr|Link|NavLink|bdi|mark|kbd|sup|br)$/;

/** Words that sentences contain, but class names and keys don't. */
const proseWord =
  /(?<=^| )(?:a|an|and|are|at|be|but|by|can|do|for|from|has|have|if|in|is|it|its|no|not|of|on|or|so|than|that|the|their|them|then|they|this|to|was|we|were|what|when|who|will|with|you|your)(?=$|[ ,:])/;

/** Whether a literal is for people: it has several words, or is a single word that looks like a label. */
function isForPeople(text: string): boolean {
  const plain = text.replaceAll(/\{[^}]*\}/g, '…').trim();
  if (!/\p{L}{2}/u.test(plain)) return false;
  // class names, paths, keys, SQL and types are not for people
  const isCode = /^[a-z0-9_-]+(?: [a-z0-9:[\]/.()!%,_&*>#=-]+)*$/.test(plain) && !/[.?!…]$/.test(plain);
  if (isCode && !proseWord.test(plain)) return false;
  // in this order: scripts, media queries, class names with values (two kinds), fonts, robots.txt
  if (/=> |^\((?:min|max)-width|\w-\[|^[a-z]+ [a-z]+-…|\d+pt |^User-agent:/.test(plain)) return false;
  // cookies, columns of a query
  if (/^; domain=|; path=\/|^[a-z_.]+ as [a-z_]+$/.test(plain)) return false;
  // headers: a content security policy, a cookie's attributes
  if (/^default-src |; Path=\//.test(plain) || plain === '; Secure') return false;
  if (/^(?:attachment|private|max-age=.*|camera=.*|….*filename.*)[;,(]|^Bearer$/.test(plain)) return false;
  // subjects of the audit log, patterns of hashtags, regular expressions
  if (
    /^(?:order|line|customer|staff|role|note|invitation|email|ticket|webhook event|\w+[ _]status|payment intent status) …(?: …)?$/.test(
      plain,
    )
  )
    return false;
  if (/^\{\} |^-c |\(\?[:=!<]|\w\[/.test(text)) return false;
  if (
    /^[#./@]|^[a-z-]+:(?!\s)|^\w+\/|^<|^\s*(?:select|insert into|update|delete from|with) [$a-z_.*]+/.test(
      plain,
    )
  )
    return false;
  return / /.test(plain) ? /\p{L}/u.test(plain) : /^\p{Lu}\p{Ll}+[.!?:]?$/u.test(plain);
}

type Anything = Node & Record<string, unknown>;
const isNode = (value: unknown): value is Anything =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
const childrenOf = (node: Anything): Anything[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'parent' ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return typeof node['name'] === 'string' ? node['name'] : nameOf(node['name']);
};
const calleeRoot = (node: unknown): string =>
  isNode(node) && node.type === 'MemberExpression' ? calleeRoot(node.object) : nameOf(node);

const clean = (text: string) => text.replaceAll(/\s+/g, ' ');

/** An element's text as people read it. Inline elements are part of the sentence, and expressions are `{…}`. */
function sentenceOf(node: Anything): string {
  if (node.type === 'JSXText') return clean(String(node['value']));
  if (node.type === 'JSXExpressionContainer') {
    const inner = node['expression'];
    if (isNode(inner) && inner.type === 'Literal' && typeof inner['value'] === 'string')
      return inner['value'];
    return isNode(inner) && inner.type === 'JSXEmptyExpression' ? '' : '{…}';
  }
  if (node.type === 'JSXElement' && inline.test(nameOf((node['openingElement'] as Anything)['name'])))
    return (node['children'] as Anything[]).map(sentenceOf).join('');
  return node.type === 'JSXElement' && /^\p{Lu}/u.test(nameOf((node['openingElement'] as Anything)['name']))
    ? '{…}'
    : '';
}

function* textsIn(node: Anything, quiet: boolean): Generator<{ start: number; text: string }> {
  if (
    /^(?:Import|Export(?:All|Named)Declaration$|TS(?!AsExpression|SatisfiesExpression|NonNull))/.test(
      node.type,
    )
  ) {
    const declared = node['declaration'];
    if (isNode(declared)) yield* textsIn(declared, quiet);
    return;
  }
  if (node.type === 'TaggedTemplateExpression') {
    const tag = calleeRoot(node['tag']);
    if (/^(?:raw|css)$/.test(tag)) return;
    const quasi = node['quasi'] as Anything;
    if (tag !== 'sql') yield* textsIn(quasi, quiet);
    else {
      // also reads texts that a statement stores: its string literals and parameters
      for (const part of quasi['quasis'] as (Anything & { value: { cooked: string } })[]) {
        const code = part.value.cooked.replaceAll(/--.*/g, '');
        // `'The order ' || number || ' is late'` is one sentence
        for (const [sentence] of code.matchAll(/'[^']*'(?:\s*\|\|\s*(?:'[^']*'|[\w.]+(?:\([^()]*\))?))*/g)) {
          const text = clean(
            sentence
              .split('||')
              .map((one) => /^\s*'(.*)'\s*$/s.exec(one)?.[1] ?? '{…}')
              .join(''),
          ).trim();
          if (!quiet && / /.test(text) && isForPeople(text)) yield { start: part.start, text };
        }
      }
      for (const child of quasi['expressions'] as Anything[]) yield* textsIn(child, quiet);
    }
    return;
  }
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const callee = node['callee'];
    const silent =
      silentCalls.test(calleeRoot(callee)) ||
      (isNode(callee) && callee.type === 'Identifier' && silentFunctions.test(nameOf(callee))) ||
      (isNode(callee) && callee.type === 'MemberExpression' && silentMethods.test(nameOf(callee)));
    for (const child of childrenOf(node)) yield* textsIn(child, quiet || silent);
    return;
  }
  if (node.type === 'JSXAttribute') {
    const name = nameOf(node['name']);
    const value = node['value'];
    if (isNode(value)) yield* textsIn(value, quiet || hiddenAttributes.test(name));
    return;
  }
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const children = node['children'] as Anything[];
    const isInline =
      node.type === 'JSXElement' && inline.test(nameOf((node['openingElement'] as Anything)['name']));
    const sentence = children.map(sentenceOf).join('').trim();
    const isWhole = children.some(
      (child) => child.type === 'JSXText' && String(child['value']).trim() !== '',
    );
    if (!quiet && isWhole && /\p{L}{2}/u.test(sentence) && !(isInline && node['told']))
      yield { start: node.start, text: sentence };
    for (const child of childrenOf(node)) {
      if (isWhole && child.type === 'JSXElement') child['told'] = true;
      if (child.type !== 'JSXText') yield* textsIn(child, quiet);
    }
    return;
  }
  // skips compared strings, which are names
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']))) {
    for (const child of childrenOf(node)) if (child.type !== 'Literal') yield* textsIn(child, quiet);
    return;
  }
  if (node.type === 'VariableDeclarator' && silentConstants.test(nameOf(node['id']))) return;
  // skips a class's `name`
  if (node.type === 'PropertyDefinition' && nameOf(node['key']) === 'name') return;
  if (node.type === 'Property') {
    for (const child of childrenOf(node)) if (child !== node['key']) yield* textsIn(child, quiet);
    return;
  }
  if (node.type === 'Literal' && typeof node['value'] === 'string') {
    if (!quiet && isForPeople(node['value'])) yield { start: node.start, text: clean(node['value']).trim() };
    return;
  }
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as { value: { cooked: string } }[];
    const text = clean(quasis.map(({ value }) => value.cooked).join('{…}')).trim();
    if (!quiet && isForPeople(text)) yield { start: node.start, text };
    for (const child of node['expressions'] as Anything[]) yield* textsIn(child, quiet);
    return;
  }
  for (const child of childrenOf(node)) yield* textsIn(child, quiet);
}

function textsOfFile(path: string): Text[] {
  const source = readFileSync(join(root, path), 'utf8');
  const { program } = parseSync(path, source);
  const found = [...textsIn(program as unknown as Anything, false)].toSorted((a, b) => a.start - b.start);
  return found.map(({ start, text }) => ({
    place: `${path}:${source.slice(0, start).split('\n').length}`,
    text,
  }));
}

/** Every text of the catalogue with its path. */
function* textsOfJson(path: string, value: unknown, way: string): Generator<Text> {
  if (typeof value === 'string') {
    if (isForPeople(value)) yield { place: `${path} ${way}`, text: clean(value) };
  } else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      yield* textsOfJson(path, inner, way === '' ? key : `${way}.${key}`);
}

/** Files with words that the analyzer looks for, which nobody reads. */
const isWordTable = /^server\/instant\/.*(?:-table|-patterns|find-sentence-ends)\.ts$/;

/** Every text for people, in the order of the files. */
export function listTexts(): Text[] {
  const files = sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !isTest.test(file) && !isWordTable.test(file));
  const catalogue = 'contract/catalogue.json';
  return [
    ...textsOfJson(catalogue, JSON.parse(readFileSync(join(root, catalogue), 'utf8')), ''),
    ...files.toSorted().flatMap(textsOfFile),
  ];
}

if (import.meta.filename === process.argv[1]) {
  const words = process.argv.slice(2).map((word) => word.toLowerCase());
  for (const { place, text } of listTexts()) {
    const line = `${place}\t${text}`;
    if (words.every((word) => line.toLowerCase().includes(word))) console.log(line);
  }
}

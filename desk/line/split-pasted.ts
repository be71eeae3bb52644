import { withLineBreaks } from '#contract/as-seen.ts';
import type { PieceText } from '#contract/work/delivery-text.ts';
import { readCells } from './read-cells.ts';
import type { SheetPiece } from '#contract/work/work-sheet.ts';

export type PastedWork = {
  /** The pieces that got text, in the sheet's order. */
  pieces: PieceText[];
  /** Text that belongs to no piece; empty when all text was assigned. */
  rest: string;
};

type Target = Pick<SheetPiece, 'key' | 'label' | 'optional'> &
  Partial<Pick<SheetPiece, 'headings' | 'about' | 'limits'>>;
/** A piece or group with its label as a path: "post 3", "instagram". */
type Placed = Target & { path: string[] };

const normalize = (name: string) => name.toLowerCase().replaceAll('’', "'").replaceAll(/\s+/gu, ' ').trim();
const pathOf = (name: string) => normalize(name).split(', ');
const startsWith = (path: readonly string[], start: readonly string[]) =>
  start.every((name, index) => path[index] === name);

/** The names in a sheet, and what each refers to. */
type Names = {
  /** The first piece by path; a path of a group leads to its first piece. */
  pieces: Map<string, Placed>;
  /** The paths of lists: "slogans" for "slogan 3". */
  lists: Set<string>;
  /** Other headings that the delivered text has. */
  sections: Set<string>;
};

function namesOf(pieces: readonly Placed[]): Names {
  const names: Names = { pieces: new Map(), lists: new Set(), sections: new Set() };
  for (const piece of pieces) {
    for (const heading of piece.headings ?? []) names.sections.add(normalize(heading));
    for (let depth = 1; depth <= piece.path.length; depth += 1) {
      const start = piece.path.slice(0, depth).join(', ');
      if (!names.pieces.has(start)) names.pieces.set(start, piece);
      names.lists.add(start.replace(/ \d+$/u, 's'));
    }
  }
  return names;
}

const headingMarks = /^ {0,3}(#{1,6})[ \t]+/u;
/** A line without the marks of a heading or bold words. */
const unmarked = (line: string) =>
  line
    .replace(headingMarks, '')
    .trim()
    .replace(/^(\*\*|__)(.+)\1(:?)$/u, '$2$3')
    .replace(/[ \t]+#+$/u, '');

type Context = {
  path: readonly string[];
  /** The label of the list being read, such as "slogan". */
  list?: string;
};
/** A line that names a piece: the piece, and the text after the name. `isExtra`: the sheet's list has no piece of that number. */
type Marker = { context: Context; piece?: Placed | undefined; isExtra?: true; said: string };

/** Resolves a name: first within the current unit, then outside it. */
function findNamed(name: string, names: Names, { path }: Context): Omit<Marker, 'said'> | undefined {
  const meant = normalize(name);
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const parent = path.slice(0, depth);
    const start = [...parent, meant].join(', ');
    const piece = names.pieces.get(start);
    if (piece) return { context: { path: start.split(', ') }, piece };
    if (names.lists.has(start)) return { context: { path: parent, list: meant.slice(0, -1) } };
    const list = start.replace(/ \d{1,3}$/u, 's');
    if (list !== start && names.lists.has(list)) return { context: { path: [] }, isExtra: true };
  }
  return names.sections.has(meant) ? { context: { path: [] } } : undefined;
}

const listItem = /^ {0,3}(\d{1,3})[.)][ \t]+(\S.*)$/u;

/** Whether the list being read has a piece of the number before this one: other numbers can be part of a text. */
const followsLast = (number: number, names: Names, context: Context) =>
  findNamed(`${context.list} ${number - 1}`, names, context)?.piece !== undefined;

function readMarker(line: string, names: Names, context: Context): Marker | undefined {
  const [, number, text = ''] = (context.list !== undefined && listItem.exec(line)) || [];
  if (number !== undefined) {
    const item = findNamed(`${context.list} ${number}`, names, context);
    if (item?.piece)
      return { context: { ...item.context, list: context.list! }, piece: item.piece, said: text };
    if (item?.isExtra && followsLast(Number(number), names, context)) return { ...item, said: line };
  }
  const words = unmarked(line);
  const whole = findNamed(words.replace(/:$/u, ''), names, context);
  const keepsList = (marker: Omit<Marker, 'said'>): Context =>
    marker.piece && context.list !== undefined && startsWith(marker.context.path, context.path)
      ? { ...marker.context, list: context.list }
      : marker.context;
  if (whole?.isExtra) return { ...whole, said: line };
  if (whole) return { ...whole, context: keepsList(whole), said: '' };
  const colon = words.search(/:\s/u);
  if (colon < 0) return undefined;
  const named = findNamed(words.slice(0, colon), names, context);
  if (named?.isExtra) return { ...named, said: line };
  if (!named?.piece) return undefined;
  const rest = words.slice(colon + 1).trim();
  const isItsItem = headingMarks.test(line) && named.piece.about !== undefined;
  const said = isItsItem && normalize(named.piece.about!).startsWith(normalize(rest)) ? '' : rest;
  return { ...named, context: keepsList(named), said };
}

/** Raises the text's highest headings to the second level, as writers usually type them; leaves higher ones unchanged. */
function raiseHeadings(text: string): string {
  const marks = /^(#{1,6})(?=[ \t])/gm;
  const shift = Math.min(...[...text.matchAll(marks)].map(([, found = '']) => found.length)) - 2;
  return shift > 0 ? text.replaceAll(marks, (found) => found.slice(shift)) : text;
}

type Parts = Map<string, string[]>;

function add(parts: Parts, key: string, lines: readonly string[]): void {
  const before = parts.get(key);
  parts.set(key, before ? [...before, '', ...lines] : [...lines]);
}

/** Assigns lines to the pieces named above them. Undefined when the text names no piece. */
function splitByNames(
  lines: readonly string[],
  pieces: readonly Placed[],
): { parts: Parts; rest: string[] } | undefined {
  const parts: Parts = new Map();
  const rest: string[] = [];
  const names = namesOf(pieces);
  let context: Context = { path: [] };
  let current: string[] = rest;
  for (const line of lines) {
    const marker = readMarker(line, names, context);
    if (!marker) {
      current.push(context.list === undefined ? line : line.replace(/^ {1,3}/u, ''));
      continue;
    }
    context = marker.context;
    current = marker.said === '' ? [] : [marker.said];
    if (marker.piece) {
      const { key } = marker.piece;
      const before = parts.get(key);
      if (before) current = before.concat('', current);
      parts.set(key, current);
    } else {
      if (marker.isExtra) rest.push('', marker.said);
      current = rest;
    }
  }
  return parts.size === 0 ? undefined : { parts, rest };
}

const numbered = /^(?:#{1,6}[ \t]+)?(?:\*\*)?(\d{1,3})[.):](?:\*\*)?[ \t]+(\S.*)$/u;
const isBlank = (line: string) => line.trim() === '';

/** `isCounted`: whether the blocks are as many as some units, or numbered. */
type Blocks = { rest: string[]; blocks: string[][]; isCounted: boolean };

/** Blocks that begin with 1, 2, 3 … Headings between blocks, and text after a list of single lines, belong to no block. */
function numberedBlocks(lines: readonly string[]): Blocks {
  const rest: string[] = [];
  const blocks: string[][] = [];
  let current = rest;
  for (const line of lines) {
    const [, number, text = ''] = numbered.exec(line) ?? [];
    if (Number(number) === blocks.length + 1) {
      current = [text];
      blocks.push(current);
    } else {
      if (headingMarks.test(line)) current = rest;
      current.push(line);
    }
  }
  const last = blocks.at(-1) ?? [];
  const isList = blocks.length > 1 && blocks.slice(0, -1).every((block) => block.slice(1).every(isBlank));
  const end = last.findIndex(isBlank);
  if (isList && end >= 0) rest.push(...last.splice(end));
  return { rest, blocks, isCounted: true };
}

/** Starts a block at each line for which `firstOf` returns the block's first line; earlier lines are `rest`. */
function blocksAt(lines: readonly string[], firstOf: (line: string) => string | undefined): Blocks {
  const rest: string[] = [];
  const blocks: string[][] = [];
  for (const line of lines) {
    const first = firstOf(line);
    if (first === undefined) (blocks.at(-1) ?? rest).push(line);
    else blocks.push([first]);
  }
  return { rest, blocks, isCounted: false };
}

const bullet = /^ {0,3}[-*•–—·▪◦‣][ \t]+(\S.*)$/u;
/** A line that may be the title of the block below it: short, and no sentence. */
function isTitle(block: readonly string[]): boolean {
  const [line = '', ...more] = block.filter((each) => !isBlank(each));
  return more.length === 0 && line.length <= 80 && !/[.!?…:,;]$/u.test(line.trim());
}

/** Joins each title with the block below it, if titles and other blocks take turns. */
function withTitles(blocks: readonly string[][]): string[][] {
  const takeTurns = blocks.every((block, index) => isTitle(block) === (index % 2 === 0));
  return takeTurns
    ? blocks.flatMap((block, index) => (index % 2 === 0 ? [[...block, ...(blocks[index + 1] ?? [])]] : []))
    : [...blocks];
}

/**
 * Splits into blocks. Takes the first way that finds several: numbers, headings, rules. Otherwise the first that finds as many
 * blocks as `counts` has: bullets, blank lines, titles, lines. If none does, splits at blank lines.
 */
function blocksOf(lines: readonly string[], counts: readonly number[]): Blocks {
  const ways = [
    numberedBlocks(lines),
    blocksAt(lines, (line) => (headingMarks.test(line) ? unmarked(line) : undefined)),
    blocksAt(['---', ...lines], (line) => (/^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/u.test(line) ? '' : undefined)),
  ];
  const several = ways.find(({ blocks }) => blocks.length > 1);
  if (several) return several;
  const bullets = blocksAt(lines, (line) => bullet.exec(line)?.[1]);
  const byBlankLines = blocksAt(['', ...lines], (line) => (isBlank(line) ? '' : undefined)).blocks.filter(
    (block) => !block.every(isBlank),
  );
  const counted = [
    bullets,
    ...[byBlankLines, withTitles(byBlankLines), lines.flatMap((line) => (isBlank(line) ? [] : [[line]]))].map(
      (blocks) => ({ rest: [], blocks }),
    ),
  ].find(({ blocks }) => blocks.length > 1 && counts.includes(blocks.length));
  return counted ? { ...counted, isCounted: true } : { rest: [], blocks: byBlankLines, isCounted: false };
}

/** Groups units that differ only by their number, such as all posts; each unit has all its texts. */
function sequencesOf(pieces: readonly Placed[]): Placed[][][] {
  const sequences = new Map<string, Map<string, Placed[]>>();
  for (const piece of pieces) {
    const unit = piece.path[0]!;
    const kind = unit.replace(/ \d+$/u, '');
    const units = sequences.get(kind) ?? new Map<string, Placed[]>();
    units.set(unit, [...(units.get(unit) ?? []), piece]);
    sequences.set(kind, units);
  }
  return [...sequences.values()].map((units) => [...units.values()]).toSorted((a, b) => b.length - a.length);
}

/** Assigns a block to a unit: named texts by their names, and text before the first name to its main text. */
function splitUnit(parts: Parts, unit: readonly Placed[], block: readonly string[]): void {
  const inner = unit.map((one) => ({ ...one, path: one.path.length > 1 ? one.path.slice(1) : [''] }));
  const split = unit.length > 1 ? splitByNames(block, inner) : undefined;
  for (const [key, lines] of split?.parts ?? []) add(parts, key, lines);
  const main = split ? split.rest : block;
  if (!main.every(isBlank)) add(parts, unit[0]!.key, main);
}

/** Assigns the cells of a table: a row to each unit, a cell to each of its pieces. Undefined when there are not as many rows as units. */
function splitCells(
  rows: readonly string[][],
  sequences: readonly Placed[][][],
): { parts: Parts; rest: string[] } | undefined {
  const sequence = sequences.find(
    ({ length }) => length > 1 && (length === rows.length || length === rows.length - 1),
  );
  if (!sequence) return undefined;
  // one row more than units: the names of the columns
  const heads = rows.slice(0, rows.length - sequence.length);
  const own = rows.slice(heads.length);
  const isIndexed = own.every(([first = '']) => /^(?:\d+[.)]?)?$/u.test(first));
  const parts: Parts = new Map();
  const rest = heads.map((row) => row.join('\t'));
  for (const [index, row] of own.entries()) {
    const cells = isIndexed ? row.slice(1) : row;
    for (const [column, cell] of cells.entries()) {
      const piece = sequence[index]![column];
      if (!piece) rest.push(cell);
      else if (cell !== '') add(parts, piece.key, cell.split('\n'));
    }
  }
  return { parts, rest };
}

/**
 * Assigns lines without names of pieces: a block to each unit, or a block to each piece. If no two units are alike, the
 * longest piece gets all lines.
 */
function splitInOrder(lines: readonly string[], pieces: readonly Placed[]): { parts: Parts; rest: string[] } {
  const parts: Parts = new Map();
  const required = pieces.filter(({ optional }) => !optional);
  const sequences = sequencesOf(required);
  const [longest = []] = sequences;
  if (longest.length < 2) {
    const [main] = required.toSorted((a, b) => (b.limits?.maxWords ?? 0) - (a.limits?.maxWords ?? 0));
    return main ? { parts: new Map([[main.key, [...lines]]]), rest: [] } : { parts, rest: [...lines] };
  }
  const cells = readCells(lines.join('\n'));
  const byCells = cells && splitCells(cells, sequences);
  if (byCells) return byCells;
  const counts = [...sequences.map(({ length }) => length).filter((count) => count > 1), required.length];
  const { rest, blocks, isCounted } = blocksOf(lines, counts);
  const sequence = sequences.find((units) => isCounted && units.length === blocks.length) ?? longest;
  const isByPiece = blocks.length > sequence.length && (!isCounted || blocks.length === required.length);
  const units = isByPiece ? required.map((piece) => [piece]) : sequence;
  for (const [index, block] of blocks.entries()) {
    const unit = units[index];
    if (unit) splitUnit(parts, unit, block);
    else rest.push('', ...block);
  }
  return { parts, rest };
}

const textOf = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .replace(/^(?:[ \t]*\n)+/u, '')
    .trimEnd();

/**
 * Splits a pasted text into the pieces of a sheet: by their names, or else by the cells of a table, numbers, headings, rules, bullets,
 * blank lines or lines in the sheet's order. Unassigned text is in `rest`: no word is lost.
 */
export function splitPasted(sheet: { pieces: readonly Target[] }, text: string): PastedWork {
  const pieces = sheet.pieces.map((piece): Placed => ({ ...piece, path: pathOf(piece.label) }));
  const lines = withLineBreaks(text).split('\n');
  const { parts, rest } = splitByNames(lines, pieces) ?? splitInOrder(lines, pieces);
  return {
    pieces: sheet.pieces.flatMap(({ key }) => {
      const written = raiseHeadings(textOf(parts.get(key) ?? []).trim());
      return written === '' ? [] : [{ key, text: written }];
    }),
    rest: textOf(rest).trim(),
  };
}

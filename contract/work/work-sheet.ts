import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { platformLimits } from '#contract/catalogue/platform-limits.ts';
import type { BundleEntry, Platform } from '#contract/catalogue/product.ts';
import { bundlePieces, type PieceRule, workRules } from './work-rules.ts';

/** Limits of a piece's text; characters in code points. */
export type PieceLimits = {
  minWords?: number;
  maxWords?: number;
  maxCharacters?: number;
  maxHashtags?: number;
  /** About where the platform hides the rest of the text behind "more". */
  foldAt?: number;
  /** Each link counts as this many characters. */
  linkCharacters?: number;
};

/** A text of the sheet that a writer fills in. */
export type SheetPiece = {
  /** Unique in its sheet, like `post-3-instagram`. */
  key: string;
  /** Unique in its sheet, like `Post 3, Instagram`. */
  label: string;
  /** The label of its unit, such as `Post 3`, when the unit has several texts. */
  group?: string;
  /** The entry of the brief's list that the text is about. */
  about?: string;
  /** The headings above the text in the delivery, outermost first; none for the only piece of a sheet. */
  headings: string[];
  /** Its number in an ordered list under the last heading. */
  item?: number;
  /** In an ordered list: the name of a text that follows the item's own text, such as `Rationale`. */
  part?: string;
  limits: PieceLimits;
  /** Whether the text may be empty. */
  optional?: true;
};

export type WorkSheet = {
  pieces: SheetPiece[];
  /** Number of required pieces. */
  expected: number;
  /** The team's estimate of the work, in minutes. */
  minutes: number;
};

/** An item of a bundle, as it was sold. */
export type SoldItem = BundleEntry['items'][number];

/** An order line's product and choices. */
export type SheetLine = {
  orderType: number;
  details: Pick<OrderDetails, 'quantity' | 'variant' | 'options' | 'brief'>;
  /** What the bundle contained when it was ordered; absent or null: what the catalogue says. */
  bundleItems?: readonly SoldItem[] | null;
  /** Whether a person took over the automatic work. */
  isTakenOver?: boolean;
};

type Ordered = SheetLine['details'] & {
  platforms: readonly Platform[];
  /** Whether a person writes the automatic texts too. */
  hasAutomatic: boolean;
  /** Number of units before these, and in total, because a bundle can have two items of one service. */
  before?: number;
  inAll?: number;
};

/** What a piece gets from the unit or group around it: beginnings of key and label, and headings. */
type Place = {
  key: string;
  label: string;
  headings: string[];
  about?: string;
  item?: number;
  /** The name of the main text of a single, unnumbered unit. */
  name?: string;
};

const top: Place = { key: '', label: '', headings: [] };

const isChosen = ({ when = {} }: PieceRule, { options }: Ordered) =>
  Object.entries(when).every(([key, value]) => options[key] === value);

const joinKey = (...parts: (string | number | undefined)[]) =>
  parts.filter((part) => part !== undefined && part !== '').join('-');

/** "Post 3" and "Alt text" make "Post 3, alt text". A name like "SEO title" or "Instagram" keeps its capital. */
function joinLabel(outer: string, inner: string, isName: boolean): string {
  if (outer === '' || inner === '') return outer + inner;
  const isWord = !isName && /^\p{Lu}[^\p{Lu}]/u.test(inner);
  return `${outer}, ${isWord ? inner[0]!.toLowerCase() + inner.slice(1) : inner}`;
}

function countOf(count: PieceRule['count'], { quantity, variant }: Ordered): number {
  if (count === 'quantity') return quantity;
  return count === 'variant' ? Number(variant) || 0 : (count ?? 1);
}

function wordsOf(words: PieceRule['maxWords'], { variant }: Ordered): number | undefined {
  if (typeof words !== 'object') return words;
  return Math.round((Number(variant) * words.variantPercent) / 100) || undefined;
}

/** The entries of the brief's list, if there is one per unit. */
function entriesOf(rule: PieceRule, { brief, quantity }: Ordered): readonly string[] {
  const entries = rule.items === undefined ? undefined : brief[rule.items];
  return Array.isArray(entries) && entries.length === quantity ? entries : [];
}

function smallest(...values: (number | null | undefined)[]): number | undefined {
  const known = values.filter((value) => typeof value === 'number');
  return known.length > 0 ? Math.min(...known) : undefined;
}

function limitsOf(rule: PieceRule, ordered: Ordered, platform?: Platform): PieceLimits {
  const { maxCharacters, foldAt, linkCharacters } = (platform && platformLimits[platform.value]) ?? {};
  const limits = {
    minWords: wordsOf(rule.minWords, ordered),
    maxWords: wordsOf(rule.maxWords, ordered),
    maxCharacters: smallest(rule.maxCharacters, maxCharacters),
    maxHashtags: smallest(rule.maxHashtags, platform?.hashtagMax),
    foldAt,
    linkCharacters,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

/** Creates one piece in its context. */
function pieceAt(place: Place, rule: PieceRule, ordered: Ordered, platform?: Platform): SheetPiece {
  const { about, item } = place;
  const name = platform?.label ?? rule.label ?? place.name ?? '';
  const isPart = item !== undefined && name !== '';
  return {
    key: joinKey(place.key, rule.key, platform?.value),
    label: joinLabel(place.label, name, platform !== undefined),
    ...(about !== undefined && { about }),
    headings: name === '' || isPart ? place.headings : [...place.headings, name],
    ...(item !== undefined && { item }),
    ...(isPart && { part: name }),
    limits: limitsOf(rule, ordered, platform),
    ...(rule.optional && { optional: true as const }),
  };
}

function textsOf(place: Place, rule: PieceRule, ordered: Ordered): SheetPiece[] {
  if (!rule.perPlatform || ordered.platforms.length === 0) return [pieceAt(place, rule, ordered)];
  return ordered.platforms.map((platform) => pieceAt(place, rule, ordered, platform));
}

/** Creates the pieces of one unit; they share a group when there are several. */
function unitOf(place: Place, parts: PieceRule[], ordered: Ordered): SheetPiece[] {
  const pieces = parts.flatMap((part) => expand(place, part, ordered));
  const isGroup = pieces.length > 1 && place.label !== '';
  return isGroup ? pieces.map((piece) => ({ group: place.label, ...piece })) : pieces;
}

/** Creates all pieces of a rule. Units are numbered when there are several. */
function expand(place: Place, rule: PieceRule, ordered: Ordered): SheetPiece[] {
  const isBought = isChosen(rule, ordered) && (!rule.automatic || ordered.hasAutomatic);
  if (!isBought) return [];
  const { key, label = '', parts, list, from = 1 } = rule;
  if (!parts && rule.count === undefined) return textsOf(place, rule, ordered);
  const isUnits = rule.count === 'quantity';
  const count = countOf(rule.count, ordered);
  const before = isUnits ? (ordered.before ?? 0) : from - 1;
  const isNumbered = !isUnits || (ordered.inAll ?? count) > 1;
  const entries = entriesOf(rule, ordered);
  return Array.from({ length: count }, (_, index) => {
    const number = before + index + 1;
    const own = isNumbered ? `${label} ${number}` : '';
    const about = entries[index];
    const unit: Place = {
      key: joinKey(place.key, key, number),
      label: joinLabel(place.label, own, false),
      headings: [...place.headings, ...(list !== undefined ? [list] : own === '' ? [] : [own])],
      ...(about !== undefined && { about }),
      ...(list !== undefined && { item: number }),
      ...(!isNumbered && { name: label }),
    };
    const { key: _key, label: _label, count: _count, when: _when, ...text } = rule;
    return unitOf(unit, parts ?? [text], ordered);
  }).flat();
}

const expandAll = (place: Place, rules: readonly PieceRule[], ordered: Ordered) =>
  rules.flatMap((rule) => expand(place, rule, ordered));

const minutesFor = (orderType: number, quantity: number): number => {
  const { base, perUnit } = workRules[orderType]?.minutes ?? { base: 0, perUnit: 30 };
  return base + perUnit * quantity;
};

/**
 * The team's estimate of a line's work, in minutes; 0 for completely automatic work. Needs no brief, unlike the sheet.
 */
export function minutesOf(
  { orderType, quantity, isTakenOver }: { orderType: number; quantity: number; isTakenOver: boolean },
  { findProduct }: Pick<Catalogue, 'findProduct'>,
): number {
  const product = findProduct(orderType);
  if (product?.kind === 'bundle')
    return product.items.reduce((sum, item) => sum + minutesFor(item.orderType, item.quantity), 0);
  const isAutomatic = product?.fulfilment === 'automatic' && !isTakenOver;
  return isAutomatic ? 0 : minutesFor(orderType, quantity);
}

const wholeText: PieceRule = { key: 'text', label: 'Text' };

/** The brief's platforms, in their order. */
function platformsOf({ platforms }: Pick<Catalogue, 'platforms'>, { brief }: SheetLine['details']) {
  const chosen = brief['platforms'];
  if (!Array.isArray(chosen)) return [];
  return chosen.flatMap((value) => platforms.find((platform) => platform.value === value) ?? []);
}

function bundleSheet(
  items: readonly SoldItem[],
  details: SheetLine['details'],
  catalogue: Pick<Catalogue, 'findProduct' | 'platforms'>,
) {
  const bought = platformsOf(catalogue, details);
  const unitsOf = (some: readonly SoldItem[], orderType: number) =>
    some.filter((item) => item.orderType === orderType).reduce((sum, { quantity }) => sum + quantity, 0);
  const work = items.map(({ orderType, quantity, variant, options, platforms = 0 }, index) => {
    const section = catalogue.findProduct(orderType)?.title ?? '';
    const ordered: Ordered = {
      quantity,
      variant,
      options,
      brief: details.brief,
      platforms: bought.slice(0, platforms),
      hasAutomatic: true,
      before: unitsOf(items.slice(0, index), orderType),
      inAll: unitsOf(items, orderType),
    };
    const rules = workRules[orderType]?.pieces ?? [{ ...wholeText, label: section }];
    return {
      pieces: expandAll({ ...top, headings: [section] }, rules, ordered),
      minutes: minutesFor(orderType, quantity),
    };
  });
  const extra = expandAll(top, bundlePieces, { ...details, platforms: [], hasAutomatic: false });
  return {
    pieces: [...work.flatMap(({ pieces }) => pieces), ...extra],
    minutes: work.reduce((sum, { minutes }) => sum + minutes, 0),
  };
}

function serviceSheet(
  { orderType, details, isTakenOver = false }: SheetLine,
  catalogue: Pick<Catalogue, 'platforms'>,
) {
  const ordered: Ordered = { ...details, platforms: platformsOf(catalogue, details), hasAutomatic: false };
  const rules = workRules[orderType]?.pieces ?? [wholeText];
  return {
    pieces: expandAll(top, isTakenOver ? [wholeText, ...rules] : rules, ordered),
    minutes: minutesFor(orderType, details.quantity),
  };
}

/**
 * The texts to write for an order line, in the order of delivery. Undefined for completely automatic work. `catalogue`: for the
 * names of platforms and services.
 */
export function workSheetOf(
  line: SheetLine,
  catalogue: Pick<Catalogue, 'findProduct' | 'platforms'>,
): WorkSheet | undefined {
  const product = catalogue.findProduct(line.orderType);
  const items = line.bundleItems ?? (product?.kind === 'bundle' ? product.items : undefined);
  const { pieces, minutes } = items
    ? bundleSheet(items, line.details, catalogue)
    : serviceSheet(line, catalogue);
  if (pieces.length === 0) return undefined;
  const [only] = pieces;
  return {
    pieces: only && pieces.length === 1 ? [{ ...only, headings: [] }] : pieces,
    expected: pieces.filter(({ optional }) => !optional).length,
    minutes,
  };
}

import type { SheetPiece } from '#contract/work/work-sheet.ts';

export type PieceGroup<Piece extends SheetPiece = SheetPiece> = { label: string; pieces: Piece[] };

/** Maximum number of fields that are shown together. */
const mostTogether = 20;
/** A numbered text of at most so many words is short. */
const mostShortWords = 60;

/**
 * How a piece is grouped: with its list (`list`), with short texts of one number series (`series`), with the parts of one text
 * (`parts`), or with the pieces of its own post or long text (`unit`). `name` identifies the group within its kind.
 */
type Kind = { kind: 'list' | 'series' | 'parts' | 'unit'; name: string };

const numbered = /^(.+) (\d+)$/;

function kindOf({ label, group, item, headings, limits }: SheetPiece): Kind {
  if (item !== undefined) return { kind: 'list', name: headings.join('\n') };
  if (group !== undefined) return { kind: 'unit', name: group };
  const [, stem] = numbered.exec(label) ?? [];
  if (stem === undefined) return { kind: 'parts', name: headings.slice(0, -1).join('\n') };
  const isShort = (limits.maxWords ?? Infinity) <= mostShortWords;
  return isShort ? { kind: 'series', name: stem } : { kind: 'unit', name: label };
}

/** The name of a list, after the set that contains it: "Directions", or "Set 2, slogans". */
function listName({ label, headings }: SheetPiece): string {
  const list = headings.at(-1) ?? label;
  const outer = label.split(', ').slice(0, -1).join(', ');
  return outer === '' ? list : `${outer}, ${list.toLowerCase()}`;
}

function nameOf({ kind, name }: Kind, pieces: readonly SheetPiece[], isWhole: boolean): string {
  const [first, second] = pieces;
  const [from, to] = [first!, pieces.at(-1)!];
  switch (kind) {
    case 'unit':
      return pieces.length === 1 ? from.label : name;
    case 'list':
      return isWhole ? listName(from) : `${listName(from)} ${from.item}–${to.item}`;
    case 'series': {
      const numbers = [from, to].map(({ label }) => numbered.exec(label)?.[2]);
      return pieces.length === 1 ? from.label : `${name} ${numbers.join('–')}`;
    }
    case 'parts':
      if (pieces.length > 2) return `${from.label} and ${pieces.length - 1} more`;
      return second ? `${from.label}, ${second.label.toLowerCase()}` : from.label;
  }
}

/** Groups the sheet's pieces as they are shown together: a post with its parts, the items of a list, the parts of one text. */
export function groupPieces<Piece extends SheetPiece>(pieces: readonly Piece[]): PieceGroup<Piece>[] {
  const groups: { kind: Kind; pieces: Piece[]; isWhole: boolean }[] = [];
  for (const piece of pieces) {
    const kind = kindOf(piece);
    const last = groups.at(-1);
    const isSame = last?.kind.kind === kind.kind && last.kind.name === kind.name;
    // an item keeps its parts
    const isPart = last?.pieces.at(-1)?.item === piece.item && piece.item !== undefined;
    if (last && isSame && (last.pieces.length < mostTogether || isPart || kind.kind === 'unit'))
      last.pieces.push(piece);
    else {
      if (last && isSame) last.isWhole = false;
      groups.push({ kind, pieces: [piece], isWhole: !isSame });
    }
  }
  return groups.map(({ kind, pieces, isWhole }) => ({ label: nameOf(kind, pieces, isWhole), pieces }));
}

/** Whether a piece is a line or two, such as a slogan. */
export const isShortPiece = ({ item, limits }: SheetPiece): boolean =>
  item !== undefined || (limits.maxCharacters ?? Infinity) <= 160;

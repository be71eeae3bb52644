/** Selected words of one part: UTF-16 offsets into its text. `isCut`: the selection extends beyond the part. */
export type Selected = { piece: string; start: number; end: number; isCut: boolean };

/** Number of characters in an element before a position within it. */
function offsetIn(element: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}

const partOf = (node: Node): HTMLElement | null =>
  (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-piece]') ?? null;

/** The current selection within an element whose `data-piece` names a part and whose text is the part's text; undefined without one. */
export function readSelection(): Selected | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const part = partOf(range.startContainer);
  const piece = part?.dataset['piece'];
  if (!part || piece === undefined) return undefined;
  const text = part.textContent;
  const isCut = partOf(range.endContainer) !== part;
  const from = offsetIn(part, range.startContainer, range.startOffset);
  const to = isCut ? text.length : offsetIn(part, range.endContainer, range.endOffset);
  const words = text.slice(from, to);
  const start = from + (words.length - words.trimStart().length);
  const end = to - (words.length - words.trimEnd().length);
  return end > start ? { piece, start, end, isCut } : undefined;
}

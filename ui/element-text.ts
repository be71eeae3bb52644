import type { ElementType, ReactNode } from 'react';
import { jsx } from 'react/jsx-runtime';

type Props = { readonly children?: ReactNode };

const isText = (part: ReactNode): part is string | number | bigint =>
  (typeof part === 'string' && part !== '') || typeof part === 'number' || typeof part === 'bigint';
const isNothing = (part: ReactNode) =>
  part === null || part === undefined || part === '' || typeof part === 'boolean';

/** Joins neighboring texts in the place of the first. Other parts keep their places, by which React recognizes them. */
function joinTexts(parts: readonly ReactNode[]): ReactNode[] {
  const joined: ReactNode[] = [];
  let run: { at: number; text: string } | undefined;
  for (const part of parts) {
    if (isText(part) && run) {
      run.text += String(part);
      joined[run.at] = run.text;
      joined.push(null);
      continue;
    }
    if (isText(part)) run = { at: joined.length, text: String(part) };
    else if (!isNothing(part)) run = undefined;
    joined.push(isText(part) ? String(part) : part);
  }
  return joined;
}

/** The elements that browsers' translators put in the place of texts. This shop's own pages have none. */
const translations = typeof document === 'undefined' ? [] : document.getElementsByTagNameNS('*', 'font');

/**
 * If the page was translated before React started, suppresses the hydration mismatch: otherwise React renders the page again
 * and typed text is lost.
 */
const allowTranslation = () => (translations.length > 0 ? { suppressHydrationWarning: true } : {});

function inElement(part: ReactNode, index: number): ReactNode {
  if (Array.isArray(part)) return joinTexts(part as ReactNode[]).map(inElement);
  // Adds no element for whitespace: translators skip it, and in a flex box the element would be an extra item.
  const isLoose = typeof part === 'string' && part.trim() !== '';
  return isLoose ? jsx('span', { children: part, ...allowTranslation() }, `text-${index}`) : part;
}

/** Whether a tag creates an element. Fragments, Suspense and context providers don't, so their text gets a `span`. */
const hasElement = (type: ElementType | symbol): boolean =>
  typeof type !== 'symbol' && (type as { $$typeof?: symbol }).$$typeof !== Symbol.for('react.context');

function withoutLooseText(type: ElementType, children: ReactNode): ReactNode {
  const parts = joinTexts(Array.isArray(children) ? (children as ReactNode[]) : [children]);
  const [only, more] = parts.filter((part) => !isNothing(part));
  if (more === undefined && typeof only === 'string' && hasElement(type)) return only;
  return Array.isArray(children) ? parts.map(inElement) : inElement(parts[0], 0);
}

/**
 * Gives each text an element of its own, so that pages survive a translator, which replaces text nodes. React sets the whole content
 * of such an element. It would fail to remove a text node that the translator has replaced, or change one that is no longer shown.
 */
export function withElementText<P extends Props>(type: ElementType, props: P): P {
  if (isNothing(props.children)) return props;
  const children = withoutLooseText(type, props.children);
  return { ...props, children, ...(isText(children) ? allowTranslation() : {}) };
}

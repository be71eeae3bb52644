import type { ElementType, Key, ReactElement, ReactNode } from 'react';
import { type JSXSource, jsxDEV as create } from 'react/jsx-dev-runtime';
import { withElementText } from './element-text.ts';

export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX } from './jsx-runtime.ts';

/** Creates the element of any tag in `npm run dev`. */
export function jsxDEV(
  type: ElementType,
  props: { readonly children?: ReactNode },
  key: Key | undefined,
  hasParts: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  const safe = withElementText(type, props);
  return create(type, safe, key, hasParts && Array.isArray(safe.children), source, self);
}

import type { ElementType, ExoticComponent, JSX as ReactJsx, Key, ReactElement, ReactNode } from 'react';
import { jsx as create, jsxs as createWithParts } from 'react/jsx-runtime';
import { withElementText } from './element-text.ts';

export { Fragment } from 'react/jsx-runtime';

type Props = { readonly children?: ReactNode; readonly [name: string]: unknown };

/** Creates the element of a tag with one child or none. The compiler calls it: "jsxImportSource" in tsconfig.json. */
export const jsx = (type: ElementType, props: Props, key?: Key): ReactElement =>
  create(type, withElementText(type, props), key);

/** Creates the element of a tag with several children. */
export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  const safe = withElementText(type, props);
  return (Array.isArray(safe.children) ? createWithParts : create)(type, safe, key);
}

/** React's types, except that a component may not return text: text without an element of its own breaks under a translator. */
export declare namespace JSX {
  type ElementType =
    | string
    | ((props: never) => ReactElement | readonly ReactElement[] | false | null | undefined)
    | ExoticComponent<never>;
  type Element = ReactJsx.Element;
  type ElementClass = ReactJsx.ElementClass;
  type ElementAttributesProperty = ReactJsx.ElementAttributesProperty;
  type ElementChildrenAttribute = ReactJsx.ElementChildrenAttribute;
  type LibraryManagedAttributes<C, P> = ReactJsx.LibraryManagedAttributes<C, P>;
  type IntrinsicAttributes = ReactJsx.IntrinsicAttributes;
  type IntrinsicClassAttributes<T> = ReactJsx.IntrinsicClassAttributes<T>;
  type IntrinsicElements = ReactJsx.IntrinsicElements;
}

/** Each guard is a layout between address and page that shows the page or redirects. */
const layouts = {
  'logged-in': 'session/logged-in-layout.tsx',
  redirect: 'session/redirect-layout.tsx',
  'empty-cart': 'cart/empty-cart-layout.tsx',
} as const;

export type GuardName = keyof typeof layouts;

export function guardLayout(name: GuardName): string {
  const layout = Object.hasOwn(layouts, name) ? layouts[name] : undefined;
  if (!layout) throw new Error(`Internal error: no guard is named ${name}`);
  return layout;
}

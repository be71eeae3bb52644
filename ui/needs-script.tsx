import { shop } from '#contract/shop.ts';

/** Shown on pages that need scripts. */
export function NeedsScript({ then = 'we’ll take your order' }: { then?: string }) {
  return (
    <noscript>
      <p className="mb-8 rounded-control border-l-4 border-red-line bg-red-tint p-4">
        This page needs JavaScript. Turn it on, or email us at {shop.supportEmail} and {then}.
      </p>
    </noscript>
  );
}

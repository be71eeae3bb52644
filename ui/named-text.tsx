import type { NamedText as Text } from '#contract/storefront/line-name.ts';

/** A text in which the customer's own words (`own`) are isolated: they may read from right to left, and translators leave them alone. */
export const NamedText = ({ of }: { of: Text }) => (
  <>
    {of.map((part, index) =>
      typeof part === 'string' ? (
        part
      ) : (
        <bdi key={index} translate="no">
          {part.own}
        </bdi>
      ),
    )}
  </>
);

const list = new Intl.ListFormat('en-US');

/** A list of the customer's own words: "menu.pdf and logo.png". */
export const namedList = (words: readonly string[]): Text =>
  list.formatToParts(words).map(({ type, value }) => (type === 'element' ? { own: value } : value));

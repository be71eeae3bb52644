import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';

/** What is included, with the chosen size where all are listed: "10 slogans" instead of "5, 10 or 20 slogans". */
export function chosenContents(
  contents: readonly string[],
  { variants }: Pick<ProductFormModel, 'variants'>,
  chosen: string,
): string[] {
  const sizes = variants.map(({ value }) => value);
  const all = `${sizes.slice(0, -1).join(', ')} or ${sizes.at(-1)}`;
  return contents.map((part) => part.replace(all, chosen));
}

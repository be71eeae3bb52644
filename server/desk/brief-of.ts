import type { BriefField } from '#contract/catalogue/product.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import type { Order } from '#contract/storefront/orders.ts';

/** An answer of the brief as text: an option's label, and one line per list item. */
function answerWords(field: BriefField | undefined, value: string | readonly string[]): string {
  const options = field && 'options' in field ? field.options : [];
  const say = (chosen: string) => options.find((option) => option.value === chosen)?.label ?? chosen;
  if (!Array.isArray(value)) return say(String(value));
  const isChosen = field?.type === 'multiselect' || field?.type === 'tags';
  return value
    .map(String)
    .map(say)
    .join(isChosen ? ', ' : '\n');
}

/**
 * A line's brief with the labels of its questions. An answer whose question is no longer in the catalogue has its key as label.
 */
export function briefOf(
  brief: Order['lines'][number]['details']['brief'],
  fields: readonly BriefField[],
): DeskLine['brief'] {
  const labelled = fields.filter(({ key }) => (brief[key] ?? '').length > 0);
  const unknown = Object.keys(brief).filter((key) => !fields.some((field) => field.key === key));
  return [
    ...labelled.map((field) => ({ label: field.label, text: answerWords(field, brief[field.key] ?? '') })),
    ...unknown
      .filter((key) => (brief[key] ?? '').length > 0)
      .map((key) => ({ label: key, text: answerWords(undefined, brief[key] ?? '') })),
  ];
}

import type { BriefField } from '#contract/catalogue/product.ts';

const nouns: Record<string, string> = {
  platforms: 'platforms',
  tone: 'tones',
  use: 'places',
  items: 'products or services',
  topics: 'topics',
  seedKeywords: 'key terms',
  keywords: 'keywords',
  moreKeyphrases: 'phrases',
  ownWords: 'words',
  avoidTags: 'hashtags',
};

/** Hints name only minimum lengths above this, because almost any answer satisfies a shorter one. */
const worthSaying = 10;

function leastOf(field: BriefField): string | undefined {
  if (field.type === 'tags')
    return `${field.minItems > 1 ? `At least ${field.minItems}. ` : ''}Press Enter or type a comma after each one.`;
  if ('minWords' in field && field.minWords !== undefined) return `At least ${field.minWords} words.`;
  if ('itemMin' in field && field.itemMin >= worthSaying) return `At least ${field.itemMin} characters each.`;
  if ('min' in field && field.min !== undefined && field.min >= worthSaying)
    return `At least ${field.min} characters.`;
  return undefined;
}

/** A field with all its labels and hints: prerendered, so that it needs no script. */
export function withWords(field: BriefField): BriefField {
  const help = [field.help, leastOf(field)].filter((part) => part !== undefined).join(' ');
  return { ...field, ...(help === '' ? {} : { help }), counted: nouns[field.key] ?? 'items' };
}

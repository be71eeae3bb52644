import type { BriefField } from '#contract/catalogue.ts';

export type BriefSection = { title: string; lead: string; fields: BriefField[] };

const brandKeys = new Set(['brandName', 'website', 'offer', 'story', 'audience']);
const partKeys = new Set(['platforms', 'items', 'topics']);

/**
 * The brief in portions that can be taken in at a glance. A service asks for what it needs, then for what helps; a
 * bundle asks once for the brand, then for what its parts need, then how all of it should sound.
 */
export function briefSections(kind: 'service' | 'bundle', fields: readonly BriefField[]): BriefSection[] {
  const sections: BriefSection[] =
    kind === 'bundle'
      ? [
          {
            title: 'Your brand',
            lead: 'Once, for every part of the bundle.',
            fields: fields.filter(({ key }) => brandKeys.has(key)),
          },
          {
            title: 'What we write about',
            lead: 'What the single parts need.',
            fields: fields.filter(({ key }) => partKeys.has(key)),
          },
          {
            title: 'How it should sound',
            lead: '',
            fields: fields.filter(({ key }) => !brandKeys.has(key) && !partKeys.has(key)),
          },
        ]
      : [
          { title: 'Your brief', lead: '', fields: fields.filter(({ required }) => required) },
          {
            title: 'What else helps',
            lead: 'Leave out what you do not have.',
            fields: fields.filter(({ required }) => !required),
          },
        ];
  return sections.filter((section) => section.fields.length > 0);
}

/** How much of what must be answered is answered: defaults count, as they stand for an answer. */
export function briefProgress(
  fields: readonly BriefField[],
  brief: Readonly<Record<string, string | readonly string[]>>,
): { answered: number; asked: number } {
  const asked = fields.filter(({ required }) => required);
  const isAnswered = (value: string | readonly string[] = '') =>
    typeof value === 'string' ? value.trim() !== '' : value.length > 0;
  return { answered: asked.filter(({ key }) => isAnswered(brief[key])).length, asked: asked.length };
}

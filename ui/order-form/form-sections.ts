import type { BriefField } from '#contract/catalogue/product.ts';
import { errorOf, type FormErrors } from '#ui/use-form.ts';

export type BriefSection = { title: string; lead: string; fields: BriefField[] };

const brandKeys = new Set(['brandName', 'website', 'offer', 'story', 'audience']);
const partKeys = new Set(['platforms', 'items', 'topics']);

/**
 * The brief in short sections. A service asks first for required, then for optional answers; a
 * bundle asks once for the brand, then for each part's answers, then for the tone of all.
 */
export function briefSections(kind: 'service' | 'bundle', fields: readonly BriefField[]): BriefSection[] {
  const sections: BriefSection[] =
    kind === 'bundle'
      ? [
          {
            title: 'Your brand',
            lead: 'We use this for every item in the bundle.',
            fields: fields.filter(({ key }) => brandKeys.has(key)),
          },
          {
            title: 'What to write about',
            lead: 'Where you post, what you offer and what’s new.',
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
            title: 'Anything else?',
            lead: 'Everything in this section is optional.',
            fields: fields.filter(({ required }) => !required),
          },
        ];
  return sections.filter((section) => section.fields.length > 0);
}

/** The number of required answers that are valid now; defaults count as answers. */
export function briefProgress(
  fields: readonly BriefField[],
  errors: FormErrors,
): { answered: number; asked: number } {
  const asked = fields.filter(({ required }) => required);
  const answered = asked.filter(({ key }) => errorOf(errors, `brief.${key}`) === undefined);
  return { answered: answered.length, asked: asked.length };
}

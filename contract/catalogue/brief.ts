import * as z from 'zod/mini';
import type { BriefField, ListField, MultiselectField, Product, SelectField, TextField } from './product.ts';
import { addProblem, codePoints, countWords, quoteLabel, text, webAddress } from '#contract/text.ts';

/** A customer's brief: one value per field of the product. */
export type Brief = Record<string, string | string[]>;

const few = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function textField(field: TextField) {
  const rule = {
    label: field.label,
    min: field.required ? Math.max(1, field.min ?? 1) : (field.min ?? 0),
    max: field.max,
    lines: field.type === 'textarea' || field.type === 'longtext',
    ...(field.emptyMessage ? { emptyMessage: field.emptyMessage } : {}),
  };
  const schema = field.type === 'url' ? webAddress(rule) : text(rule);
  return schema.check(
    z.check((context) => {
      const { value } = context;
      if (value === '' || context.issues.length > 0) return;
      if (field.pattern && !new RegExp(field.pattern, 'u').test(value))
        addProblem(
          context,
          [],
          field.patternMessage ?? `${quoteLabel(field.label)} contains characters we can’t use`,
        );
      const words = field.minWords || field.maxWords ? countWords(value) : 0;
      if (field.minWords && words < field.minWords)
        addProblem(
          context,
          [],
          `${quoteLabel(field.label)} must be at least ${field.minWords} words. It has ${words} now`,
        );
      if (field.maxWords && words > field.maxWords)
        addProblem(
          context,
          [],
          `Keep ${quoteLabel(field.label)} to ${field.maxWords.toLocaleString('en-US')} words or fewer. It has ${words.toLocaleString('en-US')} now`,
        );
    }),
  );
}

function selectField(field: SelectField) {
  const values = field.options.map((option) => option.value);
  const message = field.emptyMessage ?? `Select ${field.label.toLowerCase()}`;
  const known = z.enum(values as [string, ...string[]], { error: message });
  return field.required ? known : z.union([z.literal(''), known], { error: message });
}

function multiselectField(field: MultiselectField) {
  const message = field.emptyMessage ?? `Select at least ${few(field.minItems, 'item')}`;
  const label = quoteLabel(field.label);
  return z
    .array(z.enum(field.options.map((option) => option.value) as [string, ...string[]], { error: message }), {
      error: message,
    })
    .check(
      z.check((context) => {
        const { value } = context;
        if (value.length < (field.required ? field.minItems : 0)) addProblem(context, [], message);
        else if (value.length > field.maxItems)
          addProblem(context, [], `Choose up to ${field.maxItems} in ${label}`);
        else if (new Set(value).size < value.length)
          addProblem(context, [], `Select each option in ${label} only once`);
      }),
    );
}

function listField(field: ListField) {
  const label = quoteLabel(field.label);
  const noun = field.type === 'lines' ? 'line' : 'term';
  const emptyMessage = field.emptyMessage ?? `Enter ${field.label.toLowerCase()}`;
  const item = text({ label: `Each ${noun} under ${label}`, max: field.itemMax, emptyMessage });
  const tooShort = (value: string, index: number) =>
    `${noun === 'line' ? 'Line' : 'Term'} ${index + 1}, “${[...value].slice(0, 30).join('')}”: ${
      noun === 'line' ? 'add a few facts' : 'write it out'
    } (at least ${few(field.itemMin, 'character')})`;
  return z.array(item, { error: emptyMessage }).check(
    z.check((context) => {
      const { value } = context;
      const min = field.required ? field.minItems : 0;
      if (value.length < min) addProblem(context, [], emptyMessage);
      else if (typeof field.maxItems === 'number' && value.length > field.maxItems)
        addProblem(
          context,
          [],
          `${label}: list up to ${few(field.maxItems, noun)}. You’ve listed ${value.length}`,
        );
      else if (field.max && value.reduce((sum, line) => sum + codePoints(String(line)), 0) > field.max)
        addProblem(
          context,
          [],
          `${label} must be ${field.max.toLocaleString('en-US')} characters or fewer in total`,
        );
      for (const [index, line] of value.entries())
        if (codePoints(String(line)) < field.itemMin)
          addProblem(context, [index], tooShort(String(line), index));
    }),
  );
}

function fieldSchema(field: BriefField): z.ZodMiniType<string | string[], string | string[]> {
  switch (field.type) {
    case 'select':
      return selectField(field);
    case 'multiselect':
      return multiselectField(field);
    case 'lines':
    case 'tags':
      return listField(field);
    default:
      return textField(field);
  }
}

/** The schema of a brief with these fields. An omitted optional field becomes empty. */
export function briefSchema(fields: readonly BriefField[]) {
  return z.strictObject(
    Object.fromEntries(
      fields.map((field) => {
        const schema = fieldSchema(field);
        const empty = isList(field) ? [] : '';
        return [field.key, field.required ? schema : z._default(schema, empty)];
      }),
    ),
    { error: 'Fill out the brief' },
  );
}

export const isList = (field: BriefField): boolean =>
  field.type === 'lines' || field.type === 'tags' || field.type === 'multiselect';

/** An empty form's brief: the catalogue's defaults; other fields are empty. */
export function emptyBrief(fields: readonly BriefField[]): Brief {
  return Object.fromEntries(
    fields.map((field) => [
      field.key,
      isList(field) ? [] : field.type === 'select' ? (field.default ?? '') : '',
    ]),
  );
}

/** The number of items in each list of the brief, for options that are priced per item. */
export function itemCounts(fields: readonly BriefField[], brief: Brief): Record<string, number> {
  return Object.fromEntries(
    fields
      .filter(isList)
      .map((field) => [field.key, Array.isArray(brief[field.key]) ? brief[field.key]!.length : 0]),
  );
}

/** The variant for a text of this many words: the first that is long enough, or the last. */
export function variantForWords(product: Pick<Product, 'variants'>, words: number): string {
  const fitting = product.variants.find((variant) => words <= (variant.maxWords ?? Infinity));
  return (fitting ?? product.variants.at(-1))?.value ?? '';
}

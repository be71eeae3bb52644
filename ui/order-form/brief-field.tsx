import type { BriefField, MultiselectField, TextField as TextRule } from '#contract/catalogue/product.ts';
import { countWords } from '#contract/text.ts';
import { CheckChips, RadioChips } from '#ui/choices.tsx';
import { FieldGroup } from '#ui/field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { LinesField, TagsField } from './list-fields.tsx';
import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';

/** Up to this many options are shown as buttons; more options are shown as a list. */
const openOptions = 6;

type Props = {
  id: string;
  field: BriefField;
  value: string | string[];
  onValue: (value: string | string[]) => void;
  error: string | undefined;
  product: Pick<ProductFormModel, 'quantity' | 'unit'>;
  quantity: number;
  onQuantity: (quantity: number) => void;
};

function hintOf(field: BriefField) {
  const example = 'example' in field ? field.example : undefined;
  const { help } = field;
  if (help === undefined && example === undefined) return undefined;
  return (
    <>
      {help}
      {example !== undefined && <span className="block">For example: {example}</span>}
    </>
  );
}

function wordNote(field: TextRule, value: string): string | undefined {
  if (field.maxWords === undefined) return undefined;
  const words = countWords(value);
  if (words > 0 && field.minWords !== undefined && words < field.minWords)
    return `${words} of at least ${field.minWords} words`;
  return `${words.toLocaleString('en-US')} ${words === 1 ? 'word' : 'words'} (up to ${field.maxWords.toLocaleString('en-US')})`;
}

function chosenNote(field: MultiselectField, chosen: number): string | undefined {
  const most = field.maxItems;
  if (chosen === 0 || most >= field.options.length) return undefined;
  return chosen > most
    ? `${chosen} ${field.counted} selected. Choose up to ${most}`
    : `${chosen} selected (up to ${most} ${field.counted})`;
}

/** The control for each kind of brief field. */
export function BriefFieldControl({
  id,
  field,
  value,
  onValue,
  error,
  product,
  quantity,
  onQuantity,
}: Props) {
  const optional = !field.required;
  const hint = hintOf(field);
  const text = Array.isArray(value) ? '' : value;
  const list = Array.isArray(value) ? value : [];
  const common = { id, label: field.label, optional, hint, error };

  switch (field.type) {
    case 'text':
      return <TextField {...common} value={text} onValue={onValue} max={field.max} />;
    case 'url':
      return (
        <TextField
          {...common}
          type="url"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onValue={onValue}
          max={field.max}
        />
      );
    case 'textarea':
      return (
        <TextArea
          {...common}
          value={text}
          onValue={onValue}
          min={field.min}
          max={field.max}
          rows={field.max > 1000 ? 6 : 3}
        />
      );
    case 'longtext':
      return (
        <TextArea
          {...common}
          value={text}
          onValue={onValue}
          max={field.max}
          rows={12}
          note={wordNote(field, text)}
        />
      );
    case 'select':
      return field.options.length <= openOptions ? (
        <FieldGroup {...common}>
          <RadioChips id={id} name={id} options={field.options} value={text} onValue={onValue} />
        </FieldGroup>
      ) : (
        <SelectField
          {...common}
          options={field.options}
          emptyLabel={field.default === undefined ? 'Choose one' : undefined}
          value={text}
          onValue={onValue}
        />
      );
    case 'multiselect':
      if (field.maxItems === 1)
        return (
          <FieldGroup {...common}>
            <RadioChips
              id={id}
              name={id}
              options={field.options}
              value={list[0] ?? ''}
              onValue={(chosen) => onValue([chosen])}
            />
          </FieldGroup>
        );
      return (
        <FieldGroup {...common} note={chosenNote(field, list.length)}>
          <CheckChips id={id} name={id} options={field.options} values={list} onValues={onValue} />
        </FieldGroup>
      );
    case 'lines':
      return (
        <LinesField
          {...{ id, field, hint, error }}
          values={list}
          onValues={onValue}
          {...(field.maxItems === 'quantity'
            ? { ordered: { quantity, unit: product.unit, bounds: product.quantity, onQuantity } }
            : {})}
        />
      );
    case 'tags':
      return <TagsField {...{ id, field, hint, error }} values={list} onValues={onValue} />;
  }
}

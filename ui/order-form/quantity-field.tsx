import { Minus, Plus } from 'lucide';
import { RadioChips } from '#ui/choices.tsx';
import { Field, FieldGroup } from '#ui/field.tsx';
import { usePrehydrationInput } from '#ui/use-prehydration-input.ts';
import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { Icon } from '#ui/icon.tsx';

type Props = {
  id: string;
  product: Pick<ProductFormModel, 'quantity' | 'unit'>;
  value: number;
  onValue: (value: number) => void;
  error: string | undefined;
};

/** Up to this many numbers are all shown as chips. */
const fewNumbers = 6;

/** A chip for each number when there are few; otherwise presets beside a number field. */
export function QuantityField({ id, product, value, onValue, error }: Props) {
  const { quantity, unit } = product;
  const { min, max, presets } = quantity;
  const type = (typed: string) => onValue(/^\d{1,4}$/.test(typed) ? Number(typed) : Number.NaN);
  const early = usePrehydrationInput<HTMLInputElement>((box) => {
    if (box.value !== String(value)) type(box.value);
  });
  if (min === max) return null;
  const label = `How many ${unit.many}?`;
  const areFew = max - min < fewNumbers;
  const shown = areFew ? Array.from({ length: max - min + 1 }, (_, index) => min + index) : presets;
  const options = shown.map((number) => ({ value: String(number), label: String(number) }));
  const chips = (chipsId: string) => (
    <RadioChips
      id={chipsId}
      name="quantity"
      options={options}
      value={String(value)}
      onValue={(preset) => onValue(Number(preset))}
    />
  );
  if (areFew)
    return (
      <FieldGroup id={id} label={label} error={error}>
        {chips(id)}
      </FieldGroup>
    );

  const step = (by: number) =>
    onValue(Math.min(max, Math.max(min, (Number.isInteger(value) ? value : min) + by)));
  const button =
    'grid size-12 flex-none place-items-center rounded-control border-[1.5px] border-control hover:border-ink';
  return (
    <Field id={id} label={label} hint={`From ${min} to ${max}.`} error={error}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div data-repeats className="flex flex-wrap gap-1.5">
            <button type="button" className={button} aria-label="Fewer" onClick={() => step(-1)}>
              <Icon of={Minus} />
            </button>
            <input
              ref={early}
              {...control}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              className="control figures w-20 text-center"
              value={Number.isNaN(value) ? '' : value}
              onChange={(event) => type(event.target.value)}
            />
            <button type="button" className={button} aria-label="More" onClick={() => step(1)}>
              <Icon of={Plus} />
            </button>
          </div>
          <fieldset>
            <legend className="sr-only">Quick choices</legend>
            {chips(`${id}-presets`)}
          </fieldset>
        </div>
      )}
    </Field>
  );
}

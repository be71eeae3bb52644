import { formatPrice } from '#contract/money.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import type { ProductOption } from '#contract/catalogue/product.ts';
import { CardChoice } from '#ui/choices.tsx';
import { FieldGroup } from '#ui/field.tsx';
import { fieldId } from '#ui/error-summary.tsx';
import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { quoteForm } from './quote.ts';

type Props = {
  form: string;
  product: ProductFormModel;
  details: OrderDetails;
  onOption: (key: string, value: boolean | string) => void;
};

/** The price an option adds to the current line, without express. */
function added(
  product: ProductFormModel,
  details: OrderDetails,
  key: string,
  value: boolean | string,
): string {
  const plain = { ...details, express: false };
  const price = (options: OrderDetails['options']) => quoteForm(product, { ...plain, options })?.amount;
  const { [key]: _, ...others } = details.options;
  const [chosen, without] = [price({ ...others, [key]: value }), price(others)];
  // no price without a quantity
  if (chosen === undefined || without === undefined) return '';
  const difference = chosen - without;
  return difference === 0 ? 'included' : `+${formatPrice(difference)}`;
}

const extraDays = (days: number | undefined) =>
  days ? ` Adds ${days} business day${days === 1 ? '' : 's'}.` : '';

export function OptionFields({ form, product, details, onOption }: Props) {
  const choices = product.options.filter((option) => option.type === 'choice');
  const extras = product.options.filter((option) => option.type === 'boolean');
  return (
    <>
      {choices.map((option) => (
        <ChoiceField key={option.key} {...{ form, product, details, onOption, option }} />
      ))}
      {extras.length > 0 && (
        <div className="flex flex-col gap-2">
          {extras.map(({ key, label, help, days }) => (
            <CardChoice
              key={key}
              id={fieldId(form, `options.${key}`)}
              type="checkbox"
              name={key}
              checked={details.options[key] === true}
              onChecked={(checked) => onOption(key, checked)}
              title={label}
              hint={`${help ?? ''}${extraDays(days)}`}
              aside={added(product, details, key, true)}
            />
          ))}
        </div>
      )}
    </>
  );
}

function ChoiceField({
  form,
  product,
  details,
  onOption,
  option,
}: Props & { option: Extract<ProductOption, { type: 'choice' }> }) {
  const id = fieldId(form, `options.${option.key}`);
  return (
    <FieldGroup id={id} label={option.label} hint={option.help}>
      <div className="flex flex-col gap-2">
        {option.choices.map(({ value, label, help, days }, index) => (
          <CardChoice
            key={value}
            id={index === 0 ? id : undefined}
            type="radio"
            name={option.key}
            value={value}
            checked={(details.options[option.key] ?? option.default) === value}
            onChecked={() => onOption(option.key, value)}
            title={label}
            hint={`${help ?? ''}${extraDays(days)}`}
            aside={added(product, details, option.key, value)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

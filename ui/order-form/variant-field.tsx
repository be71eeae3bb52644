import { formatPrice } from '#contract/money.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { initialDetails, type ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { CardChoice } from '#ui/choices.tsx';
import { FieldGroup } from '#ui/field.tsx';
import { quoteForm } from './quote.ts';

/** Whether the customer chooses a variant. */
export const hasVariants = (product: ProductFormModel) =>
  product.variants.length > 1 && !product.variantDerivedFrom;

/** "$14 each, $70 for 5"; only "$70 for 5" when the total isn't divisible by the quantity. */
function shownPrice(total: number | undefined, quantity: number): string | undefined {
  if (total === undefined) return undefined;
  const whole = formatPrice(total);
  if (quantity === 1) return whole;
  const each = total % quantity === 0 ? `${formatPrice(total / quantity)} each, ` : '';
  return `${each}${whole} for ${quantity}`;
}

/** The variants as choices, each with its price for the chosen quantity. */
export function VariantField({
  id,
  product,
  details,
  onValue,
  error,
}: {
  id: string;
  product: ProductFormModel;
  details: OrderDetails;
  onValue: (variant: string) => void;
  error: string | undefined;
}) {
  if (!hasVariants(product)) return null;
  const { quantity } = details;
  // prices without the extras, as in the price list
  const priceOf = (variant: string) =>
    quoteForm(product, { ...initialDetails(product), quantity, variant })?.amount;
  return (
    <FieldGroup id={id} label={product.variantLabel ?? 'Kind'} error={error}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-3">
        {product.variants.map((variant, index) => (
          <CardChoice
            key={variant.value}
            id={index === 0 ? id : undefined}
            type="radio"
            name="variant"
            value={variant.value}
            checked={details.variant === variant.value}
            onChecked={() => onValue(variant.value)}
            title={variant.label}
            hint={variant.hint}
            aside={shownPrice(priceOf(variant.value), quantity)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

import { formatMoney } from '#contract/money.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { CardChoice } from '#ui/choices.tsx';
import { FieldGroup } from '#ui/field.tsx';
import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { deliveryWords, quoteForm } from './quote.ts';

/** Normal and express as two choices, each with its date and price. */
export function ExpressField({
  id,
  product,
  details,
  now,
  onExpress,
  error,
}: {
  id: string;
  product: ProductFormModel;
  details: OrderDetails;
  now: Date | undefined;
  onExpress: (express: boolean) => void;
  error: string | undefined;
}) {
  const [normal, express] = [false, true].map((choice) =>
    quoteForm(product, { ...details, express: choice }),
  );
  if (!normal?.canBeExpress || !express) return null;
  const chosen = details.express;
  const when = (days: number) => deliveryWords(now, days).when;
  return (
    <FieldGroup id={id} label="When do you need it?" hint="Dates assume you pay now." error={error}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-2">
        <CardChoice
          id={id}
          type="radio"
          name="express"
          value="no"
          checked={!chosen}
          onChecked={() => onExpress(false)}
          title={when(normal.days)}
          hint={`Standard, ${formatMoney(normal.amount)}`}
        />
        <CardChoice
          type="radio"
          name="express"
          value="yes"
          checked={chosen}
          onChecked={() => onExpress(true)}
          title={when(express.days)}
          hint={`Express, ${formatMoney(express.amount)}`}
        />
      </div>
    </FieldGroup>
  );
}

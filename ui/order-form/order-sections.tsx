import type { ReactNode } from 'react';
import { variantForWords } from '#contract/catalogue/brief.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { countWords } from '#contract/text.ts';
import { fieldId } from '#ui/error-summary.tsx';
import { errorOf, type FormErrors } from '#ui/use-form.ts';
import { BriefFieldControl } from './brief-field.tsx';
import { ExpressField } from './express-field.tsx';
import { briefSections } from './form-sections.ts';
import { OptionFields } from './option-fields.tsx';
import { QuantityField } from './quantity-field.tsx';
import { quoteForm } from './quote.ts';
import { hasVariants, VariantField } from './variant-field.tsx';

/** Adjusts dependent values: sets the variant by the text's length, and turns express off when it isn't faster. */
export function settled(product: ProductFormModel, details: OrderDetails): OrderDetails {
  const derived = product.variantDerivedFrom;
  const variant = derived
    ? variantForWords(product, countWords(String(details.brief[derived.field] ?? '')))
    : details.variant;
  const next = { ...details, variant };
  const quoted = quoteForm(product, next);
  return quoted && !quoted.canBeExpress ? { ...next, express: false } : next;
}

/** The fields of a product's form in page order, as the error summary lists them. */
export const orderFields = (product: ProductFormModel): string[] => [
  'quantity',
  'variant',
  ...product.fields.map(({ key }) => `brief.${key}`),
  ...product.options.map(({ key }) => `options.${key}`),
  'express',
];

type Section = { id: string; title: string; lead: string; body: ReactNode };

/**
 * The form of a product in sections, with all its fields. `latest`: the newest values, also before they are rendered. `set`: gets the
 * changed values and the names of their fields. `now`: undefined until the browser knows it.
 */
export function orderSections({
  form,
  product,
  values,
  latest,
  errors,
  now,
  set,
}: {
  form: string;
  product: ProductFormModel;
  values: OrderDetails;
  latest: { readonly current: OrderDetails };
  errors: FormErrors;
  now: Date | undefined;
  set: (change: Partial<OrderDetails>, ...fields: string[]) => void;
}): Section[] {
  /** Props that connect a control with its errors. */
  const of = (field: string) => ({ id: fieldId(form, field), error: errorOf(errors, field) });
  const sections: Section[] = briefSections(product.kind, product.fields).map(({ title, lead, fields }) => ({
    id: title,
    title,
    lead,
    body: fields.map((field) => (
      <BriefFieldControl
        key={field.key}
        {...of(`brief.${field.key}`)}
        field={field}
        value={values.brief[field.key] ?? ''}
        onValue={(value) =>
          set({ brief: { ...latest.current.brief, [field.key]: value } }, `brief.${field.key}`)
        }
        product={product}
        quantity={values.quantity}
        onQuantity={(quantity) => set({ quantity }, 'quantity', `brief.${field.key}`)}
      />
    )),
  }));
  if (hasVariants(product) || product.quantity.min < product.quantity.max)
    sections.unshift({
      id: 'amount',
      title: 'What you need',
      lead: '',
      body: (
        <>
          <VariantField
            {...of('variant')}
            product={product}
            details={values}
            onValue={(variant) => set({ variant }, 'variant')}
          />
          <QuantityField
            {...of('quantity')}
            product={product}
            value={values.quantity}
            onValue={(quantity) => set({ quantity }, 'quantity')}
          />
        </>
      ),
    });
  sections.push({
    id: 'extras',
    title: quoteForm(product, values)?.canBeExpress === false ? 'Extras' : 'Extras and delivery date',
    lead: '',
    body: (
      <>
        <OptionFields
          form={form}
          product={product}
          details={values}
          onOption={(key, value) =>
            set({ options: { ...latest.current.options, [key]: value } }, `options.${key}`)
          }
        />
        <ExpressField
          {...of('express')}
          product={product}
          details={values}
          now={now}
          onExpress={(express) => set({ express }, 'express')}
        />
      </>
    ),
  });
  return sections;
}

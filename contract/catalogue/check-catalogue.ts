import type { BundleEntry, CatalogueDocument, ServiceEntry } from './product.ts';

type Path = (string | number)[];
type Report = (path: Path, message: string) => void;

function checkUnique(values: readonly unknown[], at: (index: number) => Path, report: Report): void {
  for (const [index, value] of values.entries())
    if (values.indexOf(value) < index) report(at(index), `“${String(value)}” is already used`);
}

function checkFields(
  fields: ServiceEntry['fields'],
  optionSets: CatalogueDocument['optionSets'],
  report: Report,
): void {
  checkUnique(
    fields.map(({ key }) => key),
    (index) => ['fields', index, 'key'],
    report,
  );
  for (const [index, field] of fields.entries()) {
    if (field.type !== 'select' && field.type !== 'multiselect') continue;
    const { optionSet } = field;
    const options = optionSet === undefined ? field.options : optionSets[optionSet];
    if (!options || options.length < 2)
      report(
        ['fields', index, optionSet === undefined ? 'options' : 'optionSet'],
        'There must be at least two options',
      );
    else if (field.type === 'select' && field.default !== undefined)
      if (options.every(({ value }) => value !== field.default))
        report(['fields', index, 'default'], `No option has the value “${field.default}”`);
  }
}

function checkOptions(
  options: ServiceEntry['pricing']['options'],
  variants: readonly string[],
  fields: ServiceEntry['fields'],
  report: Report,
): void {
  checkUnique(
    options.map(({ key }) => key),
    (index) => [index, 'key'],
    report,
  );
  for (const [index, option] of options.entries()) {
    if (option.type === 'derived' && fields.every(({ key }) => key !== option.from))
      report([index, 'from'], `No field has the key “${option.from}”`);
    if (option.type !== 'choice') continue;
    if (option.choices.every(({ value }) => value !== option.default))
      report([index, 'default'], `No choice has the value “${option.default}”`);
    for (const [place, { cents }] of option.choices.entries())
      for (const variant of Object.keys(cents))
        if (!variants.includes(variant))
          report([index, 'choices', place, 'cents'], `No variant has the value “${variant}”`);
  }
}

function checkService(service: ServiceEntry, report: Report): void {
  const { quantity, pricing, delivery, fields } = service;
  const { variants, variantDerivedFrom } = pricing;
  for (const amount of [quantity.default, ...quantity.presets])
    if (amount < quantity.min || amount > quantity.max)
      report(['quantity'], `${amount} is not between the smallest and the largest quantity`);
  checkUnique(
    variants.map(({ value }) => value),
    (index) => ['pricing', 'variants', index, 'value'],
    report,
  );
  if (variants.filter((variant) => variant.default).length > 1)
    report(['pricing', 'variants'], 'Only one variant can be the default');
  for (const [index, { value, tiers }] of variants.entries()) {
    for (const [place, { from, to }] of tiers.entries()) {
      const next = (tiers[place - 1]?.to ?? 0) + 1;
      const path = ['pricing', 'variants', index, 'tiers', place];
      if (from !== next)
        report([...path, 'from'], `Must be ${next}: tiers must start at 1 and leave no gaps`);
      if (to < from) report([...path, 'to'], `Must be ${from} or more`);
    }
    if (tiers.at(-1)!.to !== quantity.max)
      report(
        ['pricing', 'variants', index, 'tiers'],
        `The last tier must end at the largest quantity, ${quantity.max}`,
      );
    if (delivery.baseDays[value] === undefined)
      report(['delivery', 'baseDays'], `There is no delivery time for the variant “${value}”`);
  }
  if (variantDerivedFrom && fields.every(({ key }) => key !== variantDerivedFrom.field))
    report(['pricing', 'variantDerivedFrom', 'field'], `No field has the key “${variantDerivedFrom.field}”`);
}

function checkBundle(bundle: BundleEntry, services: readonly ServiceEntry[], report: Report): void {
  for (const [index, item] of bundle.items.entries()) {
    const at = (key: string): Path => ['items', index, key];
    const service = services.find(({ orderType }) => orderType === item.orderType);
    if (!service) {
      report(at('orderType'), `No service has the order type ${item.orderType}`);
      continue;
    }
    const { title, pricing, quantity } = service;
    if (service.retired && !bundle.retired)
      report(
        at('orderType'),
        `${bundle.title} is for sale and contains ${title}, which is retired. Retire both`,
      );
    if (pricing.variants.every(({ value }) => value !== item.variant))
      report(at('variant'), `${title} has no variant “${item.variant}”`);
    // a service whose quantity is at most 1 (the analyzer) can be several order lines
    if (quantity.max > 1 && item.quantity > quantity.max)
      report(at('quantity'), `A bundle can contain at most ${quantity.max} of ${title}`);
    for (const [key, chosen] of Object.entries(item.options)) {
      const option = pricing.options.find((one) => one.key === key);
      const isKnown =
        option?.type === 'choice'
          ? option.choices.some(({ value }) => value === chosen)
          : option?.type === 'boolean' && typeof chosen === 'boolean';
      if (!isKnown) report(['items', index, 'options', key], `${title} doesn’t have this option`);
    }
  }
}

/** Checks the rules between entries, which an entry's own schema can't. Reports each violation with the path of its value. */
export function checkCatalogue(document: CatalogueDocument, report: Report): void {
  const { services, bundles, optionSets } = document;
  const places: Path[] = [
    ...services.map((_, index) => ['services', index]),
    ...bundles.map((_, index) => ['bundles', index]),
  ];
  const products = [...services, ...bundles];
  for (const key of ['orderType', 'name', 'slug'] as const)
    checkUnique(
      products.map((product) => product[key]),
      (index) => [...places[index]!, key],
      report,
    );
  for (const [index, product] of products.entries()) {
    const reportHere: Report = (path, message) => report([...places[index]!, ...path], message);
    checkFields(product.fields, optionSets, reportHere);
    if ('pricing' in product) {
      checkService(product, reportHere);
      checkOptions(
        product.pricing.options,
        product.pricing.variants.map(({ value }) => value),
        product.fields,
        (path, message) => reportHere(['pricing', 'options', ...path], message),
      );
    } else {
      checkBundle(product, services, reportHere);
      checkOptions(product.options, ['standard'], product.fields, (path, message) =>
        reportHere(['options', ...path], message),
      );
    }
  }
}

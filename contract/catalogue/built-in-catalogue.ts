import { readCatalogue } from './catalogue.ts';
import document from '#contract/catalogue.json' with { type: 'json' };

/** The catalogue of the built pages. Servers receive theirs as a value. */
export const builtInCatalogue = readCatalogue(document);

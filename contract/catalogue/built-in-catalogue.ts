import { readCatalogue } from './catalogue.ts';
import document from '#contract/catalogue.json' with { type: 'json' };

/** The catalogue at build time, for the built pages. Server code gets the current catalogue as a parameter instead. */
export const builtInCatalogue = readCatalogue(document);

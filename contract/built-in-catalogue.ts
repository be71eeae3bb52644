import { readCatalogue } from './catalogue.ts';
import document from './catalogue.json' with { type: 'json' };

/** What the pages are built from. Servers are handed the catalogue they sell by. */
export const builtInCatalogue = readCatalogue(document);

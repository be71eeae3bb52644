import { type Catalogue, CatalogueError, readCatalogue } from '#contract/catalogue/catalogue.ts';
import builtIn from '#contract/catalogue.json' with { type: 'json' };
import { StartError } from './start-error.ts';

/**
 * The catalogue with which the server starts.
 * @throws StartError naming each wrong value
 */
export function loadCatalogue(document: unknown = builtIn): Catalogue {
  try {
    return readCatalogue(document);
  } catch (error) {
    throw error instanceof CatalogueError
      ? new StartError(`contract/catalogue.json: ${error.message}`, { cause: error })
      : error;
  }
}

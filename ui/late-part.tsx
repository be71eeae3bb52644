import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { Button } from './button.tsx';

/** Replaces a part of the page whose script couldn't be loaded. */
const PartNotLoaded = () => (
  <div role="alert" className="flex flex-col items-start gap-3">
    <p>This part of the page couldn’t be loaded. Check your internet connection.</p>
    <Button look="quiet" small onClick={() => window.location.reload()}>
      Reload the page
    </Button>
  </div>
);

/**
 * A part of a page whose script loads after the page's. If it can't be loaded, a message takes the part's place: an error
 * thrown while React renders the part would replace the whole page.
 */
export const latePart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({
    default: await load().catch((error: unknown) => {
      console.error(error);
      return PartNotLoaded;
    }),
  }));

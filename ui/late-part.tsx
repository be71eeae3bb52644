import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { Button } from './button.tsx';

/** Stands where a part of the page would be, whose script couldn't be loaded. */
const PartNotLoaded = () => (
  <div role="alert" className="flex flex-col items-start gap-3">
    <p>This part of the page couldn’t be loaded. Check your internet connection.</p>
    <Button look="quiet" small onClick={() => window.location.reload()}>
      Reload the page
    </Button>
  </div>
);

/**
 * A part of a page, whose script loads after the page's. If it can't be loaded, a sentence stands in its place: a part that fails as React
 * renders it would replace the whole page with an error.
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

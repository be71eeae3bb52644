type Modules = Record<string, unknown>;

/**
 * Stands in for React Router's own loading of a page's script (an alias in vite.config.ts). When it fails, React Router
 * reloads the page one is on, which without a network ends at the browser's own error. Here a component that throws stands for the
 * page: the error boundary answers, which knows where one was going (page-not-loaded.tsx). An error thrown here would be lost
 * where the page has a loader, and leave it blank.
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Modules,
): Promise<unknown> {
  try {
    return (loaded[route.id] ??= await import(/* @vite-ignore */ route.module));
  } catch (error) {
    return {
      default() {
        throw error;
      },
    };
  }
}

type Modules = Record<string, unknown>;

/**
 * Stands in for React Router's own loading of a page's script (an alias in vite.config.ts). When it fails, React Router
 * reloads the page one is on, which without a network ends at the browser's own error; this lets the error boundary answer,
 * which knows where one was going (page-not-loaded.tsx).
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Modules,
): Promise<unknown> {
  return (loaded[route.id] ??= await import(/* @vite-ignore */ route.module));
}

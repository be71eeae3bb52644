type Modules = Record<string, unknown>;

/**
 * Replaces React Router's loading of a page's script (an alias in vite.config.ts). When loading fails, React Router
 * reloads the current page, which without a network shows the browser's own error. This version returns a component that throws:
 * the error boundary knows the target page (page-not-loaded.tsx). An error thrown here would be lost
 * on pages with a loader and leave them blank.
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

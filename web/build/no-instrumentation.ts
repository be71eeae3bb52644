/**
 * Stands in for React Router's own hooks for tracing (an alias in vite.config.ts), which run only for a router that is
 * given instrumentations. Ours is not: on every page about 1 KB less. The build fails when React Router wants more.
 */
const neverCalled = (): never => {
  throw new Error('The router is built without instrumentation');
};

export const getRouteInstrumentationUpdates = neverCalled;
export const instrumentClientSideRouter = neverCalled;
export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined;

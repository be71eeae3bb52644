/**
 * Replaces React Router's tracing hooks (an alias in vite.config.ts), which run only with configured
 * instrumentations. The shop has none, which saves about 1 KB per page. The build fails when React Router needs more exports.
 */
const neverCalled = (): never => {
  throw new Error('The router is built without instrumentation');
};

export const getRouteInstrumentationUpdates = neverCalled;
export const instrumentClientSideRouter = neverCalled;
export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined;

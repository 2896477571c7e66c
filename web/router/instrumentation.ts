/** Takes the place of the router's own: nothing here is instrumented. */
export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined

/** Never called: the router asks for it only when it was given instrumentations. */
export const getRouteInstrumentationUpdates = () => ({})

/** Never called either. */
export const instrumentClientSideRouter = <Router>(router: Router): Router => router

/** Takes the place of the router's own search for routes: all addresses are known from the first page on. */
export const isFogOfWarEnabled = () => false

/** Never called: it is asked for only where routes are searched for. */
export const getPartialManifest = <Manifest>(manifest: Manifest): Manifest => manifest

/** None: no route is found later. */
export const getPatchRoutesOnNavigationFunction = (): undefined => undefined

/** Watches no links. */
export const useFogOFWarDiscovery = (): void => {}

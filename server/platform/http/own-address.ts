import { type Config, isThisMachine } from '../../config.ts'

/** The address that this site has, and whether it is a demo. */
export type Site = Pick<Config, 'publicUrl' | 'mode'>

/**
 * Whether an address is of this site: of PUBLIC_URL, and in demo mode of any name of this machine, at the port at which
 * a request reached it (its `Host`). What is shown at localhost is the same at 127.0.0.1, also behind a forwarded port.
 */
export const isOwnAddress = (address: URL, { publicUrl, mode }: Site, host: string | undefined): boolean =>
  address.host === new URL(publicUrl).host ||
  (mode === 'demo' && isThisMachine(address.hostname) && address.port === portOf(host))

const portOf = (host = '') => URL.parse(`http://${host}`)?.port

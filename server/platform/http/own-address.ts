import { type Config, isThisMachine } from '../../config.ts'

/** The address of this site, and whether it is a demo. */
export type Site = Pick<Config, 'publicUrl' | 'mode'>

/**
 * Whether an address belongs to this site: to PUBLIC_URL and, in demo mode, to any name of this machine at the port of
 * the request's `Host`. A page at localhost is also the page at 127.0.0.1, even behind a forwarded port.
 */
export const isOwnAddress = (address: URL, { publicUrl, mode }: Site, host: string | undefined): boolean =>
  address.host === new URL(publicUrl).host ||
  (mode === 'demo' && isThisMachine(address.hostname) && address.port === portOf(host))

const portOf = (host = '') => URL.parse(`http://${host}`)?.port

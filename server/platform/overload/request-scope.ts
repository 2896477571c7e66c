import { AsyncLocalStorage } from 'node:async_hooks'

import ipaddr from 'ipaddr.js'

/** The admitted request that the current work belongs to. Jobs and health checks have none. */
interface RequestScope {
  /** Aborted when nobody waits for the work any more; set only for work that may be aborted. */
  signal?: AbortSignal | undefined
  /** Releases the request's slot before its answer is ready. */
  leaveSlot?: (() => void) | undefined
}

export const requestScope = new AsyncLocalStorage<RequestScope>()

/** The signal of the current work, for adapters that can abort it. */
export const currentSignal = (): AbortSignal | undefined => requestScope.getStore()?.signal

/** Releases the slot of the current request, when all that remains is to wait for another company's server. */
export const leaveSlot = (): void => requestScope.getStore()?.leaveSlot?.()

/**
 * The client for the queue and the rate limits: an IPv4 address, or the /64 network of an IPv6 address, because one
 * customer has all of it.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).map(inHex).join(':') : ip.toString()
}

const inHex = (part: number) => part.toString(16)

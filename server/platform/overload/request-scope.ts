import { AsyncLocalStorage } from 'node:async_hooks'

import ipaddr from 'ipaddr.js'

/** What the work under way belongs to: a request that was admitted. Jobs and checks of health have none. */
interface RequestScope {
  /** Aborted when nobody waits for the work any more; only work that may be broken off has one. */
  signal?: AbortSignal | undefined
  /** Gives the request's slot back before its answer is ready. */
  leaveSlot?: (() => void) | undefined
}

export const requestScope = new AsyncLocalStorage<RequestScope>()

/** The signal of the work under way, for an adapter that can break it off. */
export const currentSignal = (): AbortSignal | undefined => requestScope.getStore()?.signal

/** Lets the next request in: what remains of the one under way is to wait for somebody else's server. */
export const leaveSlot = (): void => requestScope.getStore()?.leaveSlot?.()

/** Who counts as one client, in the queue and in rate limits: an IPv4 address, or the /64 network of an IPv6 one, because one customer has all of it. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).map(inHex).join(':') : ip.toString()
}

const inHex = (part: number) => part.toString(16)

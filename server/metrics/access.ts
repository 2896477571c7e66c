import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

import { sameText } from '../http/signed-link.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** What a proxy adds about the client it speaks for. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Who may read the metrics: the holder of the token from anywhere, and this machine itself. The socket's own address
 * counts, and no request that a proxy passed on: behind one everybody comes from this machine.
 */
export function mayReadMetrics({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  if (headers.authorization !== undefined)
    return token !== undefined && sameText(headers.authorization, `Bearer ${token}`)
  return isLoopback(socket.remoteAddress) && !forwarding.some((name) => name in headers)
}

const isLoopback = (address = '') => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

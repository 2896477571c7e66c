import { isIP } from 'node:net'

import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Reduces the `X-Forwarded-For` of every request to the plain addresses of the hops that are believed, so that
 * `request.ip` is one address however a proxy writes it. A hop that wrote no address hides all before it: the
 * neighbour's address counts instead, and the log warns of it once.
 */
export function readClientAddresses(app: FastifyInstance, trustedProxies: number) {
  let hasWarned = false
  app.addHook('onRequest', async ({ headers, socket, log }) => {
    const forwarded = entriesOf(headers['x-forwarded-for'])
    if (trustedProxies === 0 || forwarded.length === 0) return
    const believed: string[] = []
    for (const entry of forwarded.slice(-trustedProxies).toReversed()) {
      const address = addressIn(entry)
      if (!address) {
        if (!hasWarned) log.warn({ event: 'no client address', forwarded: entry.slice(0, 100) }, noAddress)
        hasWarned = true
        break
      }
      believed.unshift(address)
    }
    // Not removed when nothing is left: that the request came through a proxy must stay known.
    headers['x-forwarded-for'] = believed.length > 0 ? believed.join(', ') : (socket.remoteAddress ?? '')
  })
}

const noAddress =
  'X-Forwarded-For names no address where TRUST_PROXY expects one, so limits count the address of the proxy'

const entriesOf = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/**
 * Returns the address in an entry of `X-Forwarded-For`, in its shortest form; undefined when there is none. Proxies
 * write it with a port, in brackets, in quotes or with the zone of a network card.
 */
export function addressIn(entry: string): string | undefined {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(text)?.[1]
  const address = (bracketed ?? withoutPort(text)).replace(/%[^%]*$/, '')
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/** Without brackets a port is recognised behind an IPv4 address, and behind an IPv6 address of all eight groups. */
const withoutPort = (text: string) =>
  /^([^:]+|(?:[^:]+:){7}[^:]+|::ffff:[^:]+\.[^:]+):\d*$/i.exec(text)?.[1] ?? text

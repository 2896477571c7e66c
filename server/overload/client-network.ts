import ipaddr from 'ipaddr.js'

/** Who counts as one client, in the queue and in rate limits: an IPv4 address, or the /64 network of an IPv6 one, because one customer has all of it. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).map(inHex).join(':') : ip.toString()
}

const inHex = (part: number) => part.toString(16)

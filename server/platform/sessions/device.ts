import ipaddr from 'ipaddr.js'

/** A description by which a member recognises a session. */
export interface Device {
  /** Such as 'Chrome on Windows'; empty when the browser does not say. */
  device: string
  /** First half of the address, such as '103.21.x.x'; the rest is not stored. Empty when unknown. */
  network: string
}

export const unknownDevice: Device = { device: '', network: '' }

/** The device that sends a request. */
export const deviceOf = ({
  ip,
  headers,
}: {
  ip: string
  headers: { 'user-agent'?: string | undefined }
}) => ({
  device: deviceName(headers['user-agent'] ?? ''),
  network: shortened(ip),
})

/** Patterns of browsers. Browsers name others that they resemble, so the more specific ones come first. */
const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['UC Browser', /\bUCBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]

const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** Describes the browser and the system of a user agent, as far as they are known. */
function deviceName(userAgent: string): string {
  const known = userAgent.slice(0, 500)
  const [browser, system] = [browsers, systems].map(
    (names) => names.find(([, mark]) => mark.test(known))?.[0],
  )
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '')
}

function shortened(address: string): string {
  if (!ipaddr.isValid(address)) return ''
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv6)
    return `${ip.parts
      .slice(0, 2)
      .map((part) => part.toString(16))
      .join(':')}:…`
  return `${ip.octets.slice(0, 2).join('.')}.x.x`
}

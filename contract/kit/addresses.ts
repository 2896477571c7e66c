/** Returns an address in its parts, or undefined for what is none. */
export function parsedAddress(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

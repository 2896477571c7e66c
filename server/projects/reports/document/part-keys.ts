/** Returns the name of a part as a key: its escapes are resolved, and upper and lower case are the same. */
export const keyOf = (name: string): string => decoded(name).normalize('NFC').toLowerCase()

/** Resolves the escapes of an address; leaves it as it is when they are none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

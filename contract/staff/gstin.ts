/**
 * Whether a text is a GST identification number: the code of a State, a PAN, the number of the registration, Z, and a
 * check letter over all of them (weights 1 and 2 in turn, digits summed in base 36).
 */
export function isGstin(text: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text)) return false
  const sum = Array.from(text.slice(0, 14)).reduce((total, letter, index) => {
    const weighed = Number.parseInt(letter, 36) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(weighed / 36) + (weighed % 36)
  }, 0)
  return ((36 - (sum % 36)) % 36).toString(36).toUpperCase() === text[14]
}

import { stateCodes } from '../orders/states.ts'

/** Whether a text is a permanent account number: five letters, of which the fourth says what its holder is, four digits, a letter. */
export const isPan = (text: string): boolean => /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/.test(text)

/** What a PAN says its holder is: P a person, H a Hindu undivided family, C a company and so on. */
export const holderOf = (pan: string): string => pan[3]!

/** The State that a GSTIN is registered in; undefined for the few that belong to none. */
export const stateOfGstin = (gstin: string): string | undefined =>
  Object.keys(stateCodes).find((state) => stateCodes[state] === gstin.slice(0, 2))

/** Of the States, and 97 for what belongs to none. */
const codes = new Set([...Object.values(stateCodes), '97'])

/**
 * Whether a text is a GST identification number: the code of a State, a PAN, the number of the registration, Z, and a
 * check letter over all of them (weights 1 and 2 in turn, digits summed in base 36).
 */
export function isGstin(text: string): boolean {
  if (!/^.{12}[1-9A-Z]Z[0-9A-Z]$/.test(text)) return false
  if (!codes.has(text.slice(0, 2)) || !isPan(text.slice(2, 12))) return false
  const sum = Array.from(text.slice(0, 14)).reduce((total, letter, index) => {
    const weighed = Number.parseInt(letter, 36) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(weighed / 36) + (weighed % 36)
  }, 0)
  return ((36 - (sum % 36)) % 36).toString(36).toUpperCase() === text[14]
}

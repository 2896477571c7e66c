import { fieldProblem } from '#contract/kit/problem.ts'

import { hasAddress } from './addresses.ts'
import { undisguised } from './disguises.ts'
import { replaceLinks } from './links.ts'
import { asItLooks } from './look-alikes.ts'
import { hasPhoneNumber } from './phone-numbers.ts'

/**
 * Tells whether a text has a link, an email, a UPI address or a phone number, also one that is disguised by look-alike
 * signs, spaces, brackets, or words for its signs.
 */
export function hasContactDetails(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/[\p{Cf}\p{DI}]/gu, '')
  return [plain, undisguised(asItLooks(text))].some(
    (seen) => replaceLinks(seen, mark).includes(mark) || hasAddress(seen) || hasPhoneNumber(seen),
  )
}
const mark = '\0'

/**
 * Throws invalid_input at the first of these fields that has a contact detail. It is for short texts that everybody
 * sees and nobody reviews; a detail that is spread over the entries of a list counts too.
 */
export function requireNoContactDetails(
  fields: Record<string, string | readonly string[] | undefined>,
): void {
  for (const [field, value = ''] of Object.entries(fields)) {
    const entries = typeof value === 'string' ? [value] : value
    if (!hasContactDetails(entries.join('\n'))) continue
    const entry = entries.find(hasContactDetails) ?? entries.join(', ')
    throw fieldProblem(
      field,
      `“${entry}” reads like a link, an email, a UPI address or a phone number. Everybody sees this: please leave it out.`,
    )
  }
}

/** Replaces the links in a text that somebody else wrote, because mail programs make every address a link. */
export const withoutLinks = (text: string): string => replaceLinks(text, '(link left out)')

import { withPlainDigits } from './digits.ts'
import { limits } from './limits.ts'

/**
 * Returns a typed or pasted phone number without spaces, dashes and brackets, and without +91 or 0 before its ten
 * digits.
 */
export function phoneDigits(typed: string): string {
  const digits = withPlainDigits(typed)
    .replaceAll(/[\s().\p{Pd}]/gu, '')
    .replace(/^\+91/, '')
  return digits.length > limits.phoneDigits ? digits.replace(prefix, '') : digits
}

/** Returns the content of a phone field after a key or paste: at most ten characters. */
export const fieldPhone = (typed: string): string => phoneDigits(typed).slice(0, limits.phoneDigits)

/** Returns the ten digits of an Indian number, and any other text unchanged, such as a foreign number. */
export function contactPhone(typed: string): string {
  const digits = phoneDigits(typed)
  return /^[0-9]{10}$/.test(digits) ? digits : typed
}

/** Matches a prefix, 91 even before the number is complete: mobile numbers begin with 6 to 9. */
const prefix = /^0*(?:91(?=0?[6-9]|[0-9]{10}$))?0?/

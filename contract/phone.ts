import { limits } from './limits.ts'

/** A phone number as it was typed or pasted, without spaces, dashes and brackets, and without the +91 or 0 in front of its ten digits. */
export function phoneDigits(typed: string): string {
  const kept = typed.replaceAll(/[\s().\p{Pd}\p{Cf}]/gu, '').replace(/^\+91/, '')
  return kept.length > limits.phoneDigits ? kept.replace(prefix, '') : kept
}

/** What a field of a phone number holds after every key and paste: at most ten characters. */
export const fieldPhone = (typed: string): string => phoneDigits(typed).slice(0, limits.phoneDigits)

/** The ten digits of an Indian number; any other text as it is, such as a number from abroad. */
export function contactPhone(typed: string): string {
  const digits = phoneDigits(typed)
  return /^[0-9]{10}$/.test(digits) ? digits : typed
}

/** 91 while its number is not complete too: those of mobiles begin with 6 to 9. */
const prefix = /^0*(?:91(?=0?[6-9]|[0-9]{10}$))?0?/

import { z } from 'zod'

/** An email, folded once: trimmed, NFKC, lower case. Without spaces, an @, and a dot-separated domain. */
export const Email = z
  .string({ error: 'Email is required' })
  .transform((text) => text.normalize('NFKC').trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'Email is required')
      .max(254, 'Please enter a valid email address')
      .regex(
        /^[^\s@<>"(),:;[\]\\\p{Cc}\p{Cf}\p{Cs}]+@[^\s@.<>"(),:;[\]\\\p{Cc}\p{Cf}\p{Cs}]+(\.[^\s@.<>"(),:;[\]\\\p{Cc}\p{Cf}\p{Cs}]+)+$/u,
        'Please enter a valid email address',
      ),
  )

/** An http or https address, or nothing. An empty text counts as nothing. */
export const WebLink = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || isWebLink(text), 'Enter a link that starts with http:// or https://')
  .transform((text) => text || null)
  .nullable()

const oneLine = /^[^\p{Cc}\p{Cs}]*$/u

/** A list of short texts: trimmed, empties and repetitions dropped. */
export const words = (most: number, longest: number) =>
  z
    .array(
      z
        .string()
        .trim()
        .max(longest, `Each entry can have at most ${longest} characters`)
        .regex(oneLine, 'Use plain text on one line'),
    )
    .max(most, `At most ${most} entries`)
    .transform((list) => [...new Set(list.filter(Boolean))])

/** One line of text without control characters or halves of characters. */
export const line = (longest: number) =>
  z.string().trim().max(longest, `At most ${longest} characters`).regex(oneLine, 'Use plain text on one line')

/** Text with line breaks, without other control characters. */
export const prose = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `At most ${longest} characters`)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Use plain text')

export const Id = z.uuid()
export const Done = z.object({ success: z.literal(true), message: z.string().optional() })

function isWebLink(text: string): boolean {
  return (
    URL.canParse(text) &&
    ['http:', 'https:'].includes(new URL(text).protocol) &&
    !/[\s\p{Cc}\p{Cs}]/u.test(text)
  )
}

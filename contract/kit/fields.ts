import { parsedAddress } from './addresses.ts'
import { withPlainDigits } from './digits.ts'
import { schemaNames, z } from './zod.ts'

/**
 * A text from outside, the base of all others. A text that is too long is refused before any other check, because those
 * may take quadratic time. `missing`: the message when it is not a text.
 */
export const text = (
  max: number,
  { missing, tooLong = `At most ${max} characters` }: { missing?: string | undefined; tooLong?: string } = {},
) => z.string(missing).max(max, { error: tooLong, abort: true })

/** A list whose length is checked before its entries. `missing`: the message when it is not a list. */
export const list = <Entry extends z.ZodType>(
  entry: Entry,
  max: number,
  { missing, tooMany = `At most ${max} entries` }: { missing?: string; tooMany?: string } = {},
) => {
  const entries = z.array(entry, missing).max(max)
  return z.preprocess((value: z.input<typeof entries>, context) => {
    if (Array.isArray(value) && value.length > max) context.addIssue({ code: 'custom', message: tooMany })
    return value
  }, entries)
}

/** A text of digits, such as a code or the number of an account, typed on any keyboard of India or pasted. */
export const digits = (...[max, messages]: Parameters<typeof text>) =>
  text(max, messages).overwrite(withPlainDigits)

/** A number written as a text, as in queries and forms; an empty one counts as absent. */
export const numeric = z
  .union([digits(40), z.number()], { error: 'Enter a number' })
  .optional()
  .transform((value) => (value === undefined || value === '' ? undefined : Number(value)))

/** An email, normalized once: trimmed, NFKC, lower case. It has no spaces, an @, and a dot-separated domain. */
export const Email = text(254, {
  missing: 'Email is required',
  tooLong: 'Please enter a valid email address',
})
  .transform((email) => email.normalize('NFKC').trim().toLowerCase())
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

/** An http or https address, or null. An empty text counts as null. */
export const WebLink = text(500)
  .trim()
  .refine((link) => link === '' || isWebLink(link), 'Enter a link that starts with http:// or https://')
  .transform((link) => link || null)
  .nullable()

const oneLine = /^[^\p{Cc}\p{Cs}]*$/u

/** A list of short texts: trimmed, without empty ones and repetitions. */
export const words = (maxEntries: number, max: number) =>
  list(
    text(max, { tooLong: `Each entry can have at most ${max} characters` })
      .trim()
      .regex(oneLine, 'Use plain text on one line'),
    maxEntries,
  ).transform((entries) => [...new Set(entries.filter(Boolean))])

/** One line of text without control characters. `missing`: the message when it is not a text. */
export const line = (max: number, missing?: string) =>
  text(max, { missing }).trim().regex(oneLine, 'Use plain text on one line')

/**
 * Text with line breaks, without other control characters. Browsers send line breaks as two characters; here they
 * become one, so that a text that is sent unchanged stays the same. `missing`: the message when it is not a text.
 */
export const prose = (max: number, missing?: string) =>
  text(max, { missing })
    .trim()
    .overwrite((value) => value.replace(/\r\n?/g, '\n'))
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Use plain text')

const noToken = 'This link is incomplete. Open it from the email again.'
/** The token of a mailed one-time link, behind its #. */
export const LinkToken = text(200, { missing: noToken, tooLong: noToken }).min(1, noToken)

export const Id = z.uuid()
export const Done = z.object({ success: z.literal(true), message: z.string().optional() })
schemaNames.add(Done, { id: 'Done' })

function isWebLink(link: string): boolean {
  const protocol = parsedAddress(link)?.protocol ?? ''
  return ['http:', 'https:'].includes(protocol) && !/[\s\p{Cc}\p{Cs}]/u.test(link)
}

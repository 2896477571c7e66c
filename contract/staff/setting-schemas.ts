import { type SocialSite, socialSites } from '../content/lists.ts'
import { parsedAddress } from '../kit/addresses.ts'
import { line, prose, text } from '../kit/fields.ts'
import { z } from '../kit/zod.ts'

/** A services accounting code. */
export const Sac = text(10)
  .trim()
  .regex(/^99\d{4}$/, 'A SAC has 6 digits and begins with 99')

/** The rate of GST in percent. */
export const TaxPercent = z
  .number('Enter a rate')
  .min(0, 'Enter a rate')
  .max(40, 'At most 40%')
  .multipleOf(0.25, 'Enter a rate in steps of 0.25')

/** The prefix of the numbers of documents: with two letters a number has at most 16 characters. */
export const Prefix = text(10)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Enter 2 letters')

/** A rate of tax in hundredths of a percent. */
export const BasisPoints = z.int('Enter a rate').min(0, 'Enter a rate').max(10_000, 'At most 100%')

/** Sales in a financial year, in rupees. */
export const YearlySales = z
  .int('Enter whole rupees')
  .min(0, 'Enter whole rupees')
  .max(1_000_000_000, 'At most ₹1,00,00,00,000')

/** A part of a price in hundredths of a percent. `missing`: the message when it is not one up to half. */
export const rate = (missing: string) => z.int(missing).min(0, missing).max(5000, missing)

/** A part of a price in percent. */
export const WholePercent = z
  .int('Enter whole percent')
  .min(0, 'Enter 0 to 100 %')
  .max(100, 'Enter 0 to 100 %')

/** A count, or null for the built-in one. */
export const Count = z.int('Enter a number').min(0, 'Enter a number').max(1000, 'At most 1000').nullable()

/** Words in place of a figure. */
export const Figure = line(12).min(1, 'Enter the words')

/** The business hours, one line for each: days, a colon, and the time. */
export const HoursText = prose(500).refine(
  (text) => text.split('\n').every((entry) => /^[^:]+: *\S/.test(entry)) && text.split('\n').length <= 7,
  'One line for each: the days, a colon, and the time',
)

/** An https address at one of the site's hosts or their subdomains, or an empty text. */
export const accountAt = (site: SocialSite) => {
  const { name, hosts } = socialSites[site]
  return text(300)
    .trim()
    .refine(
      (link) => link === '' || isAt(link, hosts),
      `Enter the address of your ${name} account, beginning with https://`,
    )
}

function isAt(link: string, hosts: readonly string[]): boolean {
  const address = parsedAddress(link)
  if (!address || /[\s\p{Cc}\p{Cs}]/u.test(link)) return false
  const { protocol, hostname, pathname, username, port } = address
  if (protocol !== 'https:' || username || port || pathname === '/') return false
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** Domains, one a line, sorted and each once. */
export const Domains = text(50_000)
  .overwrite((typed) => [...new Set(domainsIn(typed))].sort().join('\n'))
  .superRefine((domains, context) => {
    const wrong = domainsIn(domains).find((domain) => domain.length > 253 || !isDomain.test(domain))
    if (wrong)
      context.addIssue({
        code: 'custom',
        message: `${wrong.slice(0, 60)} is not a domain such as example.com`,
      })
  })

/** Splits a text into domains: normalized, without what people write before one (@, *.) or behind it. */
const domainsIn = (typed: string) =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^(?:@|\*?\.)+/, '').replace(/\.$/, ''))
    .filter(Boolean)
const isDomain = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u

import type { accounts } from '#contract/accounts/accounts.ts'
import type { Received } from '#contract/kit/endpoint.ts'
import { fieldProblem } from '#contract/kit/problem.ts'

import { requireNoContactDetails } from '../platform/contact-details/contact-details.ts'
import { asItLooks } from '../platform/contact-details/look-alikes.ts'
import type { Connection } from '../platform/database/connection.ts'
import { countAttempt, type RateLimit } from '../platform/rate-limits/rate-limits.ts'
import { readSettings } from '../staff/settings/service.ts'
import { type Member, memberById } from './lookup-queries.ts'
import { updateMember } from './queries.ts'

/** The fields of a member that everybody sees. */
interface PublicProfile {
  name?: string | undefined
  college?: string | undefined
}

/**
 * Throws invalid_input, at its field below `path`, for a name or college with a contact detail, and for a name that
 * passes for the shop or its staff.
 */
export async function requirePublicProfile(
  connection: Connection,
  { name, college }: PublicProfile,
  path = '',
): Promise<void> {
  requireNoContactDetails({ [`${path}name`]: name, [`${path}college`]: college })
  if (name === undefined) return
  const { tradeName } = await readSettings(connection, 'identity')
  if (passesForShop(name, tradeName))
    throw fieldProblem(
      `${path}name`,
      'This reads like the name of the shop or of its staff. Please enter your own name.',
    )
}

/**
 * Changes the given fields of a member's own profile. Throws invalid_input as requirePublicProfile does, for a name or
 * college that is new, and too_many_requests when the profile is made public over and over.
 */
export async function updateOwnProfile(
  connection: Connection,
  id: string,
  changes: Received<typeof accounts.updateProfile>['body'],
): Promise<Member> {
  const { name, college } = changes
  const before = await memberById(connection, id)
  await requirePublicProfile(connection, {
    name: name === before?.name ? undefined : name,
    college: college === before?.college ? undefined : college,
  })
  if (changes.preferences?.publicProfile && !before?.isPublic)
    await countAttempt(connection, publicationsOf(id))
  return updateMember(connection, id, changes)
}

/** Limits how often a profile is made public, because each time that it is hidden again every page is made anew. */
const publicationsOf = (memberId: string): RateLimit => ({
  name: 'public profile',
  subject: memberId,
  max: 10,
  seconds: 86_400,
  refusal: 'You have made your profile public 10 times today.',
})

/** Tells whether a name looks like that of the shop, or like a title of its staff. */
export function passesForShop(name: string, tradeName: string): boolean {
  const seen = asItLooks(name).toLowerCase()
  return [seen, withLetters(seen)].some(
    (text) =>
      text.split(/[^\p{L}]+/u).some((word) => isTitle.test(strokes(word))) ||
      isTitle.test(joined(text)) ||
      ['readymade', joined(asItLooks(tradeName).toLowerCase())].some((shop) =>
        shop.length > 4 ? joined(text).includes(strokes(shop)) : joined(text) === strokes(shop),
      ),
  )
}

/** The letters that digits and signs look like. */
const withLetters = (text: string) =>
  text.replaceAll(/[013457@$!|]/g, (sign) => letters[sign as keyof typeof letters])
const letters = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'l', '|': 'l' }

/** One letter for i and l, which many fonts draw as the same stroke. */
const strokes = (text: string) => text.replaceAll('l', 'i')
const joined = (text: string) => strokes(text.replaceAll(/[^\p{L}]/gu, ''))

const titles =
  'admins?|administrator|superadmin|sysadmin|webmaster|moderator|official|staff|support|helpdesk|helpline|verified|(?:customer|client|seller|buyer)(?:care|service|services)|(?:refund|refunds|payment|payments|payout|payouts|grievance|help|security|trust)(?:desk|team|department|officer|centre|center)'
const beside = 'the|our|by|of|for|team|site|shop|web|system|super|chief|member|account|desk|care|department'
const isTitle = new RegExp(strokes(`^(?:${beside})*(?:${titles})(?:${beside}|${titles})*$`))

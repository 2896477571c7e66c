import type { EmailChange } from '#contract/accounts/account-settings.ts'
import type { User } from '#contract/accounts/accounts.ts'

import type { Confirmation } from './code-queries.ts'
import type { Member } from './lookup-queries.ts'
import { avatarAddress } from './service.ts'

/** Presents a member to themselves. */
export function toUser(member: Member): User {
  const {
    id,
    name,
    email,
    phone,
    college,
    course,
    year,
    profilePicture,
    isAgent,
    isEmailVerified,
    referralCode,
  } = member
  return {
    _id: id,
    name,
    email,
    phone,
    college,
    course,
    year,
    address: member.address as User['address'],
    socialMedia: member.socialMedia as User['socialMedia'],
    preferences: member.preferences as User['preferences'],
    profilePicture: avatarAddress(profilePicture),
    role: 'member',
    isAgent,
    isEmailVerified,
    referralCode,
    createdAt: member.createdAt.toISOString(),
  }
}

/** Presents a change of the email that waits for its codes. */
export const toEmailChange = ({ email, sentAt, expiresAt }: Confirmation): EmailChange => ({
  email: email!,
  sentAt: sentAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

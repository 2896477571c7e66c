import { type ProfilePart, profileParts } from '#contract/profile.ts'

import type { Member } from '../accounts/service.ts'

/** How complete a profile is: each part counts the same. An address needs street, city, state and pincode, social media one link. */
export function completionOf(member: Member) {
  const address = member.address as Partial<Record<string, string>>
  const links = Object.values(member.socialMedia as Partial<Record<string, string | null>>)
  const isFilled: Record<ProfilePart, boolean> = {
    name: member.name !== '',
    phone: member.phone !== '',
    college: member.college !== '',
    course: member.course !== '',
    year: member.year !== '',
    address: ['street', 'city', 'state', 'pincode'].every((line) => Boolean(address[line])),
    picture: member.profilePicture !== null,
    socialMedia: links.some(Boolean),
  }
  const done = profileParts.filter((part) => isFilled[part])
  return {
    percent: Math.round((100 * done.length) / profileParts.length),
    done,
    missing: profileParts.filter((part) => !isFilled[part]),
  }
}

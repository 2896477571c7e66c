import { Address, SocialMedia, type User, UserData } from '#contract/accounts.ts'

import { constraintsOf } from '../../forms/constraints.ts'

const { name, phone, college, course, year } = constraintsOf(UserData)

/** The name under which half-edited details are kept. */
export const detailsDraft = 'details'

/** What Settings edits, and what a browser can hold each field to. */
export const constraints = {
  name,
  phone,
  college,
  course,
  year,
  ...constraintsOf(Address),
  ...constraintsOf(SocialMedia),
}

export const addressFields = [
  { name: 'street', label: 'Street', autoComplete: 'street-address' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'pincode', label: 'Pincode', autoComplete: 'postal-code', inputMode: 'numeric' },
  { name: 'country', label: 'Country', autoComplete: 'country-name' },
] as const

export const socialFields = [
  { name: 'linkedin', label: 'LinkedIn', placeholder: 'https://www.linkedin.com/in/…' },
  { name: 'instagram', label: 'Instagram', placeholder: 'https://www.instagram.com/…' },
  { name: 'twitter', label: 'Twitter', placeholder: 'https://x.com/…' },
  { name: 'facebook', label: 'Facebook', placeholder: 'https://www.facebook.com/…' },
  { name: 'youtube', label: 'YouTube', placeholder: 'https://www.youtube.com/@…' },
] as const

/** What the fields of Settings show of a member, by their names. */
export function detailsOf({ name, phone, college, course, year, address, socialMedia }: User) {
  return { name, phone, college, course, year, ...address, ...socialMedia }
}

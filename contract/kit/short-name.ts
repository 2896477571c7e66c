/** What others read in the place of somebody who has deleted their account. */
export const formerMember = 'Former member'

/** The first name and the initial of the last, by which others may know a member: 'Asha R.' */
export function shortName(name: string): string {
  if (name === formerMember) return name
  const [first = '', ...others] = name.trim().split(/\s+/)
  const initial = Array.from(others.at(-1) ?? '')[0]
  return initial ? `${first} ${initial}.` : first
}

/** What others read in the place of somebody who has deleted their account. */
export const formerMember = 'Former member'

/** The first name and the initial of the last, by which others may know a member: 'Asha R.' */
export function shortName(name: string): string {
  if (name === formerMember) return name
  const [first = '', ...others] = name.trim().split(/\s+/)
  // A letter of an Indian script is one with its vowel signs.
  const [initial] = Array.from(letters.segment(others.at(-1) ?? ''), ({ segment }) => segment)
  return initial ? `${first} ${initial}.` : first
}

const letters = new Intl.Segmenter('en-IN')

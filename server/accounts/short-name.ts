/** The name that others see for a member who has deleted their account. */
export const formerMemberName = 'Former member'

/** Shortens a name to the first name and the initial of the last, as others see a member: 'Asha R.' */
export function shortName(name: string): string {
  if (name === formerMemberName) return name
  const [first = '', ...others] = name.trim().split(/\s+/)
  // In an Indian script a letter includes its vowel signs, so letters are segmented.
  const [initial] = Array.from(letters.segment(others.at(-1) ?? ''), ({ segment }) => segment)
  return initial ? `${first} ${initial}.` : first
}

const letters = new Intl.Segmenter('en-IN')

/** Returns the first word of a name; of somebody without an account, what stands for it. */
export const firstName = (name: string): string =>
  name === formerMemberName ? name : name.trim().split(/\s+/)[0]!

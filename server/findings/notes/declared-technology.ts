import type { Found, Rule } from '../check/rule.ts'
import { knownTechnologies, plainName } from './technologies.ts'

/** What the owner declares and no file shows. It is looked at with the project's details, which change without an upload. */
export const declaredTechnology: Rule = {
  name: 'declared-technology',
  kind: 'note',
  title: 'A technology that no file shows',
  *find() {},
}

/** A finding for each declared technology that is known, is not used, and is named in no file. */
export const undeclaredIn = (
  { technologies, mentioned }: { technologies: string[]; mentioned: string[] },
  declared: string[],
): Found[] => {
  const seen = new Set([...technologies, ...mentioned].map(plainName))
  return declared
    .filter((name) => knownTechnologies.has(plainName(name)) && !seen.has(plainName(name)))
    .map((name) => ({
      file: 'Technologies',
      line: null,
      message: `“${name}” is declared, but no file uses or names it.`,
      advice: 'Take it out of the technologies, or add the files that use it.',
      what: plainName(name),
    }))
}

import type { Sources } from '../files/sources.ts'
import type { Ecosystem } from './ecosystem.ts'
import { javaNeeds } from './java.ts'
import { nodeNeeds } from './node.ts'
import { phpNeeds } from './php.ts'
import { pythonNeeds } from './python.ts'

const known = new WeakMap<Sources, Ecosystem[]>()

/** The libraries that the project needs in every language with a manifest; cached for each project. */
export function ecosystemsOf(sources: Sources): Ecosystem[] {
  const present = known.get(sources)
  if (present) return present
  const made = [nodeNeeds, pythonNeeds, javaNeeds, phpNeeds].map((needs) => needs(sources))
  known.set(sources, made)
  return made
}

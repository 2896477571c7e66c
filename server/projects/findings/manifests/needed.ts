import type { SourceFile } from '../files/sources.ts'

/** A library that the code imports. */
export interface Needed {
  /** As the code calls it. */
  name: string
  file: SourceFile
  index: number
}

/** What a language's projects need and declare. `missing` are those that no manifest names. */
export interface Ecosystem {
  language: string
  /** Whether there is a manifest at all. */
  hasManifest: boolean
  manifest: string
  needed: Needed[]
  missing: Needed[]
  advice: string
}

/** The first place of every name. */
export function firstOf(needed: Iterable<Needed>): Needed[] {
  const first = new Map<string, Needed>()
  for (const one of needed) if (!first.has(one.name)) first.set(one.name, one)
  return [...first.values()]
}

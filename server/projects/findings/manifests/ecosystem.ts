import type { SourceFile } from '../files/sources.ts'

/** A library that the code imports. */
export interface ImportedLibrary {
  /** The name that the code uses. */
  name: string
  file: SourceFile
  index: number
}

/** The libraries that a project needs and declares in one language. `missing` are those that no manifest names. */
export interface Ecosystem {
  language: string
  /** True when the project has a manifest of this language. */
  hasManifest: boolean
  manifest: string
  needed: ImportedLibrary[]
  missing: ImportedLibrary[]
  advice: string
}

/** The first import of every name. */
export function firstByName(needed: Iterable<ImportedLibrary>): ImportedLibrary[] {
  const first = new Map<string, ImportedLibrary>()
  for (const one of needed) if (!first.has(one.name)) first.set(one.name, one)
  return [...first.values()]
}

import { ecosystemsOf } from '../manifests/ecosystems.ts'
import { noEntry } from '../running/no-entry.ts'
import type { Sources } from '../sources/sources.ts'
import { createdTables, isMadeByFramework } from '../sql/schema.ts'

/** What a buyer needs to start a project: its beginning, its database, its libraries. */
export type Part = 'start' | 'schema' | 'own-tables' | 'libraries'

/** Those parts that are in a project. `own-tables`: the program makes them when it starts. */
export function partsOf(sources: Sources): Part[] {
  const parts: Part[] = []
  if (sources.written(...begins).length > 0 && isEmpty(noEntry.find(sources))) parts.push('start')
  if (createdTables(sources).size > 0) parts.push('schema')
  else if (isMadeByFramework(sources)) parts.push('own-tables')
  if (ecosystemsOf(sources).some(({ hasManifest, needed }) => hasManifest && needed.length > 0))
    parts.push('libraries')
  return parts
}

const begins =
  'php py ipynb java kt js ts jsx tsx mjs cjs html htm jsp cs vb dart go rb c cpp cc rs swift sh'.split(' ')

const isEmpty = (items: Iterable<unknown>) => [...items].length === 0

import type { Parts } from '../parts.ts'
import { sumCatalogue } from './facet-queries.ts'

/** Does the catalogue's background work: every ten minutes it replaces what was added to its counts by their sums. */
export async function workCatalogue({ db, jobs }: Pick<Parts, 'db' | 'jobs'>) {
  await jobs.work('sum-catalogue', () => sumCatalogue(db))
  await jobs.repeat('sum-catalogue', '*/10 * * * *')
}

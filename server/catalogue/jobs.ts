import type { Parts } from '../parts.ts'
import { sumCatalogue } from './facet-queries.ts'

/** Registers the job that sums the catalogue's counts every ten minutes. */
export async function workCatalogue({ db, jobs }: Pick<Parts, 'db' | 'jobs'>) {
  await jobs.work('sum-catalogue', () => sumCatalogue(db))
  await jobs.repeat('sum-catalogue', '*/10 * * * *')
}

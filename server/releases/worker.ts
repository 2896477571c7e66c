import type { Parts } from '../parts.ts'
import { buildArchive } from './archives/archive.ts'
import { sweepUploads } from './sweep/service.ts'

/** Does what finalising and broken uploads leave behind: archives to build, and every hour what nothing refers to. */
export async function workReleases(parts: Pick<Parts, 'db' | 'storage' | 'jobs'>): Promise<void> {
  await parts.jobs.work('build-archive', async ({ releaseId }) => void (await buildArchive(parts, releaseId)))
  await parts.jobs.work('sweep-uploads', () => sweepUploads(parts))
  await parts.jobs.repeat('sweep-uploads', '17 * * * *')
}

import type { Parts } from '../parts.ts'
import { buildArchive } from './archives/archive.ts'
import { renderReadme, renderStaleReadmes } from './readme/service.ts'
import { sweepUploads } from './sweep/service.ts'

/** Does what finalising and broken uploads leave behind: archives to build, READMEs to render, and every hour what nothing refers to. */
export async function workReleases(parts: Pick<Parts, 'db' | 'storage' | 'jobs'>): Promise<void> {
  await parts.jobs.work('build-archive', async ({ releaseId }) => void (await buildArchive(parts, releaseId)))
  await parts.jobs.work('render-readme', ({ releaseId }) => renderReadme(parts, releaseId))
  await parts.jobs.work('render-stale-readmes', () => renderStaleReadmes(parts))
  await parts.jobs.enqueue(parts.db, 'render-stale-readmes', {})
  await parts.jobs.work('sweep-uploads', () => sweepUploads(parts))
  await parts.jobs.repeat('sweep-uploads', '17 * * * *')
}

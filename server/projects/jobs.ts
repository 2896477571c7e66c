import type { Parts } from '../parts.ts'
import type { MailParts } from '../platform/mail/send.ts'
import { sweep, sweepById } from '../platform/storage/sweep.ts'
import { checkRelease, checkStaleReleases } from './findings/check-release.ts'
import { buildArchive } from './releases/archive.ts'
import {
  closeStaleUploads,
  existingImages,
  existingReleases,
  forgetUnusedBlobs,
  keysOfBlobs,
  keysOfReports,
} from './releases/blob-queries.ts'
import { renderReadme, renderStaleReadmes } from './releases/readme.ts'
import { highlightSamples, highlightStaleSamples } from './samples/service.ts'

/** Registers the jobs of releases: builds archives, renders READMEs, and deletes every hour what nothing refers to. */
export async function workReleases(parts: Pick<Parts, 'db' | 'storage' | 'jobs'>): Promise<void> {
  await parts.jobs.work('build-archive', async ({ releaseId }) => void (await buildArchive(parts, releaseId)))
  await parts.jobs.work('render-readme', ({ releaseId }) => renderReadme(parts, releaseId))
  await parts.jobs.work('render-stale-readmes', () => renderStaleReadmes(parts))
  await parts.jobs.enqueue(parts.db, 'render-stale-readmes', {})
  await parts.jobs.work('sweep-uploads', () => sweepUploads(parts))
  await parts.jobs.repeat('sweep-uploads', '17 * * * *')
}

/** Registers the jobs that check every new release, and every present one after a change of the rules. */
export async function workFindings(parts: MailParts & Pick<Parts, 'db' | 'storage' | 'jobs'>): Promise<void> {
  await parts.jobs.work('check-release', ({ releaseId }) => checkRelease(parts, releaseId))
  await parts.jobs.work('check-stale-releases', () => checkStaleReleases(parts))
  await parts.jobs.enqueue(parts.db, 'check-stale-releases', {})
}

/**
 * Registers the jobs that highlight a project's samples when they are chosen and with each release, and all samples
 * after a change of the highlighter.
 */
export async function workSamples(parts: Pick<Parts, 'db' | 'storage' | 'jobs'>): Promise<void> {
  await parts.jobs.work('highlight-samples', ({ projectId }) => highlightSamples(parts, projectId))
  await highlightStaleSamples(parts)
}

/** Deletes uploads untouched for a day, and stored objects older than a day that nothing refers to. */
async function sweepUploads({ db, storage }: Pick<Parts, 'db' | 'storage'>): Promise<void> {
  await closeStaleUploads(db)
  for (const key of await forgetUnusedBlobs(db)) await storage.delete(key)
  await sweep(storage, 'incoming/', async () => new Set())
  await sweep(storage, 'blobs/', (keys) => keysOfBlobs(db, keys))
  await sweep(storage, 'reports/', (keys) => keysOfReports(db, keys))
  await sweepById(storage, 'images/', (ids) => existingImages(db, ids))
  await sweepById(storage, 'archives/', (ids) => existingReleases(db, ids))
}

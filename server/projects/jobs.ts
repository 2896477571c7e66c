import type { Parts } from '../parts.ts'
import type { Job } from '../platform/jobs/jobs.ts'
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
import { indexRelease, indexStaleReleases } from './similarity/index-release.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'build-archive': { releaseId: string }
    'render-readme': { releaseId: string }
    'render-stale-readmes': object
    'sweep-uploads': object
    'check-release': { releaseId: string }
    'check-stale-releases': object
    'index-release': { releaseId: string }
    'index-stale-releases': object
    'highlight-samples': { projectId: string }
    'highlight-stale-samples': object
  }
}

type StoreParts = Pick<Parts, 'db' | 'storage' | 'jobs'>

/** Does what finalising and broken uploads leave behind: archives to build, READMEs to render, and what nothing refers to. */
export const releaseJobs = (parts: StoreParts): Job[] => [
  { name: 'build-archive', handler: async ({ releaseId }) => void (await buildArchive(parts, releaseId)) },
  { name: 'render-readme', handler: ({ releaseId }) => renderReadme(parts, releaseId) },
  { name: 'render-stale-readmes', atStart: true, handler: () => renderStaleReadmes(parts) },
  { name: 'sweep-uploads', cron: '17 * * * *', handler: () => sweepUploads(parts) },
]

/** Checks the files of every new release, and after a change of the rules those of every present one. */
export const findingJobs = (parts: MailParts & StoreParts): Job[] => [
  { name: 'check-release', handler: ({ releaseId }) => checkRelease(parts, releaseId) },
  { name: 'check-stale-releases', atStart: true, handler: () => checkStaleReleases(parts) },
]

/** Indexes every new release, and after a change of what a fingerprint is every present one. */
export const similarityJobs = (parts: StoreParts): Job[] => [
  { name: 'index-release', handler: ({ releaseId }) => indexRelease(parts, releaseId) },
  { name: 'index-stale-releases', atStart: true, handler: () => indexStaleReleases(parts) },
]

/** Colours the samples of a project when they are chosen and with each release; after a change of the colours all of them. */
export const sampleJobs = (parts: StoreParts): Job[] => [
  { name: 'highlight-samples', handler: ({ projectId }) => highlightSamples(parts, projectId) },
  { name: 'highlight-stale-samples', atStart: true, handler: () => highlightStaleSamples(parts) },
]

/** Clears away what broken uploads left: uploads untouched for a day, and stored objects older than a day that nothing refers to. */
async function sweepUploads({ db, storage }: Pick<Parts, 'db' | 'storage'>): Promise<void> {
  await closeStaleUploads(db)
  for (const key of await forgetUnusedBlobs(db)) await storage.delete(key)
  await sweep(storage, 'incoming/', async () => new Set())
  await sweep(storage, 'blobs/', (keys) => keysOfBlobs(db, keys))
  await sweep(storage, 'reports/', (keys) => keysOfReports(db, keys))
  await sweepById(storage, 'images/', (ids) => existingImages(db, ids))
  await sweepById(storage, 'archives/', (ids) => existingReleases(db, ids))
}

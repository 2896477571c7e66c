import type { Dependencies } from '../dependencies.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sweep, sweepById } from '../platform/storage/sweep.ts'
import { endOldBlocks } from './blocks/service.ts'
import { listWhileChangesWait } from './editions/setting.ts'
import { checkRelease, checkStaleReleases, deriveNeeds } from './findings/check-release.ts'
import { stateUnstated } from './log/statements.ts'
import { writeLog } from './log/writer.ts'
import { buildArchive, sweepArchives } from './releases/archive.ts'
import {
  deleteStaleUploads,
  existingImages,
  releasesWithArchive,
  deleteUnusedBlobs,
  existingBlobKeys,
  existingReportKeys,
} from './releases/blob-queries.ts'
import { fillContentHashes } from './releases/content-hash.ts'
import { existingReadmePictures } from './releases/readme-picture-queries.ts'
import { readmePictureFolder } from './releases/readme-pictures.ts'
import { renderReadme, renderStaleReadmes } from './releases/readme.ts'
import { runByNight } from './run-records/night.ts'
import { sweepRunPictures } from './run-records/pictures.ts'
import { askWhenChecked } from './run-records/queue.ts'
import { endLostRuns } from './run-records/receive.ts'
import { highlightSamples, highlightStaleSamples } from './samples/service.ts'
import { indexRelease, indexStaleReleases } from './similarity/index-release.ts'
import { findCopies } from './similarity/service.ts'
import { tellDecision } from './staff/decision.ts'
import { remindOfUnsentChanges } from './unsent-changes.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'build-archive': { releaseId: string }
    'render-readme': { releaseId: string }
    'render-stale-readmes': object
    'sweep-uploads': object
    'fill-content-hashes': object
    'write-log': object
    'check-release': { releaseId: string }
    'check-stale-releases': object
    'derive-needs': object
    'index-release': { releaseId: string }
    'index-stale-releases': object
    'highlight-samples': { projectId: string }
    'highlight-stale-samples': object
    'find-copies': { projectId: string }
    'tell-decision': { verificationId: string }
    'remind-of-unsent-changes': object
    'list-while-changes-wait': object
    'end-blocks': object
    'end-lost-runs': object
    'run-by-night': object
  }
}

/**
 * The jobs of releases: they build archives, render READMEs, make the content hashes and statements that are missing,
 * and delete every hour what nothing refers to.
 */
export const releaseJobs = (dependencies: Dependencies): Job[] => [
  {
    name: 'build-archive',
    handler: async ({ releaseId }) => void (await buildArchive(dependencies, releaseId)),
  },
  {
    name: 'render-readme',
    ownersAtOnce: 1,
    handler: ({ releaseId }) => renderReadme(dependencies, releaseId),
  },
  { name: 'render-stale-readmes', atStart: true, handler: () => renderStaleReadmes(dependencies) },
  { name: 'sweep-uploads', cron: '17 * * * *', handler: () => sweepUploads(dependencies) },
  // Every hour too, because the previous release may still take uploads and approve them while this one starts.
  {
    name: 'fill-content-hashes',
    cron: '29 * * * *',
    atStart: true,
    handler: async () => {
      await fillContentHashes(dependencies)
      await stateUnstated(dependencies)
    },
  },
]

/**
 * The jobs that check every new release, and every present one after a change of the rules, and derive what those need
 * that were checked before that was known.
 */
export const findingJobs = (dependencies: Dependencies): Job[] => [
  {
    name: 'check-release',
    ownersAtOnce: 2,
    handler: ({ releaseId }) => checkRelease(dependencies, releaseId, askWhenChecked),
  },
  { name: 'check-stale-releases', atStart: true, handler: () => checkStaleReleases(dependencies) },
  // Every hour too, because the previous release may still check while this one starts.
  { name: 'derive-needs', cron: '41 * * * *', atStart: true, handler: () => deriveNeeds(dependencies) },
]

/**
 * The jobs that index every new release, and every present one after a change of what a fingerprint is, and compare
 * what waits with a new listing.
 */
export const similarityJobs = (dependencies: Dependencies): Job[] => [
  {
    name: 'index-release',
    ownersAtOnce: 2,
    handler: ({ releaseId }) => indexRelease(dependencies, releaseId),
  },
  { name: 'index-stale-releases', atStart: true, handler: () => indexStaleReleases(dependencies) },
  { name: 'find-copies', handler: ({ projectId }) => findCopies(dependencies.db, projectId) },
]

/**
 * The jobs that tell a decision of staff once it cannot be taken back any more, remind owners who do not send back what
 * they changed after it, and list what waits after a change of the setting.
 */
export const decisionJobs = (dependencies: Dependencies): Job[] => [
  {
    name: 'tell-decision',
    handler: ({ verificationId }) =>
      dependencies.db.transaction().execute((trx) => tellDecision(dependencies, trx, verificationId)),
  },
  {
    name: 'remind-of-unsent-changes',
    cron: '13 * * * *',
    handler: () => remindOfUnsentChanges(dependencies),
  },
  { name: 'list-while-changes-wait', handler: () => listWhileChangesWait(dependencies) },
]

/** The job that brings statements into the public log: at once, and every minute what was left. */
export const logJobs = (dependencies: Dependencies): Job[] => [
  { name: 'write-log', cron: '* * * * *', atStart: true, handler: () => writeLog(dependencies) },
]

/** The job that lists projects again whose block is over. */
export const blockJobs = (dependencies: Dependencies): Job[] => [
  { name: 'end-blocks', cron: '* * * * *', atStart: true, handler: () => endOldBlocks(dependencies) },
]

/** The jobs that end the runs which our machines lost, and ask by night for those of what is on sale. */
export const runJobs = (dependencies: Dependencies): Job[] => [
  {
    name: 'end-lost-runs',
    cron: '* * * * *',
    handler: () => dependencies.db.transaction().execute(endLostRuns),
  },
  // Half past one in India.
  { name: 'run-by-night', cron: '0 20 * * *', handler: () => runByNight(dependencies) },
]

/**
 * The jobs that highlight a project's samples when they are chosen and with each release, and all samples after a
 * change of the highlighter.
 */
export const sampleJobs = (dependencies: Dependencies): Job[] => [
  {
    name: 'highlight-samples',
    ownersAtOnce: 1,
    handler: ({ projectId }) => highlightSamples(dependencies, projectId),
  },
  { name: 'highlight-stale-samples', atStart: true, handler: () => highlightStaleSamples(dependencies) },
]

/**
 * Deletes uploads untouched for a day, archives of what was withdrawn before its approval, and stored objects older
 * than a day that nothing refers to.
 */
async function sweepUploads(stores: Dependencies): Promise<void> {
  const { db, storage } = stores
  await deleteStaleUploads(db)
  for (const key of await deleteUnusedBlobs(db)) await storage.delete(key)
  await sweepArchives(stores)
  await sweep(stores, 'incoming/', async () => new Set())
  await sweep(stores, 'blobs/', (keys) => existingBlobKeys(db, keys))
  await sweep(stores, 'reports/', (keys) => existingReportKeys(db, keys))
  await sweepById(stores, 'images/', (ids) => existingImages(db, ids))
  await sweepById(stores, readmePictureFolder, (ids) => existingReadmePictures(db, ids))
  await sweepRunPictures(stores)
  await sweepById(stores, 'archives/', (ids) => releasesWithArchive(db, ids))
}

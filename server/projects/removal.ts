import { deleteUnusedWords, wordsOf } from '../catalogue/publish-queries.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Connection } from '../platform/database/connection.ts'
import { type Caller, isStaff } from '../platform/http/caller.ts'
import { clearTextsAbout, recordAudit } from '../staff/audit/service.ts'
import { anyEdited, anyProject, ownProject } from './access.ts'
import { discardChange } from './discard-change.ts'
import { deleteWaiversOf } from './findings/queries.ts'
import { deletedTitle, buyersOf } from './queries.ts'
import { deleteQuestionsOf } from './questions/queries.ts'
import { clearNotes } from './releases/queries.ts'
import { eraseFiles } from './releases/service.ts'
import {
  auditTargetsOf,
  orderedAmong,
  reportedAmong,
  clearHistory,
  deleteProjects,
  lockProject,
} from './removal-queries.ts'
import { keysOfPictures } from './run-records/pictures.ts'
import { deleteRecordsOf } from './run-records/record-queries.ts'
import { deleteSamplesOf } from './samples/queries.ts'
import { type ProjectChanges, saveProject, takeOffSale } from './save.ts'
import { deleteOpenDecisions } from './status-queries.ts'

/**
 * Deletes a project for its owner or staff, in the caller's transaction; it stays locked, so nobody orders it. Its
 * files are not touched.
 */
async function markDeleted(trx: Connection, caller: Caller, projectId: string): Promise<void> {
  await lockProject(trx, projectId)
  const { title } = isStaff(caller)
    ? await anyProject(trx, projectId)
    : await ownProject(trx, caller.id, projectId)
  await saveProject(trx, projectId, {
    deletedAt: new Date(),
    releaseId: null,
    reportKey: null,
    reportName: null,
    reportPricePaise: null,
  })
  if (!isStaff(caller)) return
  await takeOffSale(trx, [projectId])
  await recordAudit(trx, {
    staff: caller,
    action: 'delete project',
    about: `project ${projectId}`,
    name: title,
    before: { title },
    after: null,
  })
}

/**
 * Erases the locked projects of a locked member. Projects that somebody ordered keep their title and the files for the
 * buyers; of those that somebody reported an empty row stays, so that the reports are decided and counted. Questions
 * about the projects, and those that the member asked, are deleted too. Answers the keys of the files to delete in the
 * store afterwards.
 */
export async function eraseProjectsOf(
  trx: Connection,
  memberId: string,
  projectIds: string[],
): Promise<string[]> {
  const ordered = await orderedAmong(trx, projectIds)
  const reported = await reportedAmong(trx, projectIds)
  const unordered = projectIds.filter((id) => !ordered.has(id))
  await retireProjects(trx, projectIds)
  for (const id of unordered) if (reported.has(id)) await eraseTexts(trx, id)
  if (projectIds.length > 0) await deleteWaiversOf(trx, projectIds)
  await deleteSamplesOf(trx, projectIds)
  const files = [
    ...(await eraseFiles(trx, { all: projectIds, unordered })),
    ...keysOfPictures(await deleteRecordsOf(trx, projectIds)),
  ]
  await deleteProjects(
    trx,
    unordered.filter((id) => !reported.has(id)),
  )
  await deleteQuestionsOf(trx, memberId, projectIds)
  return files
}

/** Deletes locked projects with all that their owner wrote, except the title, which is on the buyers' orders. */
async function retireProjects(trx: Connection, projectIds: string[]): Promise<void> {
  await clearTexts(trx, projectIds, {
    technologies: [],
    deletedAt: new Date(),
    releaseId: null,
    reportKey: null,
    reportName: null,
    reportPricePaise: null,
    idempotencyKey: null,
    requestHash: null,
  })
}

/** Erases all that the owner wrote about a locked, deleted project, the title too, because nobody ordered it. */
async function eraseTexts(trx: Connection, projectId: string): Promise<void> {
  await clearTexts(trx, [projectId], { title: deletedTitle, technologies: [], repository: projectId })
  await clearTextsAbout(trx, await auditTargetsOf(trx, projectId))
}

async function clearTexts(trx: Connection, projectIds: string[], changes: ProjectChanges) {
  const words = await wordsOf(trx, projectIds)
  for (const id of projectIds)
    await saveProject(trx, id, {
      description: '',
      features: [],
      requirements: [],
      tags: [],
      demoUrl: null,
      githubUrl: null,
      demoSignIns: [],
      codeQuestions: [],
      verificationNotes: null,
      ...changes,
    })
  await clearHistory(trx, projectIds)
  await deleteOpenDecisions(trx, projectIds)
  await clearNotes(trx, projectIds)
  await deleteUnusedWords(trx, words)
}

/**
 * Deletes a project for its owner or staff. A project that somebody ordered is withdrawn, and buyers keep their files;
 * one that nobody ordered loses its files and texts when its owner deletes it. Answers a sentence that says which it
 * was.
 */
export async function removeProject(
  { db, storage }: Dependencies,
  caller: Caller,
  projectId: string,
): Promise<string> {
  const { keys, message } = await db.transaction().execute(async (trx) => {
    await markDeleted(trx, caller, projectId)
    const buyers = await buyersOf(trx, projectId)
    const staysForBuyers = isStaff(caller) || (await orderedAmong(trx, [projectId])).has(projectId)
    // Its pictures and files are erased with the others otherwise.
    if (staysForBuyers) await discardChange(trx, await anyEdited(trx, projectId, { includeDeleted: true }))
    return {
      keys: staysForBuyers ? [] : await erase(trx, projectId),
      message:
        buyers === 0
          ? 'The project is deleted.'
          : `The project is withdrawn from sale. ${buyersKeep(buyers)}`,
    }
  })
  // The hourly sweep deletes what cannot be deleted now.
  await Promise.allSettled(keys.map((key) => storage.delete(key)))
  return message
}

/** Erases a project that nobody ordered. Answers the keys of its files. */
async function erase(trx: Connection, projectId: string): Promise<string[]> {
  await eraseTexts(trx, projectId)
  await deleteWaiversOf(trx, [projectId])
  await deleteSamplesOf(trx, [projectId])
  const pictures = keysOfPictures(await deleteRecordsOf(trx, [projectId]))
  return [...(await eraseFiles(trx, { all: [projectId], unordered: [projectId] })), ...pictures]
}

const buyersKeep = (buyers: number) =>
  buyers === 1 ? '1 buyer keeps their download.' : `${buyers} buyers keep their downloads.`

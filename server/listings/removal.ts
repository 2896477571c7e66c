import type { Connection } from '../database/connection.ts'
import { deleteWaiversOf } from '../findings/service.ts'
import { type Caller, isStaff } from '../http/session.ts'
import { buyersOf, orderedAmong } from '../orders/service.ts'
import type { Parts } from '../parts.ts'
import { eraseWords, removeProject } from '../projects/service.ts'
import { eraseFiles } from '../releases/service.ts'
import { deleteSamplesOf } from '../samples/service.ts'

/**
 * Takes a project off the marketplace for good, for its owner and staff. What somebody ordered is withdrawn: buyers keep their
 * files. What nobody ordered loses its files and its words when its owner deletes it. Answers a sentence that says which it was.
 */
export async function removeListing(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  caller: Caller,
  projectId: string,
): Promise<string> {
  const { keys, message } = await db.transaction().execute(async (trx) => {
    await removeProject(trx, caller, projectId)
    const buyers = await buyersOf(trx, projectId)
    const isKept = isStaff(caller) || (await orderedAmong(trx, [projectId])).has(projectId)
    return {
      keys: isKept ? [] : await erase(trx, projectId),
      message:
        buyers === 0 ? 'The project is deleted.' : `The project is withdrawn from sale. ${kept(buyers)}`,
    }
  })
  // What cannot be deleted now is swept later.
  await Promise.allSettled(keys.map((key) => storage.delete(key)))
  return message
}

/** Answers the keys of its files. */
async function erase(trx: Connection, projectId: string): Promise<string[]> {
  await eraseWords(trx, projectId)
  await deleteWaiversOf(trx, [projectId])
  await deleteSamplesOf(trx, [projectId])
  return eraseFiles(trx, { all: [projectId], unordered: [projectId] })
}

const kept = (buyers: number) =>
  buyers === 1 ? '1 buyer keeps their download.' : `${buyers} buyers keep their downloads.`

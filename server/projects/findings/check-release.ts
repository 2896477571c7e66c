import { counted } from '#contract/kit/format.ts'
import type { Finding } from '#contract/projects/findings.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type NecessaryKind } from '../../platform/mail/send.ts'
import { lockOwner, type OwnWork, saveOwnWork } from '../releases/own-work.ts'
import { textsOf } from '../releases/texts.ts'
import { republish } from '../save.ts'
import { checkVersion } from './check/check.ts'
import { checkLimits } from './check/limits.ts'
import { checkInProcess } from './check/process.ts'
import { needsOf } from './needs.ts'
import {
  releaseForCheck,
  upsertCheck,
  lockRelease,
  makingOf,
  recordOwnerMailed,
  projectToVerify,
  releasesToCheck,
  releasesWithoutNeeds,
  type StoredCheck,
  updateNeeds,
} from './queries.ts'
import { readFindings } from './service.ts'

/**
 * Checks a release once for each version of the rules, saves the result or that the check failed, and mails its owner
 * what they have to do. Throws when bytes are lost or damaged or a rule breaks; the release then stays marked as failed
 * until a later attempt succeeds. Does nothing for a release that is deleted, even during the check, and for one that
 * is withdrawn, such as one that a later upload has replaced. `whenChecked` is called in the transaction that saves a
 * result.
 */
export async function checkRelease(
  dependencies: Dependencies,
  releaseId: string,
  whenChecked: WhenChecked = async () => {},
): Promise<void> {
  const release = await releaseForCheck(dependencies.db, releaseId)
  if (!release || release.status === 'withdrawn' || release.version === checkVersion) return
  try {
    const result = await checkInProcess(textsOf(dependencies, releaseId, checkLimits))
    await save(dependencies, { releaseId, version: checkVersion, ...storedOf(result) }, whenChecked)
  } catch (error) {
    if (await save(dependencies, { releaseId, version: noVersion, checked: undefined, ownWork: undefined }))
      throw error
  }
}

type WhenChecked = (trx: Connection, releaseId: string) => Promise<void>

/** Separates what is stored as the result of a check from what it knows of the owner's work. */
function storedOf(result: Awaited<ReturnType<typeof checkInProcess>>) {
  if (!result) return { checked: undefined, ownWork: undefined }
  const { foreignPaths, languages, ...checked } = result
  const needs = needsOf({ ...checked, languages })
  return { checked, needs, ownWork: { foreignPaths, languages, entry: checked.entry } }
}

/**
 * Saves a check and what it found of the owner's work, and mails the owner; answers false when its release is deleted.
 */
const save = (
  dependencies: Dependencies,
  { ownWork, ...check }: StoredCheck & { ownWork: OwnWork | undefined },
  whenChecked?: WhenChecked,
): Promise<boolean> =>
  dependencies.db.transaction().execute(async (trx) => {
    // The project before its release, as everywhere.
    const projectId = await lockOwner(trx, check.releaseId)
    if (!(await lockRelease(trx, check.releaseId))) return false
    await upsertCheck(trx, check)
    if (ownWork) await saveOwnWork(trx, check.releaseId, projectId, ownWork)
    await askOwner(dependencies, trx, check.releaseId)
    if (check.checked) await whenChecked?.(trx, check.releaseId)
    return true
  })

/** A version that no rules have, so that the release is checked again. */
const noVersion = 0

/** Enqueues the check of every present release that this version of the rules has not checked. */
export async function checkStaleReleases({ db, jobs }: Dependencies): Promise<void> {
  for (const { releaseId, ownerId } of await releasesToCheck(db, checkVersion))
    await jobs.enqueue(db, 'check-release', { releaseId }, { ownerId })
}

/**
 * Derives what checked releases need that an earlier release of this program checked, from what it found: none of their
 * files is read again.
 */
export async function deriveNeeds({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  for (const { releaseId } of await releasesWithoutNeeds(db))
    await db.transaction().execute(async (trx) => {
      // The project before its release, as everywhere.
      const projectId = await lockOwner(trx, releaseId)
      const making = (await lockRelease(trx, releaseId)) && (await makingOf(trx, releaseId))
      if (!making) return
      await updateNeeds(trx, releaseId, needsOf(making))
      if (projectId) await republish(trx, [projectId])
    })
}

/**
 * Mails the owner of a checked release what they have to remove or explain before staff look at it, once for a release,
 * in the transaction that saves the check. Does nothing when no finding blocks, or staff have decided.
 */
async function askOwner(dependencies: Dependencies, trx: Connection, releaseId: string): Promise<void> {
  const project = await projectToVerify(trx, releaseId)
  if (!project) return
  const { findings, isBlocked } = await readFindings(trx, project, 'owner')
  if (!isBlocked || !(await recordOwnerMailed(trx, releaseId))) return
  const blocking = findings.filter((one) => one.isBlocking)
  const content = blockedEmail({ ...project, blocking, publicUrl: dependencies.config.publicUrl })
  await mailMember(dependencies, trx, blockedKind, project.ownerId, content)
}

const blockedKind: NecessaryKind = { name: 'findings', why: 'the project is yours' }

interface BlockedProject {
  id: string
  title: string
  blocking: Pick<Finding, 'title' | 'file'>[]
  publicUrl: string
}

/** The email that tells an owner which findings block the verification: their places, never the secrets themselves. */
function blockedEmail({ id, title, blocking, publicUrl }: BlockedProject): EmailContent {
  const places = [...new Set(blocking.map((found) => `${found.title} in ${found.file}`))]
  const more = places.length - maxPlaces
  return {
    subject: `Waiting for you: ${blocking.length > 0 ? counted(blocking.length, 'finding') : 'findings'} in ${title}`,
    paragraphs: [
      `We have checked the files of your project “${title}”. Before our staff look at it, this has to be removed or explained:`,
      [...places.slice(0, maxPlaces), ...(more > 0 ? [`and ${counted(more, 'more place')}`] : [])].join(
        '\n',
      ) || 'Secrets in very many files',
      'Remove it and upload the files again, or say on the project’s page why it is harmless.',
    ],
    button: { label: 'See What Was Found', url: `${publicUrl}/owner/projects/${id}#findings` },
  }
}

const maxPlaces = 10

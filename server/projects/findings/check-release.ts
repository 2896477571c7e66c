import { counted } from '#contract/format.ts'
import type { Finding } from '#contract/projects/findings.ts'

import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type MailParts, type NecessaryKind } from '../../platform/mail/send.ts'
import { textsOf } from '../releases/texts.ts'
import { checkVersion } from './check/check.ts'
import { checkApart } from './check/process.ts'
import {
  checkedVersion,
  keepCheck,
  keepRelease,
  noteMailed,
  projectToVerify,
  releasesToCheck,
  type StoredCheck,
} from './queries.ts'
import { readFindings } from './service.ts'

/** How much of a release is read. What a stranger uploads may be all text. */
const limits = {
  fileBytes: 512 * 1024,
  sqlBytes: 2 * 1024 * 1024,
  totalBytes: 24 * 1024 * 1024,
  files: 5000,
}

/**
 * Checks a release once for each version of the rules, keeps what was found, or that it could not be checked, and tells its
 * owner what they have to do. Throws when its bytes are lost or damaged or a rule breaks; that it could not be checked
 * stands there until a later attempt succeeds. For a release that is deleted, also meanwhile, there is nothing to do.
 */
export async function checkRelease(parts: CheckParts, releaseId: string): Promise<void> {
  if ((await checkedVersion(parts.db, releaseId)) === checkVersion) return
  try {
    const checked = await checkApart(textsOf(parts, releaseId, limits))
    await keep(parts, { releaseId, version: checkVersion, checked })
  } catch (error) {
    if (await keep(parts, { releaseId, version: noVersion, checked: undefined })) throw error
  }
}

type CheckParts = MailParts & Pick<Parts, 'db' | 'storage'>

/** Keeps a check, and tells the owner; false when its release is gone. */
const keep = (parts: CheckParts, check: StoredCheck): Promise<boolean> =>
  parts.db.transaction().execute(async (trx) => {
    if (!(await keepRelease(trx, check.releaseId))) return false
    await keepCheck(trx, check)
    await askOwner(parts, trx, check.releaseId)
    return true
  })

/** Of no rules: it is checked again. */
const noVersion = 0

/** Asks for the check of every present release that this version of the rules has not checked. */
export async function checkStaleReleases({ db, jobs }: Pick<Parts, 'db' | 'jobs'>): Promise<void> {
  for (const releaseId of await releasesToCheck(db, checkVersion))
    await jobs.enqueue(db, 'check-release', { releaseId })
}

/**
 * Mails the owner of a release that has been checked what they have to remove or explain before staff look at it: once for
 * a release, in the transaction that keeps the check. Does nothing when there is nothing of the kind, or staff have decided.
 */
async function askOwner(parts: MailParts, trx: Connection, releaseId: string): Promise<void> {
  const project = await projectToVerify(trx, releaseId)
  if (!project) return
  const { findings, isBlocked } = await readFindings(trx, project, 'owner')
  if (!isBlocked || !(await noteMailed(trx, releaseId))) return
  const blocking = findings.filter((one) => one.isBlocking)
  const content = blockedEmail({ ...project, blocking, publicUrl: parts.config.publicUrl })
  await mailMember(parts, trx, blockedKind, project.ownerId, content)
}

const blockedKind: NecessaryKind = { name: 'findings', why: 'the project is yours' }

interface Blocked {
  id: string
  title: string
  blocking: Pick<Finding, 'title' | 'file'>[]
  publicUrl: string
}

/** Tells an owner what stands between their project and its verification. Where it stands, never what a secret is. */
function blockedEmail({ id, title, blocking, publicUrl }: Blocked): EmailContent {
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

import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Multipart } from '@fastify/multipart'

import { paiseOf } from '#contract/kit/amounts.ts'
import { withoutInvisible } from '#contract/kit/invisible.ts'
import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { nameProblem } from '#contract/projects/files.ts'
import type { Project } from '#contract/projects/project.ts'
import { ReportForm } from '#contract/projects/releases.ts'

import { type MemberStore, withMemberStore } from '../../accounts/member-store.ts'
import type { Dependencies } from '../../dependencies.ts'
import { eachPart, parseForm } from '../../platform/http/bodies.ts'
import { withTempFile } from '../../platform/storage/temp-file.ts'
import { anyProject, ownProject } from '../access.ts'
import { saveEdit } from '../editions/service.ts'
import { projectForOwner } from '../service.ts'
import { sendToReview } from '../verification.ts'
import { readDocument } from './document/document.ts'
import { refusals } from './document/fields.ts'
import { replaceReport, type NewReport } from './queries.ts'

/** The changed project, and whether the change sent it back to review. */
interface Changed {
  project: Project
  sentToReview: boolean
}

/**
 * Puts a report on sale, or changes its file, its price, or both. The first time it needs a file; without a price it is
 * free. A new file goes to review, a new price does not. Buyers keep the approved file until the new one is approved
 * too.
 */
export const changeReport = (
  dependencies: Dependencies,
  ownerId: string,
  projectId: string,
  request: AsyncIterable<Multipart>,
  { needsFile }: { needsFile: boolean },
): Promise<Changed> =>
  withMemberStore(dependencies, ownerId, (store) =>
    change(dependencies, store, { ownerId, projectId, needsFile }, request),
  )

async function change(
  dependencies: Dependencies,
  store: MemberStore,
  { ownerId, projectId, needsFile }: { ownerId: string; projectId: string; needsFile: boolean },
  request: AsyncIterable<Multipart>,
): Promise<Changed> {
  const { db } = dependencies
  await ownProject(db, ownerId, projectId)
  const { file, fields } = await receiveReport(store, request)
  try {
    const { price } = parseForm(ReportForm, fields)
    if (!file && (needsFile || price === undefined)) throw noFile()
    const { replaced, sentToReview } = await db.transaction().execute(async (trx) => {
      const project = await ownProject(trx, ownerId, projectId, { lock: true })
      if (!file && !project.reportKey) throw noFile()
      // A report that waits in place of the one on sale costs the same.
      const present = project.reportPricePaise ?? (await anyProject(trx, projectId)).reportPricePaise
      const reportPricePaise = price === undefined ? (present ?? 0) : paiseOf(price)
      if (!file) {
        await saveEdit(trx, project, { reportPricePaise })
        return { replaced: [], sentToReview: false }
      }
      const replaced = await replaceReport(trx, { ...file, projectId })
      const changes = { reportKey: file.key, reportName: file.name, reportPricePaise }
      return { replaced, sentToReview: await sendToReview(trx, project, changes) }
    })
    await Promise.allSettled(replaced.map((key) => store.delete(key)))
    return { project: await projectForOwner(dependencies, ownerId, projectId), sentToReview }
  } catch (error) {
    // Only when it is certain that nothing was recorded; otherwise the sweep decides.
    if (file && error instanceof ProblemError) await store.delete(file.key).catch(() => {})
    throw error
  }
}

/** Takes the report off sale. Buyers keep its file. */
export async function removeReport(
  dependencies: Dependencies,
  ownerId: string,
  projectId: string,
): Promise<Changed> {
  const sentToReview = await dependencies.db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    if (!project.reportKey) throw new ProblemError('not_found', 'This project has no report')
    return sendToReview(trx, project, { reportKey: null, reportName: null, reportPricePaise: null })
  })
  return { project: await projectForOwner(dependencies, ownerId, projectId), sentToReview }
}

/** Whether a name is that of a Word document; programs open a file by its name. */
const isWordName = (name: string) => /\.docx?$/i.test(name.trim())

const notWord = () => new ProblemError('unsupported_type', refusals.noDocument)

const noFile = () => new ProblemError('invalid_input', 'Please select a report file')

/** Checks and stores the form's file, if there is one. */
async function receiveReport(store: MemberStore, request: AsyncIterable<Multipart>) {
  const fields: Record<string, unknown> = {}
  let file: Omit<NewReport, 'projectId'> | undefined
  try {
    await eachPart(request, async (part) => {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else if (part.fieldname === 'report' && !file) {
        await withTempFile(part.file, async (draft) => {
          if (draft.size > limits.reportBytes)
            throw new ProblemError('too_large', `${part.filename} exceeds 20MB limit`)
          if (draft.size === 0) return
          if (part.filename && !isWordName(part.filename)) throw notWord()
          await store.requireRoom(draft.size)
          const { kind, pages, headings } = await readDocument(draft)
          const key = `reports/${randomUUID()}.${kind}`
          await store.putStream(draft.read(), () => key)
          file = {
            key,
            name: nameOf(part.filename, kind),
            size: draft.size,
            sha256: await sha256Of(draft.read()),
            pages,
            headings: JSON.stringify(headings),
          }
        })
      }
    })
  } catch (error) {
    if (file) await store.delete(file.key).catch(() => {})
    throw error
  }
  return { file, fields }
}

async function sha256Of(bytes: Readable): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(bytes, digest)
  return digest.digest('hex')
}

/**
 * The owner's file name without its folders, its ending and unsafe characters, with the ending of the detected kind; a
 * default name when none is left.
 */
function nameOf(given: string | undefined, kind: string): string {
  const file = (given ?? '').replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
  const base = withoutInvisible(file.replace(/[\p{Cc}<>:"|?*]/gu, ''))
    .trim()
    .slice(0, 120)
  const name = `${base}.${kind}`
  return base && !nameProblem(name) ? name : `project-report.${kind}`
}

import { isDeepStrictEqual } from 'node:util'

import type { Received } from '#contract/endpoint.ts'
import { paiseOf } from '#contract/money.ts'
import type { projects } from '#contract/projects.ts'
import { type OwnerChange, sendsToReview } from '#contract/verification.ts'

import { publish } from '../catalogue/service.ts'
import type { Caller } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { recordAction } from '../staff/service.ts'
import { decide, requireUnchanged, type StaffCaller } from '../verification/service.ts'
import { changeProject, type ProjectRow } from './queries.ts'
import { anyProject, ownProject, sendToReview } from './service.ts'

type Body = Received<typeof projects.update>['body']
/** What an owner may change. Whatever else a body carries is not looked at. */
const ownersFields = [
  'title',
  'description',
  'category',
  'technologies',
  'features',
  'requirements',
  'tags',
  'difficulty',
  'demoUrl',
  'githubUrl',
  'allowsCustomization',
  'includesInstallationSupport',
  'isActive',
] as const satisfies readonly OwnerChange[]
const staffsFields = [...ownersFields, 'isFeatured'] as const

/** Changes the caller's own project. Answers whether what was verified changed, so that it went back to pending. */
export const editAsOwner = (
  { db }: Pick<Parts, 'db'>,
  owner: Caller,
  projectId: string,
  body: Body,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const changes = changesIn(await ownProject(trx, owner.id, projectId, { lock: true }), body, ownersFields)
    if (isEmpty(changes)) return false
    await changeProject(trx, projectId, changes)
    const wasPublic = asksForReview(changes) && (await sendToReview(trx, projectId))
    if (!wasPublic) await publish(trx, projectId)
    return wasPublic
  })

/** Changes any project without asking for verification again, and decides about it if the body says so. */
export const editAsStaff = (
  parts: Pick<Parts, 'db' | 'jobs' | 'config'>,
  staff: StaffCaller,
  projectId: string,
  body: Body,
): Promise<void> =>
  parts.db.transaction().execute(async (trx) => {
    const project = await anyProject(trx, projectId, { lock: true })
    requireUnchanged(project, body.basedOn)
    const changes = changesIn(project, body, staffsFields)
    if (!isEmpty(changes)) {
      await changeProject(trx, projectId, changes)
      await publish(trx, projectId)
      const before = Object.fromEntries(
        Object.keys(changes).map((name) => [name, project[name as keyof ProjectRow]]),
      )
      await recordAction(trx, {
        staffId: staff.id,
        action: 'edit project',
        target: `project ${projectId}`,
        before,
        after: changes,
      })
    }
    await decide(parts, trx, staff, projectId, {
      status: body.verificationStatus,
      notes: body.verificationNotes,
    })
  })

type Changes = Partial<Pick<ProjectRow, (typeof staffsFields)[number] | 'pricePaise'>>

/** Of the fields that may be changed, those that the body really changes. */
function changesIn(
  project: ProjectRow,
  body: Body,
  fields: readonly (typeof staffsFields)[number][],
): Changes {
  const wanted: Changes = {
    ...Object.fromEntries(fields.map((field) => [field, body[field]])),
    pricePaise: body.price === undefined ? undefined : paiseOf(body.price),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, project[name as keyof Changes]),
    ),
  )
}

const asksForReview = (changes: Changes) =>
  ownersFields.some((name) => name in changes && sendsToReview[name])

const isEmpty = (changes: Changes) => Object.keys(changes).length === 0

import type { Received, ReplyFields } from '#contract/kit/endpoint.ts'
import { Id } from '#contract/kit/fields.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import type { ListQuery } from '#contract/projects/list.ts'
import type { Project } from '#contract/projects/project.ts'
import type { projects } from '#contract/projects/projects.ts'
import type { staffProjects } from '#contract/projects/staff/projects.ts'

import { memberByEmail } from '../../accounts/lookup-queries.ts'
import { ownCardsOf } from '../../catalogue/service.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { withPicturePass } from '../../platform/images/pass.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type OptionalKind } from '../../platform/mail/send.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { projectFor, projectNotFound, type Stores } from '../access.ts'
import { editAsStaff } from '../edits.ts'
import { projectsWaitingForOwner } from '../findings/service.ts'
import { removeProject } from '../removal.ts'
import { createProject } from '../service.ts'
import { recalledAmong } from './lookup-queries.ts'
import { findForStaff, archivedAmong } from './queries.ts'

type Bulk = ReplyFields<typeof staffProjects.bulkUpdate>
/**
 * Applies one action to many projects, each in its own transaction, so that a failure affects no other project. It only
 * changes the active switch or deletes the project; verification stays as it is.
 */
export async function updateMany(
  dependencies: Dependencies,
  staff: StaffCaller,
  { projectIds, action }: Pick<Received<typeof staffProjects.bulkUpdate>['body'], 'projectIds' | 'action'>,
): Promise<Bulk> {
  const results: Bulk['results'] = []
  const unknown: string[] = []
  for (const _id of new Set(projectIds)) {
    try {
      if (!Id.safeParse(_id).success) throw projectNotFound()
      await (action === 'delete'
        ? removeProject(dependencies, staff, _id)
        : switchTo(dependencies, staff, _id, action === 'activate'))
      results.push({ _id, success: true })
    } catch (thrown) {
      if (!(thrown instanceof ProblemError)) throw thrown
      if (thrown.code === 'not_found') unknown.push(_id)
      results.push({ _id, success: false, message: thrown.message })
    }
  }
  return { results, unknown, updated: results.filter(({ success }) => success).length }
}

const switchTo = ({ db }: Dependencies, staff: StaffCaller, projectId: string, isActive: boolean) =>
  db.transaction().execute((trx) => editAsStaff(trx, staff, projectId, { isActive }))

/**
 * Creates a project, pending and without files, that belongs to the member with the given email, and mails them. Throws
 * invalid_input when no active member has that email, conflict as createProject does.
 */
export const createForMember = (
  dependencies: Dependencies,
  staff: StaffCaller,
  { ownerEmail, isActive, isFeatured, ...wanted }: Received<typeof staffProjects.create>['body'],
): Promise<Project> =>
  dependencies.db.transaction().execute(async (trx) => {
    const stores = { db: trx, secret: dependencies.secret }
    const owner = await memberByEmail(trx, ownerEmail)
    if (!owner || owner.deactivatedAt) throw unknownOwner()
    // Staff accept nothing for an owner, who is asked at their next save.
    const { isNew, project } = await createProject(stores, owner.id, { ...wanted, ownerLicence: undefined })
    const { _id: id, title } = project
    if (isNew) {
      await editAsStaff(trx, staff, id, { isActive, isFeatured })
      const { price } = wanted
      const after = { title, price, category: wanted.category, ownerId: owner.id }
      await recordAudit(trx, { staff, action: 'create project', about: `project ${id}`, name: title, after })
      const { publicUrl } = dependencies.config
      await mailMember(dependencies, trx, createdKind, owner.id, createdEmail({ id, title, publicUrl }))
    }
    return projectFor(stores, staff, id)
  })

const unknownOwner = () => fieldProblem('ownerEmail', 'No member signs in with this email')

const createdKind: OptionalKind = {
  name: 'project created by staff',
  why: 'the project is yours',
  preference: 'notifications',
}

/** The email that tells a member that staff have created a project for them, and what to do next. */
const createdEmail = ({
  id,
  title,
  publicUrl,
}: {
  id: string
  title: string
  publicUrl: string
}): EmailContent => ({
  subject: `A project was created for you: ${title}`,
  paragraphs: [
    `Our staff have created the project “${title}” in your account. What it earns is yours.`,
    'Check its description, then upload its files and pictures. After that our staff verify it.',
  ],
  button: { label: 'Open Your Project', url: `${publicUrl}/owner/projects/${id}` },
})

/** One page of all projects, for staff, with those that wait for their owner. */
export async function listForStaff(
  { db: connection, secret }: Stores,
  { waitsFor, ...query }: ListQuery,
): Promise<ReplyFields<typeof projects.list>> {
  const waiting = waitsFor && (await projectsWaitingForOwner(connection))
  const { rows, pagination } = waiting
    ? await findForStaff(
        connection,
        { ...query, status: 'pending' },
        { ids: [...waiting], isIn: waitsFor === 'owner' },
      )
    : await findForStaff(connection, query)
  const ids = rows.map(({ id }) => id)
  const [cards, recalled, archived] = await Promise.all([
    ownCardsOf(connection, ids),
    recalledAmong(connection, ids),
    archivedAmong(connection, ids),
  ])
  return {
    projects: cards.map((card) => withPicturePass(secret, card)),
    recalled,
    archived,
    pagination,
    waitingForOwner: [...(await projectsWaitingForOwner(connection, ids))],
  }
}

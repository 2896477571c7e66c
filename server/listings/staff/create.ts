import type { Received } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Project } from '#contract/projects.ts'
import type { staffListings } from '#contract/staff/listings.ts'

import { memberByEmail } from '../../accounts/service.ts'
import { recordAudit } from '../../audit/service.ts'
import type { Caller } from '../../http/session.ts'
import { mailMember, type MailParts } from '../../mail/enqueue.ts'
import type { Parts } from '../../parts.ts'
import { createProject, editAsStaff } from '../../projects/service.ts'
import { projectFor } from '../project-for.ts'
import { createdEmail, createdKind } from './created-email.ts'

/**
 * Creates a project that belongs to the member with the given email, and mails them: pending, and without files until
 * they upload them. Throws invalid_input when no member who may sign in has that email, conflict as createProject does.
 */
export const createForMember = (
  parts: MailParts & Pick<Parts, 'db'>,
  staff: Caller<'admin' | 'super_admin'>,
  { ownerEmail, isActive, isFeatured, ...wanted }: Received<typeof staffListings.create>['body'],
): Promise<Project> =>
  parts.db.transaction().execute(async (trx) => {
    const owner = await memberByEmail(trx, ownerEmail)
    if (!owner || owner.deactivatedAt) throw unknownOwner()
    const { isNew, project } = await createProject(trx, owner.id, wanted)
    const { _id: id, title } = project
    if (isNew) {
      await editAsStaff(trx, staff, id, { isActive, isFeatured })
      const { price } = wanted
      const after = { title, price, category: wanted.category, ownerId: owner.id }
      await recordAudit(trx, { staff, action: 'create project', about: `project ${id}`, name: title, after })
      const { publicUrl } = parts.config
      await mailMember(parts, trx, createdKind, owner, createdEmail({ id, title, publicUrl }))
    }
    return projectFor(trx, staff, id)
  })

function unknownOwner() {
  const message = 'No member signs in with this email'
  return new ProblemError('invalid_input', message, { fields: { ownerEmail: message } })
}

import { v7 as uuid } from 'uuid'

import type { Parts } from '../parts.ts'
import { ownProject } from './access.ts'
import { insertProject } from './queries.ts'
import { repositoryName } from './repository-name.ts'
import { saveProject } from './save.ts'

/** Puts the caller's own project away, or brings it back. What staff decided and what the owner's switch says stay as they were. */
export const setArchived = (
  { db }: Pick<Parts, 'db'>,
  ownerId: string,
  projectId: string,
  isArchived: boolean,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { archivedAt } = await ownProject(trx, ownerId, projectId, { lock: true })
    if ((archivedAt !== null) === isArchived) return
    await saveProject(trx, projectId, { archivedAt: isArchived ? new Date() : null })
  })

/**
 * A new draft with what the caller wrote about their own project, and its price. Without files, images and report: the
 * same code is not to be sold twice. Answers its id.
 */
export const duplicateProject = (
  { db }: Pick<Parts, 'db'>,
  ownerId: string,
  projectId: string,
): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const original = await ownProject(trx, ownerId, projectId)
    const id = uuid()
    const title = titleOfCopy(original.title)
    await insertProject(trx, {
      id,
      ownerId,
      title,
      repository: repositoryName(title, id),
      description: original.description,
      category: original.category,
      pricePaise: original.pricePaise,
      technologies: original.technologies,
      features: original.features,
      requirements: original.requirements,
      tags: original.tags,
      difficulty: original.difficulty,
      demoUrl: original.demoUrl,
      githubUrl: original.githubUrl,
      licence: original.licence,
      allowsCustomization: original.allowsCustomization,
      includesInstallationSupport: original.includesInstallationSupport,
    })
    return id
  })

const maxTitle = 120
const ending = ' (copy)'

const titleOfCopy = (title: string) =>
  title.endsWith(ending)
    ? title
    : title
        .slice(0, maxTitle - ending.length)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd() + ending

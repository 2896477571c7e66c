import { isDeepStrictEqual } from 'node:util'

import { rupeesOf } from '#contract/kit/amounts.ts'
import { counted, rupees } from '#contract/kit/format.ts'
import type { EditionChange, Since } from '#contract/projects/staff/verification.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { ProjectRow } from '../queries.ts'
import { type Edition, lastDecision, picturesOf } from '../status-queries.ts'
import { approvedEdition } from './queue-queries.ts'

/** The last approval or sending back of a project, and the parts of it that are not as they were then. */
export async function changesSinceDecision(
  connection: Connection,
  project: ProjectRow,
): Promise<{ since: Since | null; changes: EditionChange[] }> {
  const decision = await lastDecision(connection, project.id)
  if (!decision) return { since: null, changes: [] }
  const { status, notes, verifiedAt, release } = decision
  const edition = status === 'approved' ? await approvedEdition(connection, project.id) : decision.edition
  return {
    since: { status: status as Since['status'], notes, at: verifiedAt.toISOString(), release },
    changes: edition
      ? changesOf(edition, {
          ...project,
          pictures: await picturesOf(connection, project.id),
        })
      : [],
  }
}

function changesOf(edition: Edition, project: ProjectRow & Edition): EditionChange[] {
  const [before, after] = [linesOf(edition), linesOf(project)]
  const changed = (Object.keys(before) as (keyof typeof before)[])
    .filter((what) => !isDeepStrictEqual(before[what], after[what]))
    .map((what) => ({ what, before: before[what], after: after[what] }))
  const pictures = pictureChanges(edition.pictures, project.pictures)
  return [
    ...changed,
    ...(edition.licence === project.licence
      ? []
      : [
          {
            what: 'licence' as const,
            before: [licenceOf(edition.licence)],
            after: [licenceOf(project.licence)],
          },
        ]),
    ...(project.reportKey === null || project.reportKey === edition.reportKey
      ? []
      : [{ what: 'report' as const, before: [], after: [project.reportName!] }]),
    ...(pictures.length === 0 ? [] : [{ what: 'pictures' as const, before: [], after: pictures }]),
  ]
}

const licenceOf = (licence: string) =>
  licence === 'own' ? 'the licence in the files' : 'Readymade’s licence'

/** The parts of a project, now or then, as lines of text. */
const linesOf = (part: Edition) => ({
  title: [part.title],
  price: priceOf(part.pricePaise),
  'report price': priceOf(part.reportPricePaise),
  'bundle price': priceOf(part.bundlePricePaise),
  category: [part.category],
  demo: part.demoUrl === null ? [] : [part.demoUrl],
  github: part.githubUrl === null ? [] : [part.githubUrl],
  description: [part.description],
  features: part.features,
  requirements: part.requirements,
})

const priceOf = (paise: number | null) => (paise === null ? [] : [rupees(rupeesOf(paise))])

/** Tells how the pictures differ from the approved ones; empty when they do not. */
function pictureChanges(before: string[], after: string[]): string[] {
  const added = after.filter((id) => !before.includes(id)).length
  const removed = before.filter((id) => !after.includes(id)).length
  if (added + removed === 0) return isDeepStrictEqual(before, after) ? [] : ['in another order']
  return [
    ...(added > 0 ? [`${counted(added, 'picture')} added`] : []),
    ...(removed > 0 ? [`${counted(removed, 'picture')} removed`] : []),
  ]
}

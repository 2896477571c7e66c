import { isDeepStrictEqual } from 'node:util'

import { rupeesOf } from '#contract/kit/amounts.ts'
import { counted, rupees } from '#contract/kit/format.ts'
import type { EditionChange, Since } from '#contract/projects/editions.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { ProjectRow } from '../queries.ts'
import { type Edition, lastDecision } from '../status-queries.ts'
import { lastEdition, type Picture, picturesOf } from './queries.ts'

/**
 * The last approval or sending back of a project, the parts of it that are not as they were then, and those that are not
 * as staff approved them last.
 */
export async function changesSinceDecision(
  connection: Connection,
  project: ProjectRow,
): Promise<{ since: Since | null; changes: EditionChange[]; fromEdition: EditionChange[] }> {
  const decision = await lastDecision(connection, project.id)
  if (!decision) return { since: null, changes: [], fromEdition: [] }
  const { notes, verifiedAt, release } = decision
  const status = decision.status as Since['status']
  const approved = await lastEdition(connection, project.id)
  const now = { ...project, pictures: idsOf(await picturesOf(connection, project.id)) }
  const fromEdition = approved
    ? changesOf({ ...approved, pictures: idsOf(approved.pictures as unknown as Picture[]) }, now)
    : []
  const at = status === 'approved' && approved ? approved.approvedAt : verifiedAt
  return {
    since: { status, notes, at: at.toISOString(), release },
    changes: status === 'approved' ? fromEdition : decision.edition ? changesOf(decision.edition, now) : [],
    fromEdition,
  }
}

const idsOf = (pictures: Picture[]) => pictures.map(({ id }) => id)

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

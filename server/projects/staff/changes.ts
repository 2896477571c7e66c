import { isDeepStrictEqual } from 'node:util'

import { rupeesOf } from '#contract/kit/amounts.ts'
import { counted, isoTime, rupees } from '#contract/kit/format.ts'
import type { EditionChange } from '#contract/projects/staff/verification.ts'

import type { Connection, Found } from '../../platform/database/connection.ts'
import type { ProjectRow } from '../queries.ts'
import { approvedEdition } from './queue-queries.ts'

/** The time of a project's last approval, and the parts of it that are not as they were approved. */
export async function changesSinceApproval(
  connection: Connection,
  project: ProjectRow,
): Promise<{ approvedAt: string | null; changes: EditionChange[] }> {
  const edition = await approvedEdition(connection, project.id)
  return {
    approvedAt: isoTime(edition?.approvedAt ?? null),
    changes: edition ? changesOf(edition, project) : [],
  }
}

type Edition = NonNullable<Found<typeof approvedEdition>>

function changesOf(edition: Edition, project: ProjectRow): EditionChange[] {
  const [before, after] = [linesOf(edition), linesOf(project)]
  const changed = (Object.keys(before) as (keyof typeof before)[])
    .filter((what) => !isDeepStrictEqual(before[what], after[what]))
    .map((what) => ({ what, before: before[what], after: after[what] }))
  const pictures = pictureChanges(edition.pictures, edition.picturesNow)
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
    ...(edition.newReport === null
      ? []
      : [{ what: 'report' as const, before: [], after: [edition.newReport] }]),
    ...(pictures.length === 0 ? [] : [{ what: 'pictures' as const, before: [], after: pictures }]),
  ]
}

const licenceOf = (licence: string) =>
  licence === 'own' ? 'the licence in the files' : 'Readymade’s licence'

/** The parts of a project or of an approved edition as lines of text. */
const linesOf = (
  part: Pick<
    ProjectRow & Edition,
    | 'title'
    | 'description'
    | 'category'
    | 'features'
    | 'requirements'
    | 'demoUrl'
    | 'githubUrl'
    | 'pricePaise'
    | 'reportPricePaise'
    | 'bundlePricePaise'
  >,
) => ({
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

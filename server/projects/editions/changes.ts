import { isDeepStrictEqual } from 'node:util'

import { rupeesOf } from '#contract/kit/amounts.ts'
import { counted, rupees } from '#contract/kit/format.ts'
import { codeQuestionText } from '#contract/projects/code-questions.ts'
import { signInText } from '#contract/projects/demo-sign-ins.ts'
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
  const pictures = await picturesOf(connection, project.id)
  const now = { ...project, pictures }
  const fromEdition = approved
    ? changesOf({ ...approved, pictures: approved.pictures as unknown as Picture[] }, now)
    : []
  const at = status === 'approved' && approved ? approved.approvedAt : verifiedAt
  return {
    since: { status, notes, at: at.toISOString(), release },
    changes:
      status === 'approved'
        ? fromEdition
        : decision.edition
          ? changesOf(withPictures(decision.edition), now)
          : [],
    fromEdition,
  }
}

/** A picture then or now; its text is not known of what was sent back. */
type Pictured = Pick<Picture, 'id'> & Partial<Picture>
type Parts = Omit<Edition, 'pictures'> & { pictures: Pictured[] }

const withPictures = (edition: Edition): Parts => ({
  ...edition,
  pictures: edition.pictures.map((id) => ({ id })),
})

function changesOf(edition: Parts, project: Parts): EditionChange[] {
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
    ...(project.reportKey === edition.reportKey
      ? []
      : [{ what: 'report' as const, before: reportOf(edition), after: reportOf(project) }]),
    ...(pictures.length === 0 ? [] : [{ what: 'pictures' as const, before: [], after: pictures }]),
  ]
}

const licenceOf = (licence: string) =>
  licence === 'own' ? 'the licence in the files' : 'Readymade’s licence'

/** What was sent back by the release before has a report without its name. */
const reportOf = ({ reportKey, reportName }: Pick<Parts, 'reportKey' | 'reportName'>) =>
  reportKey === null ? [] : [reportName ?? 'another report']

/** The parts of a project, now or then, as lines of text. */
const linesOf = (part: Parts) => ({
  title: [part.title],
  price: priceOf(part.pricePaise),
  'report price': priceOf(part.reportPricePaise),
  'bundle price': priceOf(part.bundlePricePaise),
  category: [part.category],
  demo: part.demoUrl === null ? [] : [part.demoUrl],
  github: part.githubUrl === null ? [] : [part.githubUrl],
  description: [part.description],
  // What was sent back by the release before has none.
  'demo sign-ins': (part.demoSignIns ?? []).map(signInText),
  'questions about the code': (part.codeQuestions ?? []).map(codeQuestionText),
  features: part.features,
  requirements: part.requirements,
})

const priceOf = (paise: number | null) => (paise === null ? [] : [rupees(rupeesOf(paise))])

/** Tells how the pictures differ from the approved ones; empty when they do not. */
function pictureChanges(before: Pictured[], after: Pictured[]): string[] {
  const then = new Map(before.map(({ id, alt }) => [id, alt]))
  const now = new Map(after.map(({ id, alt }) => [id, alt]))
  const added = [...now.keys()].filter((id) => !then.has(id)).length
  const removed = [...then.keys()].filter((id) => !now.has(id)).length
  const described = [...now].filter(([id, alt]) => then.get(id) !== undefined && then.get(id) !== alt).length
  const isMoved = added + removed === 0 && !isDeepStrictEqual([...then.keys()], [...now.keys()])
  return [
    ...(added > 0 ? [`${counted(added, 'picture')} added`] : []),
    ...(removed > 0 ? [`${counted(removed, 'picture')} removed`] : []),
    ...(isMoved ? ['in another order'] : []),
    ...(described > 0 ? [`${counted(described, 'picture')} described anew`] : []),
  ]
}

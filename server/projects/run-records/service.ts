import type { Received, ReplyFields } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { ownRunsPerDay, type RunRecord, type runs } from '#contract/projects/runs.ts'
import type { HeldRun, staffRuns } from '#contract/projects/staff/runs.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff, type StaffCaller } from '../../platform/http/caller.ts'
import { picturePass } from '../../platform/images/pass.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { anyEdited, anyProject, ownProject, requireVisible, type Stores } from '../access.ts'
import { saveEdit } from '../editions/service.ts'
import { toFindings } from '../findings/presenter.ts'
import { readCheckContext } from '../findings/service.ts'
import type { ProjectRow } from '../queries.ts'
import { toOwnRunRecord, toRunRecord } from './presenter.ts'
import { countAsked, lastStartAt, lockOwnRuns, openRuns, projectOfRun, startableOf } from './queue-queries.ts'
import { askForRun } from './queue.ts'
import {
  boughtRecord,
  countToLookAt,
  hasAnyRun,
  newestRecord,
  newestShown,
  recordById,
  type RecordRow,
  recordsOf,
  recordsToLookAt,
  saveNote,
  saveShown,
  shownRecord,
} from './record-queries.ts'
import { hasLiveRunner, hasRunner } from './runner-queries.ts'
import { startOfDay } from './runners.ts'
import { recordShown } from './shown.ts'

/** What everybody sees of the runs of a project; null while there is nothing to show. */
export async function runOf(connection: Connection, projectId: string): Promise<RunRecord | null> {
  const record = await shownRecord(connection, projectId)
  return record ? toRunRecord(record) : null
}

/** The same for a caller. Throws not_found for who does not see the project. */
export async function runFor(
  connection: Connection,
  caller: Caller | undefined,
  projectId: string,
): Promise<RunRecord | null> {
  await requireVisible(connection, caller, projectId)
  return runOf(connection, projectId)
}

/** The end of the addresses of a record's pictures, for who may see them although not everybody does. */
const passOf = (secret: string, { id }: RecordRow) => picturePass(secret, `run ${id}`)

/**
 * What buyers, and those in their team, see of the run of a release that they have, whether it is on sale or not; null
 * where there is nothing to show.
 */
export async function boughtRun(
  { db, secret }: Stores,
  caller: Caller,
  { id: projectId, number }: { id: string; number: number },
): Promise<RunRecord | null> {
  const record = await boughtRecord(db, { memberId: caller.id, projectId, release: number })
  return record ? toRunRecord(record, passOf(secret, record)) : null
}

/** The project of its owner, or any for staff, with the change that waits. */
const editedFor = (
  connection: Connection,
  caller: Caller,
  projectId: string,
  options: { lock?: boolean } = {},
): Promise<ProjectRow> =>
  isStaff(caller)
    ? anyEdited(connection, projectId, options)
    : ownProject(connection, caller.id, projectId, options)

const maxRecords = 20

/** The run records of a project, for its owner and staff, and what has not ended. */
export async function runsFor(
  { db, secret }: Stores,
  caller: Caller,
  projectId: string,
): Promise<ReplyFields<typeof runs.list>> {
  const project = await editedFor(db, caller, projectId)
  const [records, open, left, isThere, startAt, newest] = await Promise.all([
    recordsOf(db, projectId, maxRecords),
    openRuns(db, projectId),
    leftToday(db, project.ownerId),
    hasLiveRunner(db),
    lastStartAt(db, projectId),
    project.releaseId ? newestRecord(db, project.releaseId) : undefined,
  ])
  const whyNot = await whyNotRun(db, project, isStaff(caller) ? undefined : left)
  return {
    runs: records.map((record) => toOwnRunRecord(record, passOf(secret, record))),
    open: open.map(({ isRunning, askedAt, ...run }) => ({
      ...run,
      state: isRunning ? 'running' : 'waiting',
      askedAt: askedAt.toISOString(),
    })),
    mayAsk: whyNot === '',
    whyNot,
    left,
    hasRunner: isThere,
    startAt,
    mayNote: !isStaff(caller) && newest !== undefined && mayNote(newest),
  }
}

/** How many runs an owner may still ask for today. */
const leftToday = async (connection: Connection, ownerId: string) =>
  Math.max(0, ownRunsPerDay - (await countAsked(connection, ownerId, startOfDay())))

/** Why no run of a project can be asked for now; '' where one can. `left`: those of its owner today. */
async function whyNotRun(
  connection: Connection,
  project: ProjectRow,
  left: number | undefined,
): Promise<string> {
  if (!(await hasRunner(connection))) return 'No machine runs projects.'
  if (!project.releaseId) return 'Upload the project files first.'
  if (!(await startableOf(connection, project.releaseId)))
    return 'The files are still being checked. This takes about a minute.'
  if (!(await projectOfRun(connection, project.releaseId)))
    return 'Only what is on sale, or waits for our staff, is run.'
  if (left === 0) return `You have asked for ${ownRunsPerDay} runs today. Try again tomorrow.`
  return ''
}

/**
 * Asks for a run of the newest release of a project, for its owner or staff. Throws not_found, conflict before the check
 * and for a project that is neither on sale nor waits for staff, and too_many_requests after the runs of a day.
 */
export const askForRunAs = (
  { db }: Dependencies,
  caller: Caller,
  projectId: string,
  startAt: string | null | undefined,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const project = await editedFor(trx, caller, projectId, { lock: true })
    const byStaff = isStaff(caller)
    if (!byStaff) await lockOwnRuns(trx, project.ownerId)
    const left = byStaff ? undefined : await leftToday(trx, project.ownerId)
    const whyNot = await whyNotRun(trx, project, left)
    if (whyNot) throw new ProblemError(left === 0 ? 'too_many_requests' : 'conflict', whyNot)
    await askForRun(trx, project.releaseId!, { cause: byStaff ? 'staff' : 'owner', startAt })
    if (byStaff)
      await recordAudit(trx, {
        staff: caller,
        action: 'run again',
        about: `project ${projectId}`,
        name: project.title,
        ...(startAt && { after: { startAt } }),
      })
  })

const mayNote = ({ outcome, shownAt }: RecordRow) => outcome === 'failed' && shownAt === null

/** Saves what an owner says of the newest run of their newest release. Throws conflict unless it failed and is not shown. */
export const noteRun = (
  { db }: Dependencies,
  owner: Caller,
  projectId: string,
  note: string | null,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, owner.id, projectId, { lock: true })
    const record = project.releaseId ? await newestRecord(trx, project.releaseId) : undefined
    if (!record || !mayNote(record))
      throw new ProblemError(
        'conflict',
        'A note belongs to a run that failed and that our staff have not shown yet.',
      )
    await saveNote(trx, record.id, note)
    // Staff who have the project open must not approve a note that they have not read.
    if (project.verificationStatus !== 'approved') await saveEdit(trx, project, {})
  })

/**
 * Shows what staff saw of a release that they approve, in their transaction: the record `seen`, null for none, or without
 * it the newest, unless they hid it. Answers how it was shown before, for one who takes the approval back.
 */
export async function showApproved(
  trx: Connection,
  project: ProjectRow,
  seen: string | null | undefined,
): Promise<ShownBefore | undefined> {
  if (!project.releaseId || seen === null) return undefined
  const record = seen === undefined ? await newestRecord(trx, project.releaseId) : await recordById(trx, seen)
  if (record?.releaseId !== project.releaseId || record.machineFailed) return undefined
  const { id, shownAt, behindShownAt, decidedAt } = record
  if (decidedAt !== null && shownAt === null) return undefined
  const hasBehind = record.pages.some((page) => page.seen.after !== '')
  const holdsBack = hasBehind && behindShownAt === null && (await hasPersonalData(trx, project))
  await saveShown(trx, id, {
    shownAt: new Date(),
    ...(!holdsBack && { behindShownAt: new Date(), decidedAt: new Date() }),
  })
  await recordShown(trx, project.id)
  return { id, shownAt, behindShownAt, decidedAt }
}

/** Who saw a record, and whether staff had decided, before an approval showed it. Times are ISO dates. */
export type ShownBefore = Pick<RecordRow, 'id' | 'shownAt' | 'behindShownAt' | 'decidedAt'>

/** Takes back what an approval showed, unless staff hid it meanwhile. */
export async function showAsBefore(
  trx: Connection,
  projectId: string,
  { id, shownAt, behindShownAt, decidedAt }: ShownBefore,
): Promise<void> {
  if (!(await recordById(trx, id))?.shownAt) return
  const time = (iso: string | null) => (iso === null ? null : new Date(iso))
  await saveShown(trx, id, {
    shownAt: time(shownAt),
    behindShownAt: time(behindShownAt),
    decidedAt: time(decidedAt),
  })
  await recordShown(trx, projectId)
}

type Checked = Parameters<typeof readCheckContext>[1]

/** Whether the check found data of people in a release, open or explained by its owner. */
async function hasPersonalData(connection: Connection, project: Checked): Promise<boolean> {
  const { findings, omitted } = toFindings(await readCheckContext(connection, project), 'staff')
  return findings.some(({ kind }) => kind === 'personal') || omitted.some(({ rule }) => isPersonal(rule))
}

const isPersonal = (rule: string) => ['personal', 'personal-data', 'aadhaar'].includes(rule)

/** The run records of what is on sale that wait for staff. */
export async function runsForStaff({ db, secret }: Stores): Promise<HeldRun[]> {
  const held: HeldRun[] = []
  for (const { title, ...record } of await recordsToLookAt(db)) {
    const project = await anyProject(db, record.projectId)
    held.push({
      projectId: record.projectId,
      projectTitle: title,
      run: toOwnRunRecord(record, passOf(secret, record)),
      shown: await runOf(db, record.projectId),
      why: record.shownAt !== null ? 'behind' : record.outcome === 'failed' ? 'failed' : 'unseen',
      hasPersonalData: await hasPersonalData(db, project),
    })
  }
  return held
}

/**
 * Carries out what staff decide about a record. Throws not_found, and conflict for one that says nothing of the project,
 * and where its owner has written another note than the staff member read.
 */
export async function decideRun(
  { db }: Dependencies,
  staff: StaffCaller,
  recordId: string,
  { decision, ownerNote }: Received<typeof staffRuns.decide>['body'],
): Promise<void> {
  const notThere = new ProblemError('not_found', 'This run is not there any more')
  const { projectId } = (await recordById(db, recordId)) ?? {}
  if (projectId === undefined) throw notThere
  await db.transaction().execute(async (trx) => {
    const project = await anyProject(trx, projectId, { lock: true })
    const found = await recordById(trx, recordId)
    if (!found) throw notThere
    if (found.machineFailed)
      throw new ProblemError('conflict', 'Our machine failed, so there is nothing to show.')
    if (ownerNote !== undefined && ownerNote !== found.ownerNote && decision !== 'hide')
      throw new ProblemError(
        'conflict',
        'Its owner has written another note meanwhile. Reload and read it first.',
      )
    const now = new Date()
    await saveShown(trx, recordId, {
      shownAt: decision === 'hide' ? null : now,
      behindShownAt: decision === 'show' ? now : null,
      decidedAt: now,
    })
    await recordShown(trx, project.id)
    await recordAudit(trx, {
      staff,
      action: 'decide run',
      about: `project ${project.id}`,
      name: project.title,
      before: { isShown: found.shownAt !== null },
      after: { decision, release: found.release },
    })
  })
}

/** With what a release ran, by the newest record of it that is shown; empty where none says that it ran. */
export async function runtimeOf(connection: Connection, releaseId: string): Promise<string> {
  const record = await newestShown(connection, releaseId)
  return record?.outcome === 'ran' ? toRunRecord(record).runtime : ''
}

/** How many run records wait for staff, and since when the oldest does. */
export const runsToLookAt = (connection: Connection) => countToLookAt(connection)

/** Whether some project was seen running, so that the list can be filtered by it. */
export const hasRun = (connection: Connection): Promise<boolean> => hasAnyRun(connection)

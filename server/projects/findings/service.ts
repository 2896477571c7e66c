import { ProblemError } from '#contract/problem.ts'
import type { Findings, RuleName, RuleSwitches } from '#contract/projects/findings.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Parts } from '../../parts.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { anyProject, ownProject } from '../access.ts'
import type { ProjectRow } from '../queries.ts'
import { newestRelease } from '../releases/queries.ts'
import { rules } from './check/rules.ts'
import { type Known, toFindings } from './presenter.ts'
import {
  blockedProjects,
  deleteWaiver,
  keepSwitches,
  keepWaiting,
  keepWaivers,
  newestChecked,
  type Place,
  setSwitches,
} from './queries.ts'

/** What was found in a project's newest release, for its owner and staff. Throws not_found for a stranger's project. */
export async function findingsFor(
  connection: Connection,
  caller: Caller,
  projectId: string,
): Promise<Findings> {
  const as = isStaff(caller) ? 'staff' : 'owner'
  const project =
    as === 'staff'
      ? await anyProject(connection, projectId)
      : await ownProject(connection, caller.id, projectId)
  return readFindings(connection, project, as)
}

/** The files of a project's newest release in which the check found a secret, or something about a person, that is not explained. */
export function filesWithSecrets(known: Known): Set<string> {
  const { findings } = toFindings(known, 'owner')
  const open = findings.filter(({ kind, waiver }) => (kind === 'secret' || kind === 'personal') && !waiver)
  return new Set(open.map(({ file }) => file))
}

/** The projects before verification, all or of these ids, whose owners have to remove or explain something in their files first. */
export async function projectsWaitingForOwner(
  connection: Connection,
  among?: string[],
): Promise<Set<string>> {
  const required = (await allSwitches(connection)).filter((one) => one.required).map(({ rule }) => rule)
  return new Set(await blockedProjects(connection, required, among))
}

/** Remembers why what a rule found in a file of an owner's project is no fault. Throws not_found when it found one of the marks not there. */
export const waive = (
  db: Database,
  ownerId: string,
  projectId: string,
  { reason, marks, ...place }: Place & { reason: string; marks: string[] },
): Promise<Findings> =>
  db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const { findings } = await readFindings(trx, project, 'owner')
    const found = findings.filter(({ rule, file }) => rule === place.rule && file === place.file)
    if (!marks.every((mark) => found.some((one) => one.mark === mark)))
      throw new ProblemError('not_found', 'This was not found in your newest files. Reload the page.')
    const owner = await memberById(trx, ownerId)
    const waivedBy = owner?.name ?? 'The owner'
    await keepWaivers(trx, { ...place, marks: [...new Set(marks)], projectId, reason, waivedBy })
    return readFindings(trx, project, 'owner')
  })

/** Takes a reason back. */
export const unwaive = (
  db: Database,
  ownerId: string,
  projectId: string,
  place: Place & { mark: string },
): Promise<Findings> =>
  db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    await deleteWaiver(trx, projectId, place)
    return readFindings(trx, project, 'owner')
  })

/** Asks for another check of the newest release if it could not be checked; changes nothing otherwise. */
export const recheck = (
  { db, jobs }: Pick<Parts, 'db' | 'jobs'>,
  caller: Caller,
  projectId: string,
): Promise<Findings> =>
  db.transaction().execute(async (trx) => {
    const as = isStaff(caller) ? 'staff' : 'owner'
    const options = { lock: true }
    const project = isStaff(caller)
      ? await anyProject(trx, projectId, options)
      : await ownProject(trx, caller.id, projectId, options)
    const release = await newestRelease(trx, projectId)
    const before = await readFindings(trx, project, as)
    if (!release || before.state !== 'failed') return before
    await keepWaiting(trx, release.id)
    await jobs.enqueue(trx, 'check-release', { releaseId: release.id })
    return readFindings(trx, project, as)
  })

/**
 * Throws conflict while a project's newest release is being checked, when it could not be checked and staff have not said
 * that they know, and while something that has to be removed or explained first is open.
 */
export async function requireChecked(
  connection: Connection,
  project: CheckedProject,
  { isUncheckedAccepted }: { isUncheckedAccepted: boolean },
): Promise<void> {
  const { state, findings, isBlocked } = await readFindings(connection, project, 'staff')
  if (state === 'waiting')
    throw conflict('The files are still being checked. This takes about a minute; approve it after that.')
  if (state === 'failed' && !isUncheckedAccepted)
    throw conflict(
      'The files could not be checked. Look at them yourself, say that you approve without the check, and approve again.',
    )
  if (!isBlocked) return
  const blocking = findings.filter(({ isBlocking }) => isBlocking)
  const places = [...new Set(blocking.map(({ title, file }) => `${title} in ${file}`))]
  const more = places.length > 3 ? ` and ${places.length - 3} more` : ''
  throw conflict(
    `The owner has to remove or explain this first: ${places.slice(0, 3).join('; ') || 'secrets in very many files'}${more}.`,
  )
}

const conflict = (message: string) => new ProblemError('conflict', message)

type CheckedProject = Pick<ProjectRow, 'id' | 'releaseId' | 'technologies'>

/** What was found in a project's newest release, as its owner or staff see it. */
export const readFindings = async (
  connection: Connection,
  project: CheckedProject,
  as: 'owner' | 'staff',
): Promise<Findings> => toFindings(await knownOf(connection, project), as)

/** All that is known of a project's newest release and its check. */
export async function knownOf(
  connection: Connection,
  { id, releaseId, technologies: declared }: CheckedProject,
): Promise<Known> {
  const newest = releaseId ? await newestChecked(connection, id) : undefined
  if (!newest) return { release: undefined, check: undefined, waivers: [], switches: [], declared }
  const { state, checkedAt, checked, waivers, switches, ...release } = newest
  const check = state && checkedAt ? { state, checkedAt, checked } : undefined
  return { release, check, waivers, switches: withDefaults(switches), declared }
}

/** Every rule with its switches, in the order of the rules. */
export const allSwitches = async (connection: Connection): Promise<RuleSwitches[]> =>
  withDefaults(await setSwitches(connection))

/** The switches of every rule, of which staff have set these. */
function withDefaults(set: Awaited<ReturnType<typeof setSwitches>>): RuleSwitches[] {
  const known = new Map(set.map(({ rule, ...switches }) => [rule, switches]))
  return rules.map(({ name, kind, title, isRequired = false }) => {
    const { shown, required } = known.get(name) ?? { shown: true, required: isRequired }
    return { rule: name, kind, title, shown, required }
  })
}

/** Sets a rule's switches and notes who did. Throws invalid_input for a rule that is required and not shown: its owner could not know what to do. */
export const setRule = (
  db: Database,
  staff: Caller,
  rule: RuleName,
  switches: { shown: boolean; required: boolean },
): Promise<RuleSwitches[]> =>
  db.transaction().execute(async (trx) => {
    if (switches.required && !switches.shown)
      throw new ProblemError('invalid_input', 'What is required has to be shown to owners.')
    const before = (await allSwitches(trx)).find((one) => one.rule === rule)!
    await keepSwitches(trx, { rule, ...switches })
    await recordAudit(trx, {
      staff,
      action: 'set rule',
      about: `rule ${rule}`,
      name: before.title,
      before: { shown: before.shown, required: before.required },
      after: switches,
    })
    return allSwitches(trx)
  })

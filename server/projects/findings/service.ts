import { ProblemError } from '#contract/kit/problem.ts'
import {
  type Finding,
  type Findings,
  isSensitive,
  type RuleName,
  type RuleSwitches,
} from '#contract/projects/findings.ts'
import { setUpRules } from '#contract/projects/set-up-steps.ts'
import { type ReleaseSetUp } from '#contract/projects/set-up.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { anyEdited, ownProject } from '../access.ts'
import type { ProjectRow } from '../queries.ts'
import { releaseState } from '../releases/queries.ts'
import { checkLimits } from './check/limits.ts'
import { rules } from './check/rules.ts'
import { type CheckContext, isBeforeApproval, toFindings } from './presenter.ts'
import {
  blockedProjects,
  deleteWaiver,
  upsertSwitches,
  upsertWaitingCheck,
  upsertWaivers,
  checkedRelease,
  type Place,
  storedSwitches,
} from './queries.ts'

/** The findings in a project's newest release, for its owner and staff. Throws not_found for a stranger's project. */
export async function findingsFor(
  connection: Connection,
  caller: Caller,
  projectId: string,
): Promise<Findings> {
  const as = isStaff(caller) ? 'staff' : 'owner'
  const project =
    as === 'staff'
      ? await anyEdited(connection, projectId)
      : await ownProject(connection, caller.id, projectId)
  return readFindings(connection, project, as)
}

/**
 * Makes a function that tells what keeps a file of a project's newest release from everybody: an open finding about a
 * secret or personal data ('secret'), or what staff have to look at first ('review'). That is explained personal data,
 * a secret explained after the approval, a finding that its owner does not see, and what the check did not read.
 */
export function publicationBlockers(known: CheckContext): (file: string) => 'secret' | 'review' | undefined {
  const { state, findings, omitted } = toFindings(known, 'staff')
  const sensitive = new Set(known.switches.filter(({ kind }) => isSensitive(kind)).map(({ rule }) => rule))
  const others = new Map(
    (known.check?.checked?.findings ?? []).map(({ rule, file, mark, others = [] }) => [
      rule + file + mark,
      others,
    ]),
  )
  const found = new Map<string, Finding[]>()
  for (const finding of findings.filter(({ kind }) => isSensitive(kind)))
    for (const file of [finding.file, ...(others.get(finding.rule + finding.file + finding.mark) ?? [])])
      found.set(file, [...(found.get(file) ?? []), finding])
  const isPartly =
    state === 'failed' || isBeyondCheck(known.release) || omitted.some(({ rule }) => sensitive.has(rule))
  return (file) => {
    const inFile = found.get(file) ?? []
    if (inFile.some(({ waiver, isShown }) => !waiver && isShown)) return 'secret'
    const isReviewed = ({ kind, waiver }: Finding) =>
      kind === 'secret' && waiver !== null && isBeforeApproval(waiver, known)
    return isPartly || !inFile.every(isReviewed) ? 'review' : undefined
  }
}

/** Tells whether a release has more than one check reads. */
const isBeyondCheck = (release: CheckContext['release']) =>
  release !== undefined &&
  (release.totalSize > checkLimits.totalBytes || release.fileCount > checkLimits.files)

/** The projects before verification, all or of these ids, whose owners first have to remove or explain a finding. */
export async function projectsWaitingForOwner(
  connection: Connection,
  among?: string[],
): Promise<Set<string>> {
  return new Set(await blockedProjects(connection, requiredByDefault, among))
}

/** The rules that are required unless staff have switched that off. */
export const requiredByDefault: RuleName[] = rules
  .filter(({ isRequired }) => isRequired)
  .map(({ name }) => name)

/** The rules that were off when a release was checked: hidden from its owner, or not required although by default they are. */
export const rulesOff = ({ switches }: CheckContext): RuleName[] =>
  switches
    .filter(({ rule, shown, required }) => !shown || (!required && requiredByDefault.includes(rule)))
    .map(({ rule }) => rule)

/**
 * Saves an owner's reason why findings of a rule in a file are harmless. Throws not_found when the newest release has
 * no finding with one of the marks.
 */
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
    await upsertWaivers(trx, { ...place, marks: [...new Set(marks)], projectId, reason, waivedBy })
    return readFindings(trx, project, 'owner')
  })

/** Deletes the waiver of a finding. */
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

/** Enqueues another check of the newest release if its check failed; changes nothing otherwise. */
export const recheck = ({ db, jobs }: Dependencies, caller: Caller, projectId: string): Promise<Findings> =>
  db.transaction().execute(async (trx) => {
    const as = isStaff(caller) ? 'staff' : 'owner'
    const options = { lock: true }
    const project = isStaff(caller)
      ? await anyEdited(trx, projectId, options)
      : await ownProject(trx, caller.id, projectId, options)
    const release = project.releaseId ? await releaseState(trx, project.releaseId) : undefined
    const before = await readFindings(trx, project, as)
    if (!release || before.state !== 'failed') return before
    await upsertWaitingCheck(trx, release.id)
    await jobs.enqueue(trx, 'check-release', { releaseId: release.id }, { ownerId: project.ownerId })
    if (isStaff(caller))
      await recordAudit(trx, {
        staff: caller,
        action: 'check again',
        about: `project ${projectId}`,
        name: project.title,
        after: { release: release.number },
      })
    return readFindings(trx, project, as)
  })

type CheckedProject = Pick<ProjectRow, 'id' | 'releaseId' | 'technologies' | 'demoSignIns' | 'verifiedAt'>

/** The findings in a project's newest release, as its owner or staff see them. */
export const readFindings = async (
  connection: Connection,
  project: CheckedProject,
  as: 'owner' | 'staff',
): Promise<Findings> => toFindings(await readCheckContext(connection, project), as)

/** A project's release and its check, with waivers, rule switches and declared technologies. */
export async function readCheckContext(
  connection: Connection,
  { id, releaseId, technologies: declared, demoSignIns: signIns, verifiedAt: approvedAt }: CheckedProject,
): Promise<CheckContext> {
  const newest = releaseId ? await checkedRelease(connection, id, releaseId) : undefined
  if (!newest)
    return { release: undefined, check: undefined, waivers: [], switches: [], declared, signIns, approvedAt }
  const { state, checkedAt, checked, waivers, switches, approvedAt: _, ...release } = newest
  const check = state && checkedAt ? { state, checkedAt, checked } : undefined
  return { release, check, waivers, switches: withDefaults(switches), declared, signIns, approvedAt }
}

/**
 * What starts a release, and what the check found in it that keeps a step from working, as long as its owner had not said
 * before the approval why it is none. Null where this version of the check has not looked at the release.
 */
export async function setUpOfRelease(
  connection: Connection,
  projectId: string,
  releaseId: string,
): Promise<ReleaseSetUp | null> {
  const found = await checkedRelease(connection, projectId, releaseId)
  const facts = found?.checked?.setUp
  if (!found || !facts) return null
  const { state, checkedAt, checked, waivers, switches, approvedAt, ...release } = found
  const { findings } = toFindings(
    {
      release,
      check: { state: state!, checkedAt: checkedAt!, checked },
      waivers: waivers.filter((waiver) => isBeforeApproval(waiver, { approvedAt })),
      switches: withDefaults(switches),
      declared: [],
      signIns: [],
      approvedAt,
    },
    'owner',
  )
  return {
    release: release.number,
    facts,
    findings: findings
      .filter(({ rule, waiver }) => setUpRules.includes(rule) && waiver === null)
      .slice(0, maxFindings)
      .map(({ rule, file, line, message }) => ({ rule, file, line, message })),
  }
}

/** The most findings that stand at the steps of a release. */
const maxFindings = 60

/** Every rule with its switches, in the order of the rules. */
export const allSwitches = async (connection: Connection): Promise<RuleSwitches[]> =>
  withDefaults(await storedSwitches(connection))

/** Adds the default switches of every rule that staff have not set. */
export function withDefaults(
  set: readonly { rule: string; shown: boolean; required: boolean }[],
): RuleSwitches[] {
  const known = new Map(set.map(({ rule, ...switches }) => [rule, switches]))
  return rules.map(({ name, kind, title, isRequired = false }) => {
    const { shown, required } = known.get(name) ?? { shown: true, required: isRequired }
    return { rule: name, kind, title, shown, required }
  })
}

/**
 * Sets a rule's switches for what is checked from now on, and records it in the audit log. Throws invalid_input for a
 * required rule that is hidden, because owners could not know what to do.
 */
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
    await upsertSwitches(trx, { rule, ...switches })
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

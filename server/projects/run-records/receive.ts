import { buffer } from 'node:stream/consumers'

import type { FastifyRequest } from 'fastify'
import { v4 as randomId } from 'uuid'

import type { Received } from '#contract/kit/endpoint.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import {
  runLease,
  runLimits,
  type RunnerMachine,
  type runners,
  type RunTask,
  SeenPage,
} from '#contract/projects/runners.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { eachPart, parseForm, partsOf } from '../../platform/http/bodies.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { encodeStored } from '../../platform/images/encode.ts'
import { countedRuns, runSeconds } from '../../platform/metrics.ts'
import { keyedLimiter } from '../../platform/overload/limiter.ts'
import { lockProjects } from '../lookup-queries.ts'
import { passingArchive } from '../releases/archive.ts'
import { mailFailed } from './failed-email.ts'
import { isForMysql } from './kind.ts'
import { contextOf, outcomeOf, rulesVersion } from './outcome.ts'
import { isPageShaped, keysOfPictures, pictureKey } from './pictures.ts'
import {
  addReceived,
  claimNext,
  countPages,
  deletePages,
  deleteRun,
  endLost,
  giveBack,
  heldRun,
  insertPage,
  projectOfRun,
  prolong,
  saveEnded,
  seenPages,
  type Startable,
  startableOf,
} from './queue-queries.ts'
import { isHiddenRun, newestShown, recordMailed, type RecordRow } from './record-queries.ts'
import { saveSeen } from './runner-queries.ts'
import { servedFrom } from './served-from.ts'
import { recordShown } from './shown.ts'

type Runner = Caller<'runner'>

/**
 * Gives the next run to a runner, and records what it has; null while nothing waits, and for a machine that lacks
 * something. A run whose project has left meanwhile is forgotten.
 */
export async function claimRun(
  { db }: Dependencies,
  runner: Runner,
  machine: RunnerMachine,
): Promise<RunTask | null> {
  await saveSeen(db, runner.id, machine)
  if (machine.lacks.length > 0) return null
  await db.transaction().execute(endLostRuns)
  for (;;) {
    const task = await db.transaction().execute(async (trx) => {
      const lease = randomId()
      const run = await claimNext(trx, runner.id, lease)
      if (!run) return null
      const [project, startable] = [
        await projectOfRun(trx, run.releaseId),
        await startableOf(trx, run.releaseId),
      ]
      // Of an attempt before.
      await deletePages(trx, [run.id])
      if (project && startable) return toTask(lease, run, startable, project)
      await deleteRun(trx, run.id)
      return undefined
    })
    if (task !== undefined) return task
  }
}

function toTask(
  id: string,
  { kind, startAt }: Pick<RunTask, 'kind' | 'startAt'>,
  { setUp, fileCount, totalSize, paths }: Startable,
  { signIns }: Pick<RunTask, 'signIns'>,
): RunTask {
  const names = setUp.connections.flatMap(({ system, database }) =>
    system === 'mysql' && database ? [database.name] : [],
  )
  return {
    id,
    kind,
    files: fileCount,
    bytes: totalSize,
    ...servedFrom(setUp, paths),
    folder: setUp.folder?.name ?? null,
    startAt,
    dumps: setUp.dumps.map(({ path, database, sameAs, system }) => ({
      path,
      database,
      sameAs,
      isOther: !isForMysql(system),
    })),
    databases: [...new Set(names)],
    signIns,
  }
}

/** Ends the runs that our machines lost too often, with what was seen of them. */
export async function endLostRuns(trx: Connection): Promise<void> {
  const lost = await endLost(trx, rulesVersion)
  await deletePages(
    trx,
    lost.map(({ id }) => id),
  )
  if (lost.length > 0) countedRuns.inc({ outcome: 'lost' }, lost.length)
}

/** The run that a runner holds. Throws conflict when it was lost meanwhile. */
async function requireHeld(trx: Connection, runner: Runner, lease: string) {
  const run = await heldRun(trx, runner.id, lease)
  if (run) return run
  throw new ProblemError('conflict', 'This run was lost. Stop it.')
}

/** The files of a run as a ZIP that is made while it is read. Throws conflict. */
export async function filesOfRun(dependencies: Dependencies, runner: Runner, lease: string) {
  const { releaseId } = await requireHeld(dependencies.db, runner, lease)
  return passingArchive(dependencies, releaseId)
}

/** Keeps a run for another minute. Throws conflict. */
export const keepRun = ({ db }: Dependencies, runner: Runner, lease: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await prolong(trx, (await requireHeld(trx, runner, lease)).id)
    await saveSeen(trx, runner.id)
  })

/** One picture at a time, whoever sends it: those of members come first. */
const encoding = keyedLimiter({ slots: 1 })

/**
 * Adds a page to a run, with its picture encoded anew. All of it is a stranger's. Throws conflict, invalid_input for
 * another form, and too_large beyond the pages and bytes of a run.
 */
export async function addPage(
  dependencies: Dependencies,
  runner: Runner,
  lease: string,
  request: FastifyRequest,
): Promise<void> {
  const { db, storage } = dependencies
  const { page, original } = await readPage(request)
  const bytes = JSON.stringify(page).length + (original?.length ?? 0)
  const requireRoom = async (trx: Connection) => {
    const run = await requireHeld(trx, runner, lease)
    const count = await countPages(trx, run.id)
    if (count >= runLimits.pages) throw new ProblemError('too_large', `At most ${runLimits.pages} pages`)
    if (run.receivedBytes + bytes > runLimits.bytes)
      throw new ProblemError('too_large', `At most ${runLimits.bytes / 1024 / 1024} MB for a run`)
    return { run, count }
  }
  await db.transaction().execute(requireRoom)
  const picture = original && { id: randomId(), files: await encodePage(original) }
  try {
    for (const { name, bytes: file } of picture?.files ?? [])
      await storage.put(pictureKey(picture!.id, name), file)
    await db.transaction().execute(async (trx) => {
      const { run, count } = await requireRoom(trx)
      await addReceived(trx, run.id, bytes)
      await insertPage(trx, {
        runId: run.id,
        position: count,
        seen: page,
        picture: picture?.id ?? null,
        bytes: (picture?.files ?? []).reduce((sum, file) => sum + file.bytes.length, 0),
      })
      await prolong(trx, run.id)
    })
  } catch (error) {
    // What cannot be deleted now is swept later.
    if (picture) await Promise.allSettled(keysOfPictures([picture.id]).map((key) => storage.delete(key)))
    throw error
  }
}

/** Reads the form of a page; its picture is only looked at. */
async function readPage(request: FastifyRequest): Promise<{ page: SeenPage; original: Buffer | undefined }> {
  const fields: Record<string, string> = {}
  let original: Buffer | undefined
  await eachPart(partsOf(request, runLimits.picture.bytes), async (part) => {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (part.fieldname === 'picture' && original === undefined) {
      original = await buffer(part.file)
      if (!isPageShaped(original)) throw noPicture()
    }
  })
  const { page: text = '' } = fields
  if (text.length > 16_000) throw fieldProblem('page', 'At most 16,000 characters')
  return { page: parseForm(SeenPage, parsed(text)), original }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    throw fieldProblem('page', 'This is not JSON')
  }
}

const noPicture = () =>
  fieldProblem(
    'picture',
    `Send a PNG of ${runLimits.picture.width} × ${runLimits.picture.height} and ${runLimits.picture.bytes / 1024 / 1024} MB at most`,
  )

async function encodePage(original: Buffer) {
  const release = await encoding('runs')
  try {
    const encoded = await encodeStored(original, 'The picture', 'page')
    if (!encoded || encoded.width !== runLimits.picture.width || encoded.height !== runLimits.picture.height)
      throw noPicture()
    return encoded.files
  } finally {
    release?.()
  }
}

/**
 * Ends a run with what was seen: decides what it came to, shows it where nobody has to look at it first, and mails the
 * owner of one that failed, once. A run that its machine could not do goes to another. Throws conflict.
 */
export async function endRun(
  dependencies: Dependencies,
  runner: Runner,
  lease: string,
  seen: Received<typeof runners.end>['body'],
): Promise<void> {
  const { projectId } = await requireHeld(dependencies.db, runner, lease)
  await dependencies.db.transaction().execute(async (trx) => {
    // The project before what belongs to it, as everywhere.
    await lockProjects(trx, [projectId])
    const run = await requireHeld(trx, runner, lease)
    await saveSeen(trx, runner.id)
    if (seen.machineError !== null) {
      await deletePages(trx, [run.id])
      await giveBack(trx, run.id)
      if (run.attempts >= runLease.attempts) await endLostRuns(trx)
      return
    }
    const [project, startable] = [
      await projectOfRun(trx, run.releaseId),
      await startableOf(trx, run.releaseId),
    ]
    const pages = await seenPages(trx, run.id)
    const { advice, ...result } = outcomeOf({
      // Whatever waits has one.
      kind: run.kind as RunTask['kind'],
      run: seen,
      pages,
      context: contextOf(startable, seen),
    })
    const roles = Object.fromEntries((project?.signIns ?? []).map(({ user, role }) => [user, role]))
    const shown = await newestShown(trx, run.releaseId)
    const isShown =
      project?.isOnSale === true &&
      !project.hasUnseenSignIns &&
      (await isAsBefore(trx, { ...run, ...result }, shown))
    await saveEnded(trx, run.id, {
      ...result,
      seen: { ...seen, advice, roles },
      rules: rulesVersion,
      shownAt: isShown ? new Date() : null,
      behindShownAt: isShown && pages.every(({ after }) => after === '') ? new Date() : null,
      // It is about the same reason.
      ownerNote: isShown && result.outcome === 'failed' ? (shown?.ownerNote ?? null) : null,
    })
    if (isShown) await recordShown(trx, projectId)
    countedRuns.inc({ outcome: result.outcome })
    runSeconds.observe(seen.seconds)
    if (result.outcome === 'failed' && project && (await recordMailed(trx, run.id, run.releaseId)))
      await mailFailed(dependencies, trx, { ...project, reason: result.reason, advice })
  })
}

/**
 * Whether a run came out as staff saw the release, by the newest record that is shown of it: it ran from the same first
 * page and they did not hide one that did, or it failed for the same reason.
 */
async function isAsBefore(
  trx: Connection,
  { releaseId, startAt, outcome, reason }: AsEnded,
  shown: RecordRow | undefined,
): Promise<boolean> {
  if (outcome === 'failed') return shown?.outcome === 'failed' && shown.reason === reason
  return startAt === (shown?.startAt ?? null) && !(await isHiddenRun(trx, releaseId))
}

interface AsEnded {
  releaseId: string
  startAt: string | null
  outcome: string
  reason: string
}

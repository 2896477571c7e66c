import { randomBytes } from 'node:crypto'

import { v7 as uuid } from 'uuid'

import { isoDay, isoTime } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { RunnerMachine } from '#contract/projects/runners.ts'
import type { Runner } from '#contract/projects/staff/runs.ts'

import type { Dependencies } from '../../dependencies.ts'
import { sign } from '../../platform/crypto.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller, StaffCaller } from '../../platform/http/caller.ts'
import { signedOut } from '../../platform/sessions/access-token.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { giveBackAll, waitingRuns } from './queue-queries.ts'
import { allRunners, deleteRunner, insertRunner, runnerByToken, type RunnerRow } from './runner-queries.ts'

const tokenBeginning = 'runner_'

/** Tells whether a token claims to be that of a runner. */
export const isRunnerToken = (token: string): boolean => token.startsWith(tokenBeginning)

/** Finds the runner of a token. Throws signed_out for one that is not, or no more. */
export async function identifyRunner(
  { db, secret }: Pick<Dependencies, 'db' | 'secret'>,
  token: string,
): Promise<Caller<'runner'>> {
  const runner = await runnerByToken(db, hashOf(secret, token))
  if (!runner) throw signedOut()
  return { role: 'runner', id: runner.id, sessionId: runner.id }
}

/** Adds a machine that runs projects. Answers its token, of which a keyed hash alone is kept. */
export const addRunner = (
  { db, secret }: Dependencies,
  staff: StaffCaller,
  name: string,
): Promise<{ runner: Runner; token: string }> =>
  db.transaction().execute(async (trx) => {
    const [id, token] = [uuid(), tokenBeginning + randomBytes(32).toString('base64url')]
    await insertRunner(trx, { id, name, tokenHash: hashOf(secret, token) })
    await recordAudit(trx, { staff, action: 'add runner', about: 'settings runs', name, after: { name } })
    return { runner: (await runnersIn(trx)).find(({ _id }) => _id === id)!, token }
  })

/** Removes a machine: its token is worth nothing, and what it runs goes to another. Throws not_found. */
export const removeRunner = ({ db }: Dependencies, staff: StaffCaller, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await giveBackAll(trx, id)
    const removed = await deleteRunner(trx, id)
    if (!removed) throw new ProblemError('not_found', 'This machine is removed already')
    const { name } = removed
    await recordAudit(trx, {
      staff,
      action: 'remove runner',
      about: 'settings runs',
      name,
      before: { name },
    })
  })

/** Every machine that runs projects, and what waits for them. */
export async function runnersAndQueue({ db }: Pick<Dependencies, 'db'>) {
  const [runners, waiting] = await Promise.all([runnersIn(db), waitingRuns(db)])
  return { runners, waiting: waiting.count, waitingSince: isoTime(waiting.since) }
}

const runnersIn = async (connection: Connection): Promise<Runner[]> =>
  (await allRunners(connection, startOfDay())).map(toRunner)

/** Midnight in India. */
export const startOfDay = (): Date => new Date(`${isoDay(new Date())}T00:00:00+05:30`)

/** The minutes after its last call for which a machine counts as there; one without work calls every few seconds. */
const silentMinutes = 5

const toRunner = ({ id, name, addedAt, seenAt, machine, ...row }: RunnerRow): Runner => ({
  _id: id,
  name,
  addedAt: addedAt.toISOString(),
  seenAt: isoTime(seenAt),
  isSilent: seenAt !== null && Date.now() - seenAt.getTime() > silentMinutes * 60_000,
  machine: machine as unknown as RunnerMachine | null,
  today: row.today,
  medianSeconds: row.medianSeconds,
  running:
    row.projectId && row.title !== null && row.claimedAt
      ? { projectId: row.projectId, title: row.title, since: row.claimedAt.toISOString() }
      : null,
})

const hashOf = (secret: string, token: string) => sign(secret, 'runner token', token)

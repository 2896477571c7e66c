import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'

import { openLog } from '#contract/projects/log/check.ts'
import { newLogKey } from '#server/platform/log-key.ts'

import { startApp } from '../../../test/app.ts'
import { repetitions } from '../../../test/long.ts'
import { aColleague, aMember, anAdmin, aProject } from '../../../test/makers.ts'
import { fileOfLog, keysOf, nodeCrypto } from '../../../test/public-log.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { upload } from '../../../test/uploads.ts'

/*
 * Five real processes approve, take back and recall at once on one database and one store, and are killed with SIGKILL in
 * the middle of it, again and again.
 */
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 })
const app = await startApp({ LOG_KEY: newLogKey('localhost:3000/log') })
const { db, dependencies } = app
const [signer] = dependencies.logKeys
const settings = {
  LOG_KEY: dependencies.config.logKey!,
  STORAGE_URL: `file://${dependencies.config.dataDir}/storage`,
}
const servers = await Promise.all(Array.from({ length: 5 }, () => serverProcess(app, { settings })))
beforeAll(() => Promise.all(servers.map((server) => server.start())))

/** How many decisions are made in all: three of four projects have two, and of these one is no approval. */
const decisions = Math.max(40, repetitions(500))
const kinds = ['approve', 'undo', 'recall', 'both'] as const

test(`${decisions} approvals, undos and recalls on five processes that are killed: one statement for each that stood, none for one that was taken back, and one log`, async () => {
  const [owner, boss] = [await aMember(app), await anAdmin(app)]
  const staff = await Promise.all(Array.from({ length: 5 }, () => aColleague(app, boss, 'super_admin')))
  const projects: { id: string; kind: (typeof kinds)[number] }[] = []
  for (let n = 0; n * 1.75 < decisions; n++) {
    const { _id: id } = await aProject(owner, { title: `Project ${n}` })
    await upload(owner, id, { 'a.py': `print(${n})\n` })
    projects.push({ id, kind: kinds[n % kinds.length]! })
  }
  const recall = { reason: 'It sends passwords away', instructions: 'Delete it', refund: false }
  /** Does something at any process, again when that one was killed meanwhile. */
  async function persist(
    n: number,
    isDone: () => Promise<boolean>,
    act: (api: ReturnType<(typeof servers)[0]['as']>) => Promise<unknown>,
  ) {
    for (let attempt = 0; !(await isDone()); attempt++) {
      const api = servers[(n + attempt) % servers.length]!.as(staff[n % staff.length]!.token)
      await act(api).catch(() => pause(200))
    }
  }
  const statusOf = async (id: string) =>
    (
      await db
        .selectFrom('projects')
        .select('verificationStatus')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).verificationStatus
  const isRecalled = async (id: string) =>
    (
      await db
        .selectFrom('releases')
        .select('id')
        .where('projectId', '=', id)
        .where('recalledAt', 'is not', null)
        .execute()
    ).length > 0
  const undone: string[] = []
  async function decide({ id, kind }: (typeof projects)[number], n: number) {
    const of = { params: { id } }
    await persist(
      n,
      async () => (await statusOf(id)) === 'approved',
      (api) => api.projects.update({ ...of, body: { verificationStatus: 'approved' } }),
    )
    if (kind === 'approve') return
    if (kind === 'undo') {
      const api = servers[n % servers.length]!.as(staff[n % staff.length]!.token)
      await api.verification.undo(of).catch(() => {})
      if ((await statusOf(id)) !== 'approved') undone.push(id)
      return
    }
    // Some recalls come before the time of Undo is over, and some after it.
    if (kind === 'both') await pause(12_000)
    await persist(
      n,
      () => isRecalled(id),
      (api) => api.recalls.recall({ params: { id, number: 1 }, body: recall }),
    )
  }
  const over = new AbortController()
  const killing = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      await pause(1500)
      const server = servers[n % servers.length]!
      await server.kill()
      await server.start()
    }
  })()
  const queue = projects.map((project, n) => ({ project, n }))
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await decide(next.project, next.n)
    }),
  )
  over.abort()
  await killing
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ open: number }>`select
        (select count(*) from open_decisions)::int + (select count(*) from statements where checkpoint is null)::int as open`.execute(
        db,
      )
      expect(rows[0]!.open).toBe(0)
    },
    { timeout: 300_000, interval: 500 },
  )

  const said = await db.selectFrom('statements').select(['projectId', 'kind']).orderBy('number').execute()
  const about = Map.groupBy(said, ({ projectId }) => projectId)
  for (const { id, kind } of projects) {
    const words = (about.get(id) ?? []).map((statement) => statement.kind)
    const stood = kind === 'recall' || kind === 'both' ? ['approved', 'recalled'] : ['approved']
    expect(words, kind).toEqual(undone.includes(id) ? [] : stood)
  }
  const log = await openLog({ crypto: nodeCrypto, read: fileOfLog(app), keys: keysOf(signer!) })
  expect(log.checkpoint.size).toBe(said.length)
  const checkpoints = await db.selectFrom('statements').select('checkpoint').distinct().execute()
  for (const { checkpoint } of checkpoints)
    await log.requireContinues({ note: checkpoint!, key: signer!.publicKey })
  const kept = join(dependencies.config.dataDir, 'kept')
  const checked = spawnSync(process.execPath, [
    'log-check.ts',
    `${servers[0]!.address}/log`,
    kept,
    signer!.publicKey,
  ])
  expect(checked.stdout.toString()).toContain('all is well')
})

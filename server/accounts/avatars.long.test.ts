import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, runJob } from '../../test/makers.ts'
import { drawn } from '../../test/pictures.ts'
import { randomBy, seed } from '../../test/seed.ts'
import { serverProcess } from '../../test/server-process.ts'
import { keysIn } from '../../test/uploads.ts'
import { releaseJobs } from '../projects/jobs.ts'
import { accountJobs } from './jobs.ts'

/** A separate server process is killed with SIGKILL during uploads of a picture. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })
const app = await startApp()
const { db } = app
const random = randomBy(seed)
const { storage, config, jobs } = app.dependencies
await app.jobs.work(accountJobs(app.dependencies))
await app.jobs.work(releaseJobs(app.dependencies))
const member = await aMember(app)
const server = await serverProcess(app, { settings: { STORAGE_URL: `file://${config.dataDir}/storage` } })
beforeAll(() => server.start())

const picture = async (background: string) => {
  const form = new FormData()
  const bytes = await drawn(1600, 1600, background).png().toBuffer()
  form.set('avatar', new Blob([new Uint8Array(bytes)]), 'me.png')
  return form
}
const change = async (background: string) =>
  server.as(member.token).accounts.changeAvatar({ form: await picture(background) })
const shown = async () => (await member.api.accounts.profile()).user.profilePicture!
const filesOf = (url: string, keys: string[]) => keys.filter((key) => key.includes(url.split('/')[3]!))
/** Checks that the picture named in the profile is stored in all its widths. */
const expectComplete = async (url: string) => {
  expect(filesOf(url, await keysIn(storage))).toHaveLength(3)
  for (const width of [96, 192, 384])
    expect((await app.app.inject({ url: url.replace('384', String(width)) })).statusCode).toBe(200)
}

/** Makes a day pass and runs the hourly jobs. */
async function passDay() {
  const then = Date.now() / 1000 - 25 * 3600
  for (const key of await keysIn(storage)) utimesSync(join(config.dataDir, 'storage', key), then, then)
  app.jobs.asked.length = 0
  await jobs.enqueue(db, 'sweep-avatars', {})
  await runJob(app, 'sweep-uploads')
}

test('killed after the files were stored and before the profile names them, the old picture stays, the new files go, and a second upload works', async () => {
  const { url: first } = await change('#c87828')
  await db.transaction().execute(async (trx) => {
    await sql`select from members where id = ${member.id} for update`.execute(trx)
    const cut = change('#123456').catch((error: Error) => error)
    await vi.waitFor(async () => expect(await keysIn(storage, 'avatars/')).toHaveLength(6), {
      timeout: 60_000,
    })
    await server.kill()
    expect(await cut).toBeInstanceOf(Error)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'readymade' and wait_event_type = 'Lock'`.execute(
      trx,
    )
  })
  expect(await shown()).toBe(first)
  await expectComplete(first)
  await passDay()
  expect(await keysIn(storage)).toEqual(filesOf(first, await keysIn(storage)))
  await server.start()
  const { url: second } = await change('#123456')
  expect(await shown()).toBe(second)
  expect(await keysIn(storage, 'avatars/')).toHaveLength(3)
})

test('killed at any moment, the profile names the old picture or the new one, whole, and nothing else is left', async () => {
  for (const maxDelay of [40, 120, 250]) {
    const cut = change('#3a6').catch(() => undefined)
    await pause(random() * maxDelay)
    await server.kill()
    await cut
    await expectComplete(await shown())
    await passDay()
    await expectComplete(await shown())
    expect(await keysIn(storage)).toHaveLength(3)
    await server.start()
  }
})

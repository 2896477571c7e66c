import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { beforeAll, expect, test, vi } from 'vitest'

import { undoSeconds } from '#contract/projects/staff/verification.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin, aProject, aRelease } from '../../../test/makers.ts'
import { aBuyer } from '../../../test/orders.ts'
import { serverProcess } from '../../../test/server-process.ts'

/* The real process is killed with SIGKILL while an email about a decision waits. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })
const app = await startApp()
// The server does not fill a database that has a member with the demo catalogue.
const owner = await aBuyer(app)
const admin = await anAdmin(app)
const server = await serverProcess(app)
beforeAll(() => server.start())

/** The mails of the server about a title. */
function mailsAbout(title: string) {
  const folder = join(server.folder, 'mail')
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes(title))
}

async function waiting(title: string) {
  const { _id: id } = await aProject(owner, { title })
  await aRelease(owner, id)
  return id
}

test('the email about a decision outlives SIGKILL and comes once; one that was taken back before it sends none', async () => {
  const staff = server.as(admin.token)
  const [stands, taken] = [await waiting('Stands'), await waiting('Taken back')]
  const approve = (id: string) =>
    staff.projects.update({ params: { id }, body: { verificationStatus: 'approved' } })
  await approve(stands)
  await approve(taken)
  await staff.verification.undo({ params: { id: taken } })
  await server.kill()
  await server.start()
  await vi.waitFor(() => expect(mailsAbout('is approved: Stands')).toHaveLength(1), {
    timeout: 90_000,
    interval: 500,
  })
  await pause(undoSeconds * 1000)
  expect(['Stands', 'Taken back'].map((title) => mailsAbout(`is approved: ${title}`).length)).toEqual([1, 0])
})

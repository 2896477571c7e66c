import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'

import type { Connection } from '#server/platform/database/connection.ts'

import { startApp } from '../../../test/app.ts'
import { aNumbered, numberShown, renumber } from '../../../test/editions.ts'
import { noMail, processKiller } from '../../../test/killer.ts'
import { anAdmin, aMember } from '../../../test/makers.ts'
import { serverProcess } from '../../../test/server-process.ts'

/* The real process is killed with SIGKILL in the middle of an approval, which a lock of the test stops at a step. */
vi.setConfig({ testTimeout: 200_000, hookTimeout: 180_000 })
const app = await startApp()
const owner = await aMember(app)
const admin = await anAdmin(app)
const storageUrl = `file://${app.dependencies.config.dataDir}/storage`
const server = await serverProcess(app, { settings: { STORAGE_URL: storageUrl } })
const { killedAt } = processKiller(app.db, server)
beforeAll(async () => {
  await admin.api.settings.verification({ query: { version: 0 }, body: { whileChangesWait: 'on_sale' } })
  await server.start()
})

const locked = (table: string) => (trx: Connection) =>
  sql`lock table ${sql.table(table)} in share mode`.execute(trx)
const steps: [string, (trx: Connection) => Promise<unknown>][] = [
  ['before the change leaves', locked('editions')],
  ['before the pictures are the record’s', locked('unlisted_images')],
  ['before it is in the audit log', locked('staff_actions')],
  ['before its mail is queued', noMail],
]

test.each(steps)(
  'an approval that is killed %s has not happened at all, and the next one does',
  async (_, lock) => {
    const id = await aNumbered(owner, admin, 1)
    await renumber(owner, id, 2)
    const of = { params: { id } }
    const approval = { ...of, body: { verificationStatus: 'approved' as const } }
    await killedAt(lock, () => server.as(admin.token).projects.update(approval))
    expect(await numberShown(app, id)).toBe(1)
    const { project } = await owner.api.projects.get(of)
    expect(project).toMatchObject({
      title: 'Edition 2',
      verificationStatus: 'pending',
      hasWaitingChanges: true,
      edition: { number: 1, isOnSale: true },
    })
    await server.start()
    await server.as(admin.token).projects.update(approval)
    expect(await numberShown(app, id)).toBe(2)
    expect((await owner.api.projects.get(of)).project.hasWaitingChanges).toBe(false)
  },
)

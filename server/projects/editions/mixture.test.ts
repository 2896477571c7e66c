import { setTimeout as pause } from 'node:timers/promises'

import { describe, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aNumbered, numberIn, numbersShown, renumber } from '../../../test/editions.ts'
import { repetitions } from '../../../test/long.ts'
import { aMember, anAdmin, keepDecisionsOpen } from '../../../test/makers.ts'
import { aBuyer, checkoutBy, source } from '../../../test/orders.ts'
import { randomBy, seed } from '../../../test/seed.ts'
import { download, filesIn } from '../../../test/uploads.ts'
import { readBlob } from '../releases/blobs.ts'

/*
 * An owner changes a listing again and again, staff approve, take back and send back, and everybody reads and buys it
 * meanwhile. Each edition says its number in its title, description, picture, report and files.
 */
const rounds = repetitions(50)
/** The number that its owner gives a listing at last. */
const last = 7
vi.setConfig({ testTimeout: 60_000 * (1 + rounds) })
const random = randomBy(seed)
const app = await startApp()
await keepDecisionsOpen(app)
let owner: Awaited<ReturnType<typeof aMember>>
let admin: Awaited<ReturnType<typeof anAdmin>>
const of = (id: string) => ({ params: { id } })

async function set(whileChangesWait: 'off_sale' | 'on_sale') {
  const { version } = (await admin.api.settings.get()).settings.verification
  await admin.api.settings.verification({ query: { version }, body: { whileChangesWait } })
}

/** Approves what is whole and as it was read, or sends it back; some approvals are taken back. */
async function decideOn(id: string, approved: Set<number>) {
  const { project } = await admin.api.projects.get(of(id))
  const said = await numbersShown(admin, id)
  const number = said?.[0]
  if (!said || !number || said.some((one) => one !== number)) return
  const basedOn = project.updatedAt
  if (random() < 0.2) {
    const body = { verificationStatus: 'needs_changes' as const, verificationNotes: 'No.', basedOn }
    await admin.api.projects.update({ ...of(id), body })
    return
  }
  const isNew = !approved.has(number)
  approved.add(number)
  const body = { verificationStatus: 'approved' as const, basedOn }
  const done = await admin.api.projects.update({ ...of(id), body }).catch(() => undefined)
  if (!done && isNew) approved.delete(number)
  if (done && random() < 0.3) await admin.api.verification.undo(of(id))
}

const allOf = (work: () => Promise<unknown>, isOver: () => boolean) =>
  (async () => {
    while (!isOver()) {
      await work().catch((refused: { status?: number }) => {
        if (refused.status === undefined || refused.status >= 500) throw refused
      })
      await pause(random() * 20)
    }
  })()

describe.each(['off_sale', 'on_sale'] as const)('in the setting %s', (setting) => {
  test(`no answer is a mixture or unread, and each order says what was on sale when it was made (${rounds} rounds)`, async () => {
    for (let round = 0; round < rounds; round++) {
      // All rounds take longer than a session.
      ;[owner, admin] = [await aMember(app), await anAdmin(app)]
      await set(setting)
      const id = await aNumbered(owner, admin, 1)
      // A number is in it before its approval is sent, because its answer may come after others have read it.
      const approved = new Set([1])
      const answers: number[][] = []
      let isOver = false
      const over = () => isOver
      const check = (said: number[] | undefined) => said && answers.push(said)
      const buyers = await Promise.all(Array.from({ length: 3 }, () => aBuyer(app)))
      const early = await aBuyer(app)
      await checkoutBy(early, source({ id }))
      const working = [
        allOf(() => decideOn(id, approved), over),
        allOf(async () => check(await numbersShown(app, id)), over),
        allOf(async () => {
          const { projects } = await app.api.projects.list({ query: { limit: 100 } })
          const card = projects.find(({ _id }) => _id === id)
          if (card) check([card.title, ...card.images.map(({ alt }) => alt)].map(numberIn))
        }, over),
        allOf(async () => {
          const zip = await download(app, early.token, id)
          if (zip.statusCode === 200) check([numberIn(String(filesIn(zip.rawPayload)['README.md']))])
        }, over),
        allOf(async () => {
          const buyer = buyers.pop()
          if (buyer) await checkoutBy(buyer, source({ id })).catch(() => buyers.push(buyer))
        }, over),
      ]
      for (let number = 2; number <= last; number++) {
        await renumber(owner, id, number)
        await owner.api.projects
          .update({ ...of(id), body: { verificationStatus: 'pending' } })
          .catch(() => undefined)
        if (number < last && random() < 0.3)
          await owner.api.projects.takeBack({ ...of(id), query: {} }).catch(() => undefined)
        await pause(random() * 100)
      }
      await vi.waitFor(() => expect(approved).toContain(last), { timeout: 30_000, interval: 50 })
      isOver = true
      await Promise.all(working)
      for (const said of answers) {
        expect(new Set(said).size, said.join()).toBe(1)
        expect(approved).toContain(said[0])
      }
      expect(answers.length).toBeGreaterThan(10)
      const orders = await app.db
        .selectFrom('orders')
        .innerJoin('releases', 'releases.id', 'orders.releaseId')
        .innerJoin('releaseFiles', 'releaseFiles.releaseId', 'releases.id')
        .innerJoin('blobs', 'blobs.sha256', 'releaseFiles.sha256')
        .select(['title', 'key', 'blobs.sha256'])
        .where('orders.projectId', '=', id)
        .execute()
      for (const { title, ...blob } of orders) {
        const readme = String(await readBlob(app.dependencies.storage, blob))
        expect(numberIn(readme)).toBe(numberIn(title))
        expect(approved).toContain(numberIn(title))
      }
    }
  })
})

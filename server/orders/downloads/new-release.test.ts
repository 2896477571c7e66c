import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { releasesOf, mailsTo } from '../../../test/makers.ts'
import { aBuyer, ordersBecome } from '../../../test/orders.ts'
import { sendMails } from '../../../test/send-mails.ts'
import { aBuyerOf, aListing, approve, download, upload } from '../../../test/uploads.ts'
import { downloadJobs } from '../jobs.ts'
import { mailNewRelease } from './new-release.ts'

const app = await startApp()
await app.jobs.work(downloadJobs(app.dependencies))
const { db } = app

const noticesTo = (...buyers: { email: string }[]) =>
  buyers.map(({ email }) => mailsTo(app, email, 'new-release').length)
/** Creates a project with buyers and a second release, with notes of its owner, that waits for staff. */
async function aSecondRelease(buyers: number) {
  const item = await aListing(app, { 'v.txt': '1', 'old.txt': 'x' })
  const bought: Awaited<ReturnType<typeof aBuyer>>[] = []
  for (let count = 0; count < buyers; count++) bought.push(await aBuyerOf(app, item.id))
  await upload(item.owner, item.id, { 'v.txt': '2', 'new.txt': 'y' })
  await item.owner.api.downloads.setNotes({
    params: { id: item.id, number: 2 },
    body: { notes: 'Mended the login.' },
  })
  return { ...item, bought }
}
const orderOf = async ({ api }: Awaited<ReturnType<typeof aBuyer>>) =>
  (await api.orders.mine({ query: {} })).orders[0]!

test('who bought an earlier release is mailed once about a new one, when staff approve it, with the owner’s notes', async () => {
  const { id, admin, bought, owner } = await aSecondRelease(3)
  const [first, second, refunded] = bought as [(typeof bought)[0], (typeof bought)[0], (typeof bought)[0]]
  await ordersBecome(db, 'refunded', { memberId: refunded.id })
  await app.jobs.run()
  expect(noticesTo(...bought)).toEqual([0, 0, 0])
  await approve(admin, id)
  const later = await aBuyerOf(app, id)
  await app.jobs.run()
  expect(noticesTo(...bought, later, owner)).toEqual([1, 1, 0, 0, 0])
  const mail = mailsTo(app, first.email, 'new-release').at(-1)!
  expect(mail.subject).toBe('Release 2 of Hospital Management System is out')
  expect(mail.text).toContain('Mended the login.')
  expect(mail.text).toContain(`/orders/${(await orderOf(first))._id}`)
  expect(mail.unsubscribeUrl).toContain(`/mails/switch-off/${first.id}/notifications/`)
  const releaseId = (await releasesOf(db, id))[1]!.id
  await Promise.all([1, 2, 3].map(() => mailNewRelease(app.dependencies, releaseId)))
  await owner.api.projects.ownerUpdate({ params: { id }, body: { title: 'Hospital Desk' } })
  await approve(admin, id)
  await app.jobs.run()
  expect(noticesTo(first, second)).toEqual([1, 1])
})

test('in batches, each buyer is mailed once, also when the job is cut off and done again', async () => {
  const { id, admin, bought } = await aSecondRelease(5)
  await approve(admin, id)
  const job = app.jobs.asked.find(({ kind }) => kind === 'mail-new-release')!
  const { releaseId } = job.data as { releaseId: string }
  let left = 3
  const enqueue: typeof app.jobs.enqueue = async (...given) => {
    if (left-- === 0) throw new Error('cut off')
    await app.jobs.enqueue(...given)
  }
  await expect(
    mailNewRelease({ ...app.dependencies, jobs: { ...app.jobs, enqueue } }, releaseId, 2),
  ).rejects.toThrow('cut off')
  // The failed transaction rolled back its emails, but the test's list of emails still has the last one.
  const lost = app.mails.findLastIndex(({ kind }) => kind === 'new-release')
  app.mails.splice(lost, 1)
  await mailNewRelease(app.dependencies, releaseId, 2)
  expect(noticesTo(...bought)).toEqual([1, 1, 1, 1, 1])
})

test('a first release, and one that is rejected, mail nobody; who switched the mails off gets none', async () => {
  const { id, admin, bought } = await aSecondRelease(1)
  await admin.api.projects.update({
    params: { id },
    body: { verificationStatus: 'rejected', verificationNotes: 'No' },
  })
  await app.jobs.run()
  expect(noticesTo(...bought)).toEqual([0])
  await bought[0]!.api.accounts.updateProfile({ body: { preferences: { notifications: false } } })
  await approve(admin, id)
  await app.jobs.run()
  const sent = (await sendMails(app)).filter(({ to }) => to === bought[0]!.email)
  expect(sent.map(({ subject }) => subject).join()).not.toContain('Release 2')
})

test('an order says that there is a new release until it is downloaded, and a buyer sees what changed since theirs', async () => {
  const { id, admin, bought } = await aSecondRelease(2)
  const [buyer, other] = bought as [(typeof bought)[0], (typeof bought)[0]]
  expect(await orderOf(buyer)).toMatchObject({ release: 1, newRelease: null, newReleaseNotes: null })
  const changes = (api = buyer.api, number = 2, from = 1) =>
    api.downloads.changes({ params: { id, number }, query: { from: String(from) } })
  await expect(changes()).rejects.toMatchObject({ status: 404 })
  await approve(admin, id)
  expect(await orderOf(buyer)).toMatchObject({
    release: 1,
    newRelease: 2,
    newReleaseNotes: 'Mended the login.',
  })
  const { changes: found } = await changes()
  expect(found).toMatchObject({ added: 1, removed: 1, changed: 1 })
  expect(found.files.map(({ path, change }) => `${change} ${path}`)).toEqual([
    'added new.txt',
    'removed old.txt',
    'changed v.txt',
  ])
  await download(app, buyer.token, id, { ref: '1' })
  expect((await orderOf(buyer)).newRelease).toBe(2)
  await download(app, buyer.token, id)
  expect((await orderOf(buyer)).newRelease).toBeNull()
  expect((await orderOf(other)).newRelease).toBe(2)
  const stranger = await aBuyer(app)
  await expect(changes(stranger.api)).rejects.toMatchObject({ status: 403 })
  await ordersBecome(db, 'refunded', { memberId: other.id })
  await expect(changes(other.api)).rejects.toMatchObject({ status: 403 })
  expect((await orderOf(other)).newRelease).toBeNull()
  const late = await aBuyerOf(app, id)
  await expect(changes(late.api)).rejects.toMatchObject({ status: 404 })
})

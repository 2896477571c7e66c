import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aRelease, mailsTo } from '../../../test/makers.ts'
import { approve } from '../../../test/uploads.ts'
import { findingJobs } from '../jobs.ts'

const app = await startApp()
type Member = Awaited<ReturnType<typeof aMember>>
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  admin = await anAdmin(app)
  await app.jobs.work(findingJobs(app.dependencies))
})

const of = (id: string) => ({ params: { id } })
const password = 'Ganesh@1998'
const leaky = (more = '') => ({
  'README.md': `# Shop ${more}`,
  'index.php': `<?php $c = mysqli_connect('db.college.in', 'shop', '${password}', 'shop');`,
})
async function aChecked(owner: Member, files: Record<string, string>) {
  const { _id: id } = await aProject(owner, { title: 'Mess bills', technologies: ['PHP'] })
  await aRelease(owner, id, files)
  await app.jobs.run()
  return id
}
async function recheckAll() {
  await app.db.updateTable('releaseChecks').set({ version: 0 }).execute()
  await app.jobs.enqueue(app.db, 'check-stale-releases', {})
  for (let round = 0; round < 2; round++) await app.jobs.run()
}
async function explainAll(owner: Member, id: string) {
  const { findings } = (await owner.api.findings.get(of(id))).findings
  for (const { rule, file, mark } of findings.filter(({ isBlocking }) => isBlocking))
    await owner.api.findings.waive({
      ...of(id),
      body: { rule, file, marks: [mark], reason: 'It is a made-up value' },
    })
}
const listed = async (query: Parameters<typeof admin.api.projects.list>[0]) =>
  admin.api.projects.list({ query: { limit: 100, ...query?.query } })
const idsOf = ({ projects }: { projects: { _id: string }[] }) => projects.map(({ _id }) => _id)

test('an owner is mailed once for a release what has to be settled first, and not what the secret is', async () => {
  const owner = await aMember(app)
  const id = await aChecked(owner, leaky())
  await recheckAll()
  expect(mailsTo(app, owner.email, 'findings')).toHaveLength(1)
  const [mail] = mailsTo(app, owner.email, 'findings')
  expect(mail).toMatchObject({ subject: 'Waiting for you: 1 finding in Mess bills', memberId: owner.id })
  expect(mail!.text).toContain('A database password in index.php')
  expect(mail!.text).toContain(`/owner/projects/${id}#findings`)
  expect(mail!.text).not.toContain(password)
  expect([mail!.preference, mail!.unsubscribeUrl]).toEqual([undefined, undefined])
  await aRelease(owner, id, leaky('again'))
  await app.jobs.run()
  expect(mailsTo(app, owner.email, 'findings')).toHaveLength(2)
})

test('nobody is mailed when nothing has to be settled, it is settled already, or staff have decided', async () => {
  const owner = await aMember(app)
  await aChecked(owner, { 'README.md': '# Sound', 'index.php': '<?php mysql_query("select 1");' })
  expect(mailsTo(app, owner.email, 'findings')).toEqual([])
  const id = await aChecked(owner, leaky())
  await explainAll(owner, id)
  await aRelease(owner, id, leaky('explained'))
  await app.jobs.run()
  expect(mailsTo(app, owner.email, 'findings')).toHaveLength(1)
  await approve(admin, id, 'The database is gone.')
  await app.db.deleteFrom('findingWaivers').where('projectId', '=', id).execute()
  await recheckAll()
  expect(mailsTo(app, owner.email, 'findings')).toHaveLength(1)
})

test('a project that waits for its owner is not among those to verify, until it is settled', async () => {
  const owner = await aMember(app)
  const [sound, blocked] = [
    await aChecked(owner, { 'README.md': '# Sound too' }),
    await aChecked(owner, leaky('listed')),
  ]
  const [toVerify, waiting, pending] = [
    await listed({ query: { waitsFor: 'staff' } }),
    await listed({ query: { waitsFor: 'owner' } }),
    await listed({ query: { status: 'pending' } }),
  ]
  expect(idsOf(toVerify)).toContain(sound)
  expect(idsOf(toVerify)).not.toContain(blocked)
  expect(idsOf(waiting)).toContain(blocked)
  expect(idsOf(waiting)).not.toContain(sound)
  expect(toVerify.pagination.total + waiting.pagination.total).toBe(pending.pagination.total)
  expect(pending.waitingForOwner).toContain(blocked)
  expect(pending.waitingForOwner).not.toContain(sound)
  await explainAll(owner, blocked)
  expect(idsOf(await listed({ query: { waitsFor: 'staff' } }))).toContain(blocked)
  expect((await listed({ query: {} })).waitingForOwner).not.toContain(blocked)
  const visitors = await app.api.projects.list({ query: { waitsFor: 'owner' } })
  expect(visitors.waitingForOwner).toBeUndefined()
})

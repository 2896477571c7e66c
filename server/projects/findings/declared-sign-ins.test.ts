import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aRelease } from '../../../test/makers.ts'
import { approve } from '../../../test/uploads.ts'
import { findingJobs } from '../jobs.ts'

const app = await startApp()
const owner = await aMember(app)
const admin = await anAdmin(app)
await app.jobs.work(findingJobs(app.dependencies))
const of = (id: string) => ({ params: { id } })

const head = { role: 'admin', user: 'admin', password: 'mango@1' }
const clerk = { role: 'clerk', user: 'ravi', password: 'mango@2' }
async function aChecked() {
  const { _id: id } = await aProject(owner)
  await aRelease(owner, id, {
    'README.md': '# Shop',
    'db.sql':
      "create table users (username text, password text, role text);\ninsert into users values ('admin', 'mango@1', 'admin'), ('ravi', 'mango@2', 'clerk');",
  })
  await app.jobs.run()
  return id
}
const declare = (id: string, demoSignIns: (typeof head)[]) =>
  owner.api.projects.ownerUpdate({ ...of(id), body: { demoSignIns } })
const read = async (by: typeof owner | typeof admin, id: string) =>
  (await by.api.findings.get(of(id))).findings
const rulesIn = async (by: typeof owner | typeof admin, id: string) =>
  (await read(by, id)).findings.map(({ rule }) => rule)

test('the owner is offered what was found in the files until it is declared; what is declared as a whole is no finding, and is one again when it is removed', async () => {
  const id = await aChecked()
  expect((await read(owner, id)).signIns).toEqual([
    { file: 'db.sql', ...head },
    { file: 'db.sql', ...clerk },
  ])
  expect((await read(admin, id)).signIns, 'staff read the files').toEqual([])
  expect(await rulesIn(owner, id)).toContain('default-password')
  await declare(id, [{ ...head, user: 'another' }])
  expect((await read(owner, id)).signIns).toEqual([{ file: 'db.sql', ...clerk }])
  expect(await rulesIn(owner, id), 'the other one is not declared').toContain('default-password')
  await declare(id, [clerk, head])
  for (const by of [owner, admin]) expect(await rulesIn(by, id)).not.toContain('default-password')
  await declare(id, [clerk])
  for (const by of [owner, admin]) expect(await rulesIn(by, id)).toContain('default-password')
})

test('what staff have made required blocks nobody once it is declared, in the queue neither', async () => {
  await admin.api.findings.setRule({
    params: { rule: 'default-password' },
    body: { shown: true, required: true },
  })
  const id = await aChecked()
  const queued = async () =>
    (await admin.api.verification.queue()).queue.find(({ _id }) => _id === id)?.blocking
  const waits = async () =>
    (await owner.api.projects.mine({ query: {} })).projects.find(({ _id }) => _id === id)?.waitsForOwner
  expect([await queued(), await waits(), (await read(owner, id)).isBlocked]).toEqual([1, true, true])
  await declare(id, [head, clerk])
  expect([await queued(), await waits(), (await read(owner, id)).isBlocked]).toEqual([0, false, false])
  await approve(admin, id)
  const { facts } = await app.api.findings.facts(of(id))
  expect(facts!.known.join()).not.toContain('passwords that everybody')
  expect(facts!.good.join(), 'there are passwords in it all the same').not.toContain('No keys, passwords')
})

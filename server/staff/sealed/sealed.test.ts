import { beforeAll, expect, test } from 'vitest'

import { settingsDefaults as defaults } from '#contract/staff/settings.ts'

import { startApp } from '../../../test/app.ts'
import { aColleague, aMember, anAdmin, runJob, deleteAccount } from '../../../test/makers.ts'
import { tablesWith } from '../../../test/marked-member.ts'
import { anOffer } from '../../../test/orders.ts'
import { timePasses } from '../../../test/time.ts'
import { personalDataJobs } from '../../members/jobs.ts'
import { staffJobs } from '../jobs.ts'
import { writeSettings } from '../settings/service.ts'

const app = await startApp()
const { db, jobs, dependencies } = app
const boss = await anAdmin(app)
beforeAll(() => dependencies.jobs.work([...personalDataJobs(dependencies), ...staffJobs(dependencies)]))
const reason = 'Asked for by the cyber cell of Bengaluru'
const open = (about: string) => boss.api.sealed.open({ body: { about, reason } })
const sweep = async () => {
  await runJob(app, 'sweep-sealed-copies')
}
const endAll = () => timePasses(db, '181 days', 'sealedCopies')

async function aDeletedMember() {
  const mark = `zq${crypto.randomUUID().slice(0, 8).replaceAll(/\d/g, 'k')}`
  const member = await aMember(app, {
    name: `Asha ${mark}`,
    email: `${mark}@example.in`,
    college: `${mark} college`,
  })
  await deleteAccount(app, member)
  await jobs.run()
  return { ...member, mark }
}

test('a marked word of a deleted account is readable nowhere but in the sealed copy, and gone after its end', async () => {
  const { id, email, mark } = await aDeletedMember()
  expect(await tablesWith(db, [mark])).toEqual([])
  const { copies } = await open(` ${email.toUpperCase()} `)
  expect(copies).toMatchObject([{ kind: 'deletion' }])
  expect(copies[0]!.content).toContain(mark)
  const days = (Date.parse(copies[0]!.endsAt) - Date.parse(copies[0]!.madeAt)) / 86_400_000
  expect(days).toBeCloseTo(180, 3)
  expect((await open(id)).copies).toHaveLength(1)
  expect(await tablesWith(db, [mark]), 'the audit log says who and why, and not of whom').toEqual([])
  const { entries } = await boss.api.audit.list({ query: { kind: 'copy' } })
  expect(entries[0]).toMatchObject({ action: 'open sealed copy', after: { reason } })
  await sweep()
  expect((await open(id)).copies).toHaveLength(1)
  await endAll()
  await expect(open(id)).rejects.toMatchObject({ code: 'not_found' })
  await sweep()
  expect(await db.selectFrom('sealedCopies').selectAll().execute()).toEqual([])
})

test('a takedown seals the listing and the report; a report without one seals nothing', async () => {
  const decide = async (outcome: 'hidden' | 'no_action') => {
    const { seller: owner, buyer: member, project } = await anOffer(app)
    const of = { params: { id: project.id } }
    const body = { kind: 'copied' as const, text: 'It is the project that I published in May.' }
    const { number } = await member.api.complaints.send({ ...of, body })
    const { complaints } = await owner.api.complaints.received(of)
    await boss.api.complaints.decide({
      params: { id: complaints[0]!._id },
      body: { outcome, reasons: 'The texts are the same.' },
    })
    return { number, project, owner, text: body.text }
  }
  const { number, project, owner, text } = await decide('hidden')
  for (const about of [number, number.toLowerCase(), project.id]) {
    const { copies } = await open(about)
    expect(copies).toMatchObject([{ kind: 'takedown' }])
    for (const part of [project.title, owner.email, text]) expect(copies[0]!.content).toContain(part)
  }
  const untouched = await decide('no_action')
  await expect(open(untouched.number)).rejects.toMatchObject({ code: 'not_found' })
})

test('a super admin alone opens one, by exactly what it is about; with 0 days none is made', async () => {
  const { email } = await aDeletedMember()
  const admin = await aColleague(app, boss)
  await expect(admin.api.sealed.open({ body: { about: email, reason } })).rejects.toMatchObject({
    code: 'not_allowed',
  })
  await expect(open(email.slice(1))).rejects.toMatchObject({ code: 'not_found' })
  await expect(boss.api.sealed.open({ body: { about: email, reason: 'so' } })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await writeSettings(db, 'records', { sealedDays: 0 })
  const unsealed = await aDeletedMember()
  await expect(open(unsealed.email)).rejects.toMatchObject({ code: 'not_found' })
  await writeSettings(db, 'records', { ...defaults.records, sealedDays: 400 })
  const { copies } = await open((await aDeletedMember()).email)
  expect(Date.parse(copies[0]!.endsAt) - Date.now()).toBeGreaterThan(399 * 86_400_000)
})

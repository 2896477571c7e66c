import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import type { Findings } from '#contract/projects/findings.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aRelease, runJob } from '../../../test/makers.ts'
import { approve } from '../../../test/uploads.ts'
import { findingJobs } from '../jobs.ts'

const app = await startApp()
type Member = Awaited<ReturnType<typeof aMember>>
let owner: Member
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  owner = await aMember(app, { name: 'Asha Rao' })
  admin = await anAdmin(app)
  await app.jobs.work(findingJobs(app.dependencies))
})

const password = 'Ganesh@1998'
const leaky = {
  'README.md': '# Shop',
  'index.php': `<?php $c = mysqli_connect('db.college.in', 'shop', '${password}', 'shop'); mysql_query('select 1');`,
}
const place = { rule: 'database-password', file: 'index.php' } as const
const reason = 'It is the password of a database that is gone'
const of = (id: string) => ({ params: { id } })

async function aChecked(files: Record<string, string>, technologies = ['php', 'React']) {
  const { _id: id } = await aProject(owner, { technologies })
  await aRelease(owner, id, files)
  await app.jobs.run()
  return id
}
const marksIn = ({ findings }: Findings, { rule, file }: { rule: string; file: string } = place) =>
  findings.filter((one) => one.rule === rule && one.file === file).map(({ mark }) => mark)
/** Explains all findings at the place. */
async function explain(id: string) {
  const marks = marksIn(await findingsOf(id))
  return (await owner.api.findings.waive({ ...of(id), body: { ...place, marks, reason } })).findings
}
const findingsOf = async (id: string, by: Pick<Member, 'api'> = owner) =>
  (await by.api.findings.get(of(id))).findings

test('what is found in an upload is there for its owner and staff, with file, line and what to do', async () => {
  const id = await aChecked(leaky)
  for (const by of [owner, admin]) {
    const found = await findingsOf(id, by)
    expect(found).toMatchObject({ state: 'checked', release: 1, isBlocked: true })
    expect(found.findings).toContainEqual(
      expect.objectContaining({
        rule: 'removed-php',
        file: 'index.php',
        line: 1,
        kind: 'running',
        isBlocking: false,
      }),
    )
    expect(found.findings.find(({ rule }) => rule === place.rule)).toMatchObject({
      isBlocking: true,
      waiver: null,
    })
    for (const { message, advice } of found.findings) expect([message, advice].every(Boolean)).toBe(true)
    expect(found.technologies).toContainEqual({ name: 'PHP', isDeclared: true })
    expect(found.technologies).toContainEqual({ name: 'MySQL', isDeclared: false })
  }
})

test('the files of a release that a later upload has replaced are not checked any more', async () => {
  const { _id: id } = await aProject(owner)
  for (const title of ['First', 'Second', 'Third']) await aRelease(owner, id, { 'README.md': `# ${title}` })
  await app.jobs.run()
  const { rows } = await sql<{ number: number }>`
    select number from release_checks join releases on releases.id = release_id where project_id = ${id}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ number: 3 }])
  expect(await findingsOf(id)).toMatchObject({ state: 'checked', release: 3 })
})

test('a secret is neither shown nor stored in full', async () => {
  const id = await aChecked(leaky)
  expect(JSON.stringify(await findingsOf(id))).not.toContain(password)
  const stored = await app.db.selectFrom('releaseChecks').select('result').execute()
  expect(JSON.stringify(stored)).not.toContain(password)
})

test('before there are files there is nothing to check, and until the check has run it is awaited', async () => {
  const { _id: id } = await aProject(owner)
  expect(await findingsOf(id)).toMatchObject({ state: 'none', release: null, findings: [] })
  await aRelease(owner, id, leaky)
  expect(await findingsOf(id)).toMatchObject({ state: 'waiting', release: 1, findings: [], isBlocked: false })
})

test('that nothing was found is not called safe', async () => {
  const id = await aChecked(
    {
      'README.md': '# Page\nNothing to install: open index.html in any browser to start and look around.',
      'index.html': '<p>Hi</p>',
    },
    ['HTML5'],
  )
  const { findings, summary, isBlocked } = await findingsOf(id)
  expect({ findings, isBlocked }).toEqual({ findings: [], isBlocked: false })
  expect(summary).toContain('there may still be faults or secrets')
  expect(summary).not.toMatch(/safe|secure|clean|works/i)
})

test('a project with an open secret is not approved, and one whose owner says why it is harmless only with a reason of staff', async () => {
  const id = await aChecked(leaky)
  await expect(approve(admin, id)).rejects.toMatchObject({
    status: 409,
    message:
      'The owner has to remove or explain this first: A database password in index.php. To approve it all the same, write why.',
  })
  const findings = await explain(id)
  expect(findings.isBlocked).toBe(false)
  expect(findings.summary).not.toContain('found nothing')
  expect(findings.findings.find(({ rule }) => rule === place.rule)!.waiver).toMatchObject({
    reason,
    by: 'Asha Rao',
  })
  await expect(approve(admin, id)).rejects.toMatchObject({ status: 409 })
  expect(await approve(admin, id, 'The database is gone, I tried it.')).toMatchObject({
    verificationStatus: 'approved',
  })
})

test('a reason holds for later releases, until it is taken back', async () => {
  const id = await aChecked(leaky)
  const [mark] = marksIn(await explain(id))
  await aRelease(owner, id, { ...leaky, 'more.txt': 'more' })
  await app.jobs.run()
  expect(await findingsOf(id)).toMatchObject({ release: 2, isBlocked: false })
  for (let time = 0; time < 2; time++)
    expect(
      (await owner.api.findings.unwaive({ ...of(id), query: { ...place, mark: mark! } })).findings.isBlocked,
    ).toBe(true)
})

const withSecrets = (...passwords: string[]) => ({
  ...leaky,
  'index.php': passwords
    .map((one) => `<?php $c = mysqli_connect('db.college.in', 'shop', '${one}', 'shop'); ?>`)
    .join('\n'),
})

test('a reason covers what was found, so another secret in the same file is a new finding', async () => {
  const id = await aChecked(leaky)
  await explain(id)
  await aRelease(owner, id, withSecrets('before it', password, 'Lakshmi#2003'))
  await app.jobs.run()
  const { findings, isBlocked } = await findingsOf(id)
  expect(isBlocked).toBe(true)
  const open = findings.filter(({ rule, waiver }) => rule === place.rule && !waiver)
  expect(open.map(({ line }) => line)).toEqual([1, 3])
})

test('of many secrets in a file none stays unseen: those beyond five are one more thing to explain', async () => {
  const id = await aChecked(withSecrets(...Array.from({ length: 8 }, (_, n) => `Ganesh@199${n}`)))
  const found = (await findingsOf(id)).findings.filter(({ rule }) => rule === place.rule)
  expect(found).toHaveLength(6)
  expect(found.at(-1)!.message).toBe('3 more of this kind stand in this file, the first here.')
  expect((await explain(id)).isBlocked).toBe(false)
})

test('a finding shows its line without any secret of the project', async () => {
  const id = await aChecked({
    ...leaky,
    'pay.php': `<?php $old = '${password}'; $key = 'C:\\\\Users\\\\Asha\\\\${password}.txt';`,
  })
  const { findings } = await findingsOf(id)
  expect(findings.find(({ rule }) => rule === place.rule)!.excerpt).toBe(
    "<?php $c = mysqli_connect('db.college.in', 'shop', '••••••', 'shop'); mysql_query('select 1');",
  )
  expect(findings.find(({ rule, file }) => rule === 'machine-path' && file === 'pay.php')!.excerpt).toContain(
    '••••••',
  )
  expect(findings.map(({ excerpt }) => excerpt).join('\n')).not.toContain(password)
})

test('a technology that is declared and that no file shows is found, until it is no longer declared', async () => {
  const id = await aChecked(leaky)
  const told = async () =>
    (await findingsOf(id)).findings
      .filter(({ rule }) => rule === 'declared-technology')
      .map(({ message }) => message)
  expect(await told()).toEqual(['“React” is declared, but no file uses or names it.'])
  await owner.api.projects.update({
    ...of(id),
    body: { technologies: ['PHP 8', 'MySQL', 'Machine Learning'] },
  })
  expect(await told()).toEqual([])
})

test('only what was found is explained, with a reason', async () => {
  const id = await aChecked(leaky)
  const marks = marksIn(await findingsOf(id))
  const waive = (body: object) =>
    owner.api.findings.waive({ ...of(id), body: { ...place, marks, reason, ...body } })
  await expect(waive({ marks: [] })).rejects.toMatchObject({ status: 400 })
  await expect(waive({ marks: [...marks, 'unknown'] })).rejects.toMatchObject({ status: 404 })
  await expect(waive({ file: 'other.php' })).rejects.toMatchObject({ status: 404 })
  await expect(waive({ reason: 'no' })).rejects.toMatchObject({ status: 400 })
  await expect(waive({ rule: 'unknown' })).rejects.toMatchObject({ status: 400 })
})

test('a project of somebody else is as unknown as none', async () => {
  const id = await aChecked(leaky)
  const stranger = await aMember(app)
  await expect(stranger.api.findings.get(of(id))).rejects.toMatchObject({ status: 404 })
  await expect(
    stranger.api.findings.waive({ ...of(id), body: { ...place, marks: ['0a1b2c3d'], reason } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    stranger.api.findings.unwaive({ ...of(id), query: { ...place, mark: '0a1b2c3d' } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    admin.api.findings.waive({ ...of(id), body: { ...place, marks: ['0a1b2c3d'], reason } }),
  ).rejects.toMatchObject({
    status: 403,
  })
  await expect(app.api.findings.get(of(id))).rejects.toMatchObject({ status: 401 })
  await expect(
    owner.api.findings.setRule({ params: { rule: place.rule }, body: { shown: true, required: false } }),
  ).rejects.toMatchObject({ status: 403 })
})

test('present releases are checked anew when the rules have changed, and only then', async () => {
  const id = await aChecked(leaky)
  const first = (await findingsOf(id)).checkedAt
  await runJob(app, 'check-stale-releases')
  await app.jobs.run()
  expect((await findingsOf(id)).checkedAt).toBe(first)
  await app.db.updateTable('releaseChecks').set({ version: 0 }).execute()
  await runJob(app, 'check-stale-releases')
  await app.jobs.run()
  expect((await findingsOf(id)).checkedAt).not.toBe(first)
})

test('a list of libraries that PowerShell wrote in UTF-16 is read', async () => {
  const { _id: id } = await aProject(owner)
  await aRelease(owner, id, {
    'README.md':
      '# Bills\nInstall Python, then run pip install -r requirements.txt and python app.py to start it.',
    'app.py': 'import flask\nimport reportlab\nflask.Flask(__name__).run()\n',
    'requirements.txt': new Blob([Buffer.from('\uFEFFFlask==2.3.2\r\n', 'utf16le')]),
  })
  await app.jobs.run()
  const { findings } = await findingsOf(id)
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([
    ['missing-dependency', '“reportlab” is needed here, but requirements.txt does not name it.'],
  ])
})

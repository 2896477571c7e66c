import { expect, test } from 'vitest'

import type { Api } from '#contract/client.ts'
import { sampleLimits } from '#contract/projects/samples.ts'
import { tokenKinds } from '#contract/projects/source.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject } from '../../../test/makers.ts'
import { longestStall, timeLimit } from '../../../test/stall.ts'
import { approve, type Files, upload, blobsIn, manifestOf } from '../../../test/uploads.ts'
import { findingJobs, sampleJobs } from '../jobs.ts'

const app = await startApp()
await app.jobs.work(sampleJobs(app.dependencies))
await app.jobs.work(findingJobs(app.dependencies))
const [owner, admin] = [await aMember(app), await anAdmin(app)]

const files = {
  'README.md': '# Shop\n\nRun `python app.py` to start it.\n',
  'app.py': `# greets\ndef hello(name):\n    return "नमस्ते " + name\n${'print(1)\n'.repeat(40)}`,
  'lib/store.py': 'class Store:\n    pass\n',
  'lib/x.py': 'x = 1\n',
}
async function aProjectWith(content: Files = files, isListed = true) {
  const { _id: id } = await aProject(owner, { price: 0 })
  await upload(owner, id, content)
  await app.jobs.run()
  if (isListed) await approve(admin, id)
  return id
}
const add = (id: string, path: string, api: Api = owner.api) =>
  api.samples.add({ params: { id }, body: { path } })
const listed = async (id: string, api: Api = app.api) => (await api.samples.list({ params: { id } })).samples
const whole = async (id: string, number: number, api: Api = app.api) =>
  (await api.samples.get({ params: { id, number } })).file
const statusOf = async (id: string) =>
  (await owner.api.projects.get({ params: { id } })).project.verificationStatus

test('anybody reads the files that the owner opened, their beginning and in full, and no other file', async () => {
  const id = await aProjectWith()
  expect(await listed(id)).toEqual([])
  await add(id, 'app.py')
  expect((await listed(id))[0]!.excerpt[0], 'plain until the job has run').toEqual({
    text: '# greets',
    tokens: [],
  })
  await app.jobs.run()
  const [sample, ...others] = await listed(id)
  expect(others).toEqual([])
  expect(sample).toMatchObject({
    number: 1,
    path: 'app.py',
    language: 'Python',
    lineCount: 43,
    state: 'shown',
  })
  expect(sample!.excerpt).toHaveLength(sampleLimits.excerptLines)
  expect(sample!.excerpt[0]).toEqual({ text: '# greets', tokens: [8, tokenKinds.indexOf('comment')] })
  const file = await whole(id, 1)
  expect(file).toMatchObject({ path: 'app.py', state: 'text', lineCount: 43 })
  expect(file.lines).toHaveLength(43)
  expect(file.lines[1]!.tokens.length).toBeGreaterThan(2)
  for (const number of [2, 3]) await expect(whole(id, number)).rejects.toMatchObject({ status: 404 })
  for (const number of [0, 4, 99, 1.5, Number.NaN])
    await expect(whole(id, number)).rejects.toMatchObject({
      status: 400,
      message: 'A sample has a number from 1 to 3',
    })
  expect(await statusOf(id), 'nothing went back to review').toBe('approved')
})

test('three files at most; the number of one stays when another is closed, and the free one is taken next', async () => {
  const id = await aProjectWith()
  for (const path of ['app.py', 'README.md', 'README.md', 'lib/x.py']) await add(id, path)
  await expect(add(id, 'lib/store.py')).rejects.toMatchObject({ status: 409 })
  await owner.api.samples.remove({ params: { id, number: 2 } })
  const { samples } = await owner.api.samples.remove({ params: { id, number: 2 } })
  expect(samples.map(({ number, path }) => [number, path])).toEqual([
    [1, 'app.py'],
    [3, 'lib/x.py'],
  ])
  await expect(whole(id, 2)).rejects.toMatchObject({ status: 404 })
  const added = (await add(id, 'lib/store.py')).samples
  expect(added.map(({ number }) => number)).toEqual([1, 2, 3])
  const many = await Promise.allSettled(['README.md', 'lib/x.py'].map((path) => add(id, path)))
  expect(many.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('what cannot be read in full is refused with the reason, and so is what is not there', async () => {
  const id = await aProjectWith({
    ...files,
    'logo.png': Buffer.from([137, 80, 78, 71, 0, 1]),
    'big.js': 'let a = 1\n'.repeat(sampleLimits.bytes / 10 + 1),
    'long.txt': 'a\n'.repeat(sampleLimits.lines + 1),
  })
  await expect(add(id, 'logo.png')).rejects.toMatchObject({
    status: 415,
    message: expect.stringContaining('not text'),
  })
  for (const path of ['big.js', 'long.txt'])
    await expect(add(id, path)).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining('128 kB and 4000 lines'),
    })
  for (const path of ['nowhere.py', '../app.py', 'lib', '%'])
    await expect(add(id, path)).rejects.toMatchObject({ status: 404 })
  const choices = async (search: string) => {
    const { choices, total } = await owner.api.samples.choices({ params: { id }, query: { search } })
    return [choices.map(({ path }) => path), total]
  }
  expect(await choices('')).toEqual([['app.py', 'lib/store.py', 'lib/x.py', 'README.md'], 4])
  expect(await choices('LIB/')).toEqual([['lib/store.py', 'lib/x.py'], 2])
  expect(await choices('%')).toEqual([[], 0])
})

/** The reason of staff for an approval of what only the owner calls harmless. */
const staffReason = 'The database is gone, and the people are invented.'

test('a file in which a secret was found is neither taken nor shown, until that is explained', async () => {
  const leaky = `<?php $c = mysqli_connect('db.college.in', 'shop', 'Ganesh@1998', 'shop');\n`
  const id = await aProjectWith({ ...files, 'db.php': leaky }, false)
  await expect(add(id, 'db.php')).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('secret'),
  })
  const { findings } = (await owner.api.findings.get({ params: { id } })).findings
  const marks = findings.filter(({ file, kind }) => file === 'db.php' && kind === 'secret')
  const place = { rule: marks[0]!.rule, file: 'db.php' }
  const reason = 'It is the password of a database that is gone'
  await owner.api.findings.waive({
    params: { id },
    body: { ...place, marks: marks.map(({ mark }) => mark), reason },
  })
  await add(id, 'db.php')
  await approve(admin, id, staffReason)
  expect(await listed(id)).toMatchObject([{ path: 'db.php' }])
  await owner.api.findings.unwaive({ params: { id }, query: { ...place, mark: marks[0]!.mark } })
  expect(await listed(id)).toEqual([])
  await expect(whole(id, 1)).rejects.toMatchObject({ status: 404 })
  expect(await listed(id, owner.api)).toMatchObject([{ path: 'db.php', state: 'secret', excerpt: [] }])
})

test('of two files with one secret neither is taken, although one finding names both', async () => {
  const leaky = `<?php $c = mysqli_connect('db.college.in', 'shop', 'Ganesh@1998', 'shop');\n`
  const id = await aProjectWith({ ...files, 'db.php': leaky, 'pay.php': leaky }, false)
  const { findings } = (await owner.api.findings.get({ params: { id } })).findings
  expect(findings.filter(({ kind }) => kind === 'secret')).toMatchObject([
    { file: 'db.php', message: expect.stringContaining('pay.php') },
  ])
  for (const path of ['db.php', 'pay.php']) await expect(add(id, path)).rejects.toMatchObject({ status: 409 })
})

const people = Array.from(
  { length: 12 },
  (_, n) => `Student ${n}, 98${String(76_412_305 + n * 7_654_321).slice(0, 8)}`,
)
const students = { 'README.md': '# Shop\n', 'app.py': 'print(1)\n', 'students.txt': people.join('\n') }
const waivePersonal = async (id: string, file: string) => {
  const { findings } = (await owner.api.findings.get({ params: { id } })).findings
  const marks = findings.filter((one) => one.file === file && one.kind === 'personal').map(({ mark }) => mark)
  expect(marks).not.toEqual([])
  const body = { rule: 'personal-data', file, marks, reason: 'asdf asdf asdf' } as const
  await owner.api.findings.waive({ params: { id }, body })
}

test('personal data that its owner explained is read by nobody before staff have passed the file, and then that content only', async () => {
  const id = await aProjectWith(students)
  await expect(add(id, 'students.txt')).rejects.toMatchObject({ status: 409 })
  await waivePersonal(id, 'students.txt')
  await add(id, 'students.txt')
  const [own] = await listed(id, owner.api)
  expect(own).toMatchObject({ path: 'students.txt', state: 'review', excerpt: [] })
  const isClosed = async () => {
    expect(await listed(id)).toEqual([])
    await expect(whole(id, 1)).rejects.toMatchObject({ status: 404 })
    expect((await app.api.projectPage.get({ params: { id } })).samples).toEqual([])
  }
  await isClosed()
  await upload(owner, id, { ...students, 'app.py': 'print(2)\n' })
  await app.jobs.run()
  await approve(admin, id, staffReason)
  await isClosed()
  const pass = (contentHash: string) =>
    admin.api.samples.pass({ params: { id, number: 1 }, body: { contentHash } })
  await expect(pass('0'.repeat(64))).rejects.toMatchObject({ status: 409 })
  expect((await pass(own!.contentHash!)).samples).toMatchObject([{ state: 'shown' }])
  await pass(own!.contentHash!)
  expect(await listed(id)).toMatchObject([{ path: 'students.txt', state: 'shown' }])
  const { entries } = await admin.api.audit.list({ query: { kind: 'project' } })
  expect(entries.filter(({ action }) => action === 'pass sample')).toHaveLength(1)
  await upload(owner, id, { ...students, 'students.txt': people.slice(1).join('\n') })
  await app.jobs.run()
  await waivePersonal(id, 'students.txt')
  const [newer] = await listed(id, owner.api)
  expect(newer).toMatchObject({ state: 'review' })
  await expect(pass(newer!.contentHash!), 'files that wait').rejects.toMatchObject({ status: 409 })
  await approve(admin, id, staffReason)
  await isClosed()
})

test('a reason that the owner gives after the approval neither opens a file nor clears what visitors read', async () => {
  const leaky = `<?php $c = mysqli_connect('db.college.in', 'shop', 'Ganesh@1998', 'shop');\n`
  const id = await aProjectWith({ ...files, 'db.php': leaky }, false)
  const { findings } = (await owner.api.findings.get({ params: { id } })).findings
  const explain = (rule: (typeof findings)[number]['rule'], file: string) =>
    owner.api.findings.waive({
      params: { id },
      body: {
        rule,
        file,
        marks: findings.filter((one) => one.rule === rule && one.file === file).map(({ mark }) => mark),
        reason: 'asdf asdf asdf',
      },
    })
  const secret = findings.find(({ file, kind }) => file === 'db.php' && kind === 'secret')!
  await explain(secret.rule, 'db.php')
  await add(id, 'db.php')
  await approve(admin, id, staffReason)
  expect(await listed(id)).toHaveLength(1)
  const facts = async () => (await app.api.findings.facts({ params: { id } })).facts!.known
  const known = await facts()
  expect(known).not.toEqual([])
  for (const { rule, file } of findings) await explain(rule, file)
  expect(await facts()).toEqual(known)
  expect(await listed(id), 'it was explained anew, after the approval').toEqual([])
  expect(await listed(id, owner.api)).toMatchObject([{ state: 'review' }])
})

test('samples follow the newest approved release: what it lacks is not shown, and its owner is told', async () => {
  const id = await aProjectWith()
  for (const path of ['app.py', 'lib/x.py']) await add(id, path)
  await upload(owner, id, { 'README.md': '# Two', 'app.py': 'print("two")\n', 'b.txt': '' })
  await app.jobs.run()
  for (const api of [app.api, (await aMember(app)).api]) {
    await expect(listed(id, api), 'while it waits for staff').rejects.toMatchObject({ status: 404 })
    await expect(whole(id, 1, api)).rejects.toMatchObject({ status: 404 })
  }
  expect(await listed(id, owner.api)).toMatchObject([
    { path: 'app.py', state: 'shown', lineCount: 1 },
    { path: 'lib/x.py', state: 'missing' },
  ])
  await approve(admin, id)
  expect(await listed(id)).toMatchObject([{ path: 'app.py', excerpt: [{ text: 'print("two")' }] }])
  await owner.api.projects.ownerUpdate({ params: { id }, body: { isActive: false } })
  await expect(listed(id)).rejects.toMatchObject({ status: 404 })
  await expect(whole(id, 1)).rejects.toMatchObject({ status: 404 })
})

test('only the owner chooses; another member and staff do not', async () => {
  const id = await aProjectWith()
  const stranger = await aMember(app)
  await expect(add(id, 'app.py', stranger.api)).rejects.toMatchObject({ status: 404 })
  await expect(add(id, 'app.py', admin.api)).rejects.toMatchObject({ status: 403 })
  await add(id, 'app.py')
  const params = { id, number: 1 }
  await expect(stranger.api.samples.remove({ params })).rejects.toMatchObject({ status: 404 })
  await expect(stranger.api.samples.choices({ params: { id }, query: {} })).rejects.toMatchObject({
    status: 404,
  })
  expect(await listed(id, stranger.api)).toHaveLength(1)
})

test('each content is coloured once, a very long line is cut on the project’s page alone, and lost bytes leave the page in place', async () => {
  const long = `x = "${'न'.repeat(2000)}"`
  const id = await aProjectWith({ 'README.md': '# One', 'one.py': long, 'two.py': 'y = 2\n' })
  for (const path of ['one.py', 'two.py']) await add(id, path)
  await app.jobs.run()
  const made = () => app.db.selectFrom('sampleHighlights').select(['sha256', 'tokens']).execute()
  const before = (await made()).length
  await app.dependencies.jobs.enqueue(app.db, 'highlight-samples', { projectId: id })
  await app.jobs.run()
  expect(await made()).toHaveLength(before)
  const [one] = await listed(id)
  expect(one!.excerpt[0]!.text).toHaveLength(301)
  expect((await whole(id, 1)).lines[0]!.text).toBe(long)
  const { sha256 } = (await manifestOf(app, id)).find(({ path }) => path === 'two.py')!
  const { key } = (await blobsIn(app)).find((blob) => blob.sha256 === sha256)!
  await app.dependencies.storage.delete(key)
  expect((await listed(id))[1]!.excerpt, 'the beginning is kept').toHaveLength(1)
  await app.db.deleteFrom('sampleHighlights').execute()
  expect(await listed(id)).toMatchObject([{ path: 'one.py' }, { path: 'two.py', excerpt: [] }])
})

test('the longest sample is coloured and read in full while everybody else is answered', async () => {
  const line = 'a=b(1,"x")+c[2]\n'
  const text = line.repeat(Math.min(sampleLimits.lines, Math.floor(sampleLimits.bytes / line.length)))
  const wide = 'f(1)+'.repeat(sampleLimits.bytes / 5 - 1)
  const id = await aProjectWith({ 'README.md': '# One', 'long.py': text, 'wide.py': wide })
  const stall = await longestStall(async () => {
    for (const path of ['long.py', 'wide.py']) await add(id, path)
    await app.jobs.run()
  })
  const [long, one] = [await whole(id, 1), await whole(id, 2)]
  expect(long.lines).toHaveLength(sampleLimits.lines)
  expect(long.lines.at(-1)!.tokens.length, 'coloured to its end').toBeGreaterThan(4)
  expect(one.lines).toMatchObject([{ text: wide }])
  expect(stall).toBeLessThan(timeLimit(500))
})

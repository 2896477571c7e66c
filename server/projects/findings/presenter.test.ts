import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aRelease } from '../../../test/makers.ts'
import { approve } from '../../../test/uploads.ts'
import { findingJobs } from '../jobs.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  owner = await aMember(app)
  admin = await anAdmin(app)
  await app.jobs.work(findingJobs(app.dependencies))
})

const of = (id: string) => ({ params: { id } })
const factsOf = async (id: string, by: Pick<typeof app, 'api'> = app) =>
  (await by.api.findings.facts(of(id))).facts

async function aChecked(files: Record<string, string>) {
  const { _id: id } = await aProject(owner, { technologies: ['PHP'] })
  await aRelease(owner, id, files)
  await app.jobs.run()
  return id
}

const readme =
  '# Library\nInstall XAMPP, copy this folder to htdocs, import library.sql into phpMyAdmin, then open http://localhost/library.'
const sound = {
  'README.md': readme,
  'index.php':
    "<?php $c = mysqli_connect('localhost', 'root', '', 'library'); $c->query('select * from books');",
  'library.sql': 'create database library; use library; create table books (id int);',
}

test('visitors read what the check found to be there, once the project is listed', async () => {
  const id = await aChecked(sound)
  await expect(factsOf(id)).rejects.toMatchObject({ status: 404 })
  expect(await factsOf(id, owner)).toMatchObject({ release: 1 })
  await approve(admin, id)
  expect(await factsOf(id)).toMatchObject({
    good: [
      'A file that starts the project was found',
      'The database script is included',
      'No file was found that the code names and that is not there',
      'No keys, passwords or data of people were found in its texts, as far as a program can tell',
    ],
    known: [],
  })
})

test('visitors read what they have to do themselves, without places, and nothing of what its owner has explained', async () => {
  const password = 'Ganesh@1998'
  const id = await aChecked({
    ...sound,
    'index.php': `<?php $c = mysqli_connect('localhost', 'shop', '${password}', 'library');
      include 'menu.php'; include 'foot.php'; $c->query('select * from books join authors');`,
  })
  const { findings } = (await owner.api.findings.get(of(id))).findings
  for (const rule of ['database-password', 'missing-table'] as const) {
    const marks = findings.filter((one) => one.rule === rule).map(({ mark }) => mark)
    const body = { rule, file: 'index.php', marks, reason: 'It is only on my own machine' }
    await owner.api.findings.waive({ ...of(id), body })
  }
  await approve(admin, id, 'The database is gone.')
  const facts = await factsOf(id)
  expect(facts!.known).toEqual(['2 files that it names are not included.'])
  expect(facts!.good.join('\n')).not.toMatch(/password|names/)
  expect(JSON.stringify(facts)).not.toMatch(/index\.php|menu\.php|Ganesh/)
})

test("the project's own licence is not taken for that of others' code", async () => {
  const mit = 'MIT License\n\nPermission is hereby granted, free of charge, to any person'
  const own = await aChecked({ ...sound, LICENSE: mit })
  const withOthers = await aChecked({ ...sound, LICENSE: mit, 'assets/LICENSE.txt': mit })
  const said = 'The licences of others’ code that were found allow passing it on: MIT'
  expect((await factsOf(own, owner))!.good).not.toContain(said)
  expect((await factsOf(withOthers, owner))!.good).toContain(said)
})

test('a file that is missing stays so when its owner has said why, and a pointer is no file', async () => {
  const none = 'No file was found that the code names and that is not there'
  const id = await aChecked({ ...sound, 'list.php': "<?php include 'menu.php';" })
  const { findings } = (await owner.api.findings.get(of(id))).findings
  const marks = findings.filter(({ rule }) => rule === 'missing-file').map(({ mark }) => mark)
  const body = { rule: 'missing-file' as const, file: 'list.php', marks, reason: 'Nobody opens it' }
  await owner.api.findings.waive({ ...of(id), body })
  await approve(admin, id)
  expect((await factsOf(id))!.good).not.toContain(none)
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 48000000\n`
  const facts = (await factsOf(await aChecked({ ...sound, 'model.pkl': pointer }), owner))!
  expect(facts.good).not.toContain(none)
  expect(facts.known).toContain('One file that it names is not included.')
})

test('nothing is told of files that were not checked', async () => {
  const { _id: id } = await aProject(owner)
  expect(await factsOf(id, owner)).toBeNull()
  await aRelease(owner, id, { 'README.md': `# ${id}` })
  expect(await factsOf(id, owner)).toBeNull()
})

test('buyers read that no secret was found only where none was, and what was not opened', async () => {
  const none = async (files: Record<string, string>) =>
    (await factsOf(await aChecked({ ...sound, ...files }), owner))!.good.find((one) =>
      one.includes('passwords'),
    )
  expect(await none({ 'report.docx': '\0', 'marks.xlsx': '\0' })).toContain(
    '2 documents, archives or databases were not opened',
  )
  expect(await none({ 'app.py': "SECRET_KEY = 'django-insecure-abc123'" })).toBeUndefined()
  expect(await none({ 'LOGIN.md': 'Username: admin, password: admin' })).toBeUndefined()
  expect(await none({ 'more.bin': `${'x'.repeat(100)}\0` })).toBeUndefined()
})

import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject } from '../../../test/makers.ts'
import { approve, upload } from '../../../test/uploads.ts'
import { findingJobs, releaseJobs } from '../jobs.ts'

const app = await startApp()
await app.jobs.work([...findingJobs(app.dependencies), ...releaseJobs(app.dependencies)])

const php = '<?php\necho 1;\n'
const files = {
  'README.md': '# Shop\n'.repeat(30),
  'shop/index.php': php,
  'shop/orders.php': php.repeat(4),
  'shop/style.css': 'a { color: red }\n',
  'shop/js/jquery-3.6.0.min.js': 'x=1;\n'.repeat(2000),
  'shop/css/bootstrap.css': `/*! Bootstrap v4.6.0 (https://getbootstrap.com/) MIT */\n${'a { b: c }\n'.repeat(3000)}`,
  'shop/dump.sql': 'INSERT INTO a VALUES (1);\n'.repeat(500),
}

test('languages, lines and the cover are of what the owner wrote; what others wrote is named to owner and staff', async () => {
  const [owner, admin] = [await aMember(app), await anAdmin(app)]
  const { _id: id } = await aProject(owner, { price: 0 })
  await upload(owner, id, files)
  const before = await owner.api.releases.contents({ params: { id } })
  expect(before.languages[0]?.name).toBe('CSS')
  const { updatedAt } = (await owner.api.projects.get({ params: { id } })).project
  await app.jobs.run()
  const contents = await owner.api.releases.contents({ params: { id } })
  expect(contents.languages).toEqual([
    { name: 'PHP', size: php.length * 5 },
    { name: 'CSS', size: files['shop/style.css'].length },
  ])
  expect(contents.lines).toBe(30 + 2 + 8 + 1 + 500)
  for (const { api } of [owner, admin]) {
    const { findings } = await api.findings.get({ params: { id } })
    expect(findings.entry).toBe('shop/index.php')
    expect(findings.foreign).toEqual(
      expect.arrayContaining([
        { kind: 'library', name: 'jquery', place: 'shop/js/jquery-3.6.0.min.js', files: 1 },
        { kind: 'library', name: 'bootstrap', place: 'shop/css/bootstrap.css', files: 1 },
      ]),
    )
  }
  // A member of staff who has the project open may go on: nothing of the owner's has changed.
  expect((await owner.api.projects.get({ params: { id } })).project.updatedAt).toBe(updatedAt)
  await approve(admin, id)
  const [card] = (await app.api.projects.list({ query: {} })).projects
  expect(card!.languages.map(({ name }) => name)).toEqual(['PHP', 'CSS'])
  expect(card!.fileTree.find(({ isEntry }) => isEntry)?.name).toBe('index.php')
})

import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aListing, approve, upload } from '../../../test/uploads.ts'
import { workReleases } from '../../releases/worker.ts'

const app = await startApp()
await workReleases(app.parts)
const files = {
  'README.md': '# Shop\n\nA till for a kirana shop.\n',
  'src/main.py': 'print(1)\n',
  'src/page.html': '<p>\n',
}
const newest = async () => (await app.api.projects.list({ query: { sort: 'newest' } })).projects

test('a card brings its languages and the top of its file tree, the first of a list how its README begins', async () => {
  await aListing(app, files)
  await aListing(app, files)
  await app.jobs.run()
  const [first, second] = await newest()
  expect(first).toMatchObject({
    languages: [
      { name: 'Markdown', percent: 72 },
      { name: 'Python', percent: 19 },
      { name: 'HTML', percent: 9 },
    ],
    fileTree: [
      { name: 'src/', depth: 0, isEntry: false },
      { name: 'main.py', depth: 1, size: 9, isEntry: true },
      { name: 'page.html', depth: 1 },
      { name: 'README.md', depth: 0 },
    ],
    readmeStart: 'A till for a kirana shop.',
  })
  expect(second).toMatchObject({ fileTree: first!.fileTree, readmeStart: null })
})

test('another release brings its own, files taken away take them along', async () => {
  const { owner, admin, id } = await aListing(app, files)
  await app.jobs.run()
  await upload(owner, id, { 'README.md': '# Shop\n\nNow in PHP, with a till.\n', 'index.php': '<?php\n' })
  const [waiting] = (await owner.api.projects.mine({ query: {} })).projects
  expect(waiting).toMatchObject({
    fileTree: [{ name: 'index.php' }, { name: 'README.md' }],
    readmeStart: null,
  })
  await approve(admin, id)
  await app.jobs.run()
  expect((await newest())[0]).toMatchObject({ _id: id, readmeStart: 'Now in PHP, with a till.' })
  await owner.api.releases.removeFiles({ params: { id } })
  const { project } = await owner.api.projects.get({ params: { id } })
  expect(project).toMatchObject({ languages: [], fileTree: [], readmeStart: null })
})

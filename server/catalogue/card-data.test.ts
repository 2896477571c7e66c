import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aListing, approve, upload } from '../../test/uploads.ts'
import { releaseJobs } from '../projects/jobs.ts'

const app = await startApp()
await app.jobs.work(releaseJobs(app.dependencies))
const files = {
  'README.md': '# Shop\n\nA till for a kirana shop.\n',
  'src/main.py': 'print(1)\n',
  'src/page.html': '<p>\n',
}
const newest = async () => (await app.api.projects.list({ query: { sort: 'newest' } })).projects

test('a card has its description, its languages and the top of its file tree, and nothing of its README', async () => {
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
  })
  expect(second).toMatchObject({ fileTree: first!.fileTree })
  expect(JSON.stringify([first, second])).not.toContain('A till for a kirana shop')
})

test('a new release replaces languages and file tree, and removing the files removes both', async () => {
  const { owner, admin, id } = await aListing(app, files)
  await app.jobs.run()
  await upload(owner, id, { 'README.md': '# Shop\n\nNow in PHP, with a till.\n', 'index.php': '<?php\n' })
  const [waiting] = (await owner.api.projects.mine({ query: {} })).projects
  expect(waiting).toMatchObject({
    fileTree: [{ name: 'index.php' }, { name: 'README.md' }],
  })
  await approve(admin, id)
  await app.jobs.run()
  expect((await newest())[0]).toMatchObject({ _id: id, fileTree: waiting!.fileTree })
  await owner.api.releases.removeFiles({ params: { id } })
  const { project } = await owner.api.projects.get({ params: { id } })
  expect(project).toMatchObject({ languages: [], fileTree: [] })
})

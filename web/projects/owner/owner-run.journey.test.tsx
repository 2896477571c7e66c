import { screen, within } from '@testing-library/dom'
import { beforeAll, expect, test, vi } from 'vitest'

import {
  clock,
  failed,
  failing,
  field,
  press,
  reload,
  startJourneys,
  timePasses,
  user,
  visit,
} from '../../../test/in-process.tsx'
import { anAdmin } from '../../../test/makers.ts'
import { runNext } from '../../../test/run-next.ts'
import { aRunner, anUpload, checkReleases, type TestRunner } from '../../../test/runners.ts'
import { approve } from '../../../test/uploads.ts'

const app = await startJourneys()
const admin = await anAdmin(app)
beforeAll(() => checkReleases(app))

let runner: TestRunner
type Uploaded = Awaited<ReturnType<typeof anUpload>>
const open = async ({ owner, id }: Uploaded) => {
  await visit(`/owner/projects/${id}#run`, { as: owner as never })
  await screen.findByRole('region', { name: 'Quick Stats' })
}
const section = () => screen.findByRole('region', { name: 'Run' })
const says = async (words: string | RegExp) => within(await section()).findByText(words, { exact: false })

test('without a machine that runs projects and without a record the page says nothing of runs', async () => {
  const project = await anUpload(app, { 'README.md': '# Notes', 'Main.java': 'class Main {}' })
  await app.db.deleteFrom('runRecords').execute()
  await open(project)
  await screen.findByRole('region', { name: 'What we found' })
  expect(screen.queryByRole('region', { name: 'Run' })).toBeNull()
  runner = await aRunner(app, admin)
  expect(await runner.claim()).toBeNull()
  await reload()
  await says('Not run yet')
})

test('an owner sees the place of a run that waits, changes where it starts, and sees it running and then what ran', async () => {
  await anUpload(app)
  const project = await anUpload(app)
  vi.useFakeTimers(clock)
  await open(project)
  await says('It waits: 1 run comes before it')
  await says('5 runs left today.')
  await user.type(field('Start At'), '../secret')
  await press('Change Start At')
  await says('Enter a path, such as admin/index.php')
  await user.clear(field('Start At'))
  await user.type(field('Start At'), '/admin/index.php')
  // Without a connection what was typed stays.
  const mend = failing('runs.ask', 'cut')
  await press('Change Start At')
  await says('It was not asked for')
  expect(field('Start At').value).toBe('/admin/index.php')
  mend()
  await press('Change Start At')
  await says('starting at admin/index.php')
  await says('4 runs left today.')

  await runNext(runner)
  const run = (await runner.claim())!
  await timePasses(11_000)
  await says('It is being run now')
  await runner.page(run, { title: 'Start' })
  await runner.end(run)
  await timePasses(4000)
  await says(/^Ran on .* with PHP 8\.2 and MariaDB 10\.11: 2 tables, 1 page$/)
  await says('Only you see this until our staff have looked at it.')
  vi.useRealTimers()
  await approve(admin, project.id)
  await reload()
  await says('Everybody sees this.')
})

test('a run that failed says why and what to do; the note to buyers survives a reload, and one that came too late says so', async () => {
  const project = await anUpload(app)
  await runNext(runner, { fails: true })
  await open(project)
  await screen.findByRole('link', { name: /^Make it run/ })
  await says('It did not run when we started it')
  await says('It needs the database “hostel”')
  await says('What to do:')
  const note = () => field('Your note about it')
  await user.type(note(), 'Make the database hostel first.')
  const mend = failing('runs.note', 'cut')
  await press('Save Note')
  await says('The note was not saved')
  mend()
  await reload()
  await expect.poll(() => note().value).toBe('Make the database hostel first.')
  await press('Save Note')
  await screen.findByText('The note is saved.')
  await says('Its owner says:')

  // Staff show it in the meantime.
  await user.type(note(), ' Then open it.')
  await approve(admin, project.id, 'Its README says what to do')
  await press('Save Note')
  await says('A note belongs to a run that failed and that our staff have not shown yet.')
  expect(note().value).toBe('Make the database hostel first. Then open it.')
  expect((await app.api.runs.get({ params: { id: project.id } })).run!.ownerNote).toBe(
    'Make the database hostel first.',
  )
})

test('the sixth run of a day is refused where the fifth was asked for', async () => {
  const project = await anUpload(app)
  await runNext(runner, { fails: true })
  for (let time = 0; time < 4; time++) {
    await project.owner.api.runs.ask({ params: { id: project.id }, body: {} })
    await runNext(runner, { fails: true })
  }
  await open(project)
  await says('1 run left today.')
  const earlier = within(await section()).getByText('Earlier runs')
  expect(earlier.closest('details')!.querySelectorAll('li')).toHaveLength(4)
  // In another tab the last one is used.
  await project.owner.api.runs.ask({ params: { id: project.id }, body: {} })
  await runNext(runner, { fails: true })
  await press('Run Again')
  await says('You have asked for 5 runs today. Try again tomorrow.')
  await reload()
  await says('You have asked for 5 runs today.')
  expect(screen.queryByRole('button', { name: 'Run Again' })).toBeNull()
})

test('the picture of a page becomes one of the project, which goes to review as with any', async () => {
  const project = await anUpload(app)
  await runNext(runner, { picture: true })
  await approve(admin, project.id)
  await open(project)
  await says('This sends the project back to review.')
  const mend = failing('releases.addImages', 'cut')
  await press('Use as a Picture: Rooms')
  await failed('Failed to add the picture')
  mend()
  await press('Use as a Picture: Rooms')
  await screen.findByText(
    'The picture is added to Project Images. Project requires re-verification by an admin.',
  )
  const { project: saved } = await project.owner.api.projects.get({ params: { id: project.id } })
  expect([saved.images.length, saved.verificationStatus]).toEqual([1, 'pending'])
})

test('what is not tried says of what it is, and cannot be run again', async () => {
  const project = await anUpload(app, { 'README.md': '# Bank', 'src/Main.java': 'class Main {}' })
  await open(project)
  await says('Not run by us: Java is not run yet.')
  expect(screen.queryByRole('button', { name: /^Run (?:Again|It)$/ })).toBeNull()
})

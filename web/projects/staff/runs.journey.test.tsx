import { screen, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'

import { field, press, reload, startJourneys, user, visit } from '../../../test/in-process.tsx'
import { aColleague, anAdmin } from '../../../test/makers.ts'
import { runNext } from '../../../test/run-next.ts'
import { aRunner, anUpload, checkReleases } from '../../../test/runners.ts'
import { approve } from '../../../test/uploads.ts'

const app = await startJourneys()
beforeAll(() => checkReleases(app))
const admin = await anAdmin(app)
const runner = await aRunner(app, admin)

const of = (id: string) => ({ params: { id } })
const publicRun = async (id: string) => (await app.api.runs.get(of(id))).run
const titleOf = async (id: string) => (await admin.api.projects.get(of(id))).project.title
const sheet = () => screen.findByRole('region', { name: 'Run' })
/** Waits until the evidence says this of the run. */
const cellSays = async (word: string) => {
  const cell = () =>
    within(screen.getByRole('list', { name: 'Evidence' })).getByRole('link', { name: /^Run/ })
  await expect.poll(() => cell().textContent).toBe(`Run${word}`)
}
const decisionReady = async () => {
  const approve = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' })
  await expect.poll(() => approve().disabled).toBe(false)
}

test('staff see in the queue and in the evidence what did not run, approve it with a reason alone, and buyers read why', async () => {
  const ran = await anUpload(app)
  await runNext(runner)
  const { id } = await anUpload(app)
  await runNext(runner, { fails: true })
  await visit('/admin/verification?part=failed_run', { as: admin })
  const row = within((await screen.findByRole('link', { name: await titleOf(id) })).closest('tr')!)
  row.getByText('Did not run')
  expect(screen.queryByRole('link', { name: await titleOf(ran.id) })).toBeNull()
  await user.click(row.getByRole('link', { name: await titleOf(id) }))

  await cellSays('Did not run')
  await within(await sheet()).findByText(/It needs the database “hostel”/)
  within(await sheet()).getByText('What to do:', { exact: false })
  await user.click(screen.getByRole('button', { name: 'Did not run' }))
  expect(field('Notes for the owner').value).toContain('We have started it, and it did not run: It needs the')
  await user.clear(field('Notes for the owner'))
  await decisionReady()
  await press('Approve')
  await screen.findByText(/We have run it, and it did not run: .* To approve it all the same, write why\./)
  await user.type(field('Why approve it all the same'), 'Its README says how')
  await press('Approve')
  await screen.findByText(/^Approved and listed/)
  expect(await publicRun(id)).toMatchObject({ outcome: 'failed' })

  await visit(`/admin/projects/${ran.id}`)
  await cellSays('Ran')
  await within(await sheet()).findByText('Sign-ins that we tried')
  expect(screen.queryByLabelText('Why approve it all the same')).toBeNull()
})

test('staff run a project again from another page, hide what they do not want shown, and approving leaves it hidden', async () => {
  const { id } = await anUpload(app)
  await runNext(runner)
  await visit(`/admin/projects/${id}`, { as: admin })
  await within(await sheet()).findByText('Only its owner and staff see this run.', { exact: false })
  await user.type(field('Start At'), 'admin.php')
  await press('Run Again')
  await within(await sheet()).findByText('starting at admin.php', { exact: false })
  await cellSays('Waiting')
  await runNext(runner, { behind: false })
  await reload()
  await within(await sheet()).findByText('Earlier runs')
  await press('Hide')
  await screen.findByText('This run is hidden.')
  await within(await sheet()).findByText('Hidden: only its owner and staff see this run.')
  expect(within(await sheet()).queryByRole('button', { name: 'Hide' })).toBeNull()
  await approve(admin, id)
  expect(await publicRun(id)).toBeNull()
  await press('Show')
  await screen.findByText('Everybody sees this run.', { selector: 'p' })
  expect(await publicRun(id)).toMatchObject({ outcome: 'ran' })
})

test('a worse run and pages behind a sign-in wait in the list, where staff show all, the public pages, or hide; two who decide do no harm', async () => {
  const projects = [await anUpload(app), await anUpload(app)]
  const [worse, behind] = projects.map(({ id }) => id)
  for (const { id } of projects) {
    await runNext(runner, { behind: false })
    await approve(admin, id)
  }
  for (const [index, { owner, id }] of projects.entries()) {
    await owner.api.runs.ask({ ...of(id), body: {} })
    await runNext(runner, index === 0 ? { fails: true } : {})
  }
  await visit('/admin/dashboard', { as: admin })
  await user.click(await screen.findByRole('link', { name: /^2 runs to look at/ }))
  const cases = () => screen.findAllByRole('listitem', { name: /^Run, / })
  const [first, second] = await cases()
  within(first!).getByText('Did not run')
  within(first!).getByText(/Ran on .*: 2 tables, 1 page, signed in as admin$/)
  within(second!).getByText('Pages behind a sign-in')
  within(second!).getByText('this run, without the pages behind a sign-in', { exact: false })

  await user.dblClick(within(second!).getByRole('button', { name: 'Show All' }))
  await screen.findByText('Everybody sees this run.')
  expect((await publicRun(behind!))!.pages).toHaveLength(2)
  // In another tab it is decided meanwhile.
  const { runs } = await admin.api.staffRuns.list()
  await admin.api.staffRuns.decide({ ...of(runs[0]!.run._id), body: { decision: 'hide' } })
  await press('Show')
  await screen.findByText('No run waits for you')
  expect(await publicRun(worse!)).toMatchObject({ outcome: 'failed' })
})

test('a member of staff who is no super admin decides about runs, and reads the runners without changing them', async () => {
  const plain = await aColleague(app, admin)
  await visit('/admin/runs', { as: plain })
  await screen.findByText('No run waits for you')
  await visit('/admin/settings?section=runs')
  within(await screen.findByRole('listitem', { name: 'Double' })).getByText('Ready')
  for (const name of [/Add Runner/, /Remove/, 'Save'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  screen.getByText('Only a super admin changes this, because it decides what is started on our machines.')
})

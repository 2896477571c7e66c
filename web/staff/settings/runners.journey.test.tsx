import { screen, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'

import { field, holding, press, reload, startJourneys, user, visit } from '../../../test/in-process.tsx'
import { anAdmin } from '../../../test/makers.ts'
import { runNext } from '../../../test/run-next.ts'
import { aRunner, anUpload, checkReleases } from '../../../test/runners.ts'
import { machine } from '../../../test/seen-run.ts'

const app = await startJourneys()
beforeAll(() => checkReleases(app))
const admin = await anAdmin(app)

const place = '/admin/settings?section=runs'
const machines = async () => within(await screen.findByRole('region', { name: 'Machines that run projects' }))
const row = async (name: string) => within(await screen.findByRole('listitem', { name }))

test('a super admin adds a machine once for two presses, gets its token this once with the command, and removes it', async () => {
  await visit(place, { as: admin })
  ;(await machines()).getByText('No machine runs projects')
  await press('Add Runner')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add runner' }))
  await user.click(dialog.getByRole('button', { name: 'Add Runner' }))
  await dialog.findByText(/Name the machine|required/)
  await user.type(field('Name'), 'Basement')
  const answer = holding('staffRunners.add')
  const button = dialog.getByRole('button', { name: 'Add Runner' })
  await user.dblClick(button)
  answer()
  await screen.findByText('Basement is added. Its token is shown this once')
  const command = document.querySelector('pre')!.textContent
  const [, token] = /^SHOP_URL=http\S+ RUNNER_TOKEN=(runner_\S+) npm run runner$/.exec(command)!
  expect((await admin.api.staffRunners.list()).runners).toHaveLength(1)
  ;(await row('Basement')).getByText('Not seen yet')
  // Esc takes nothing away.
  await user.keyboard('{Escape}')
  expect(document.querySelector('pre')!.textContent).toBe(command)
  await press('Copy the Token')
  await screen.findByText('The token is copied.')

  const runner = app.as(token)
  await runner.runners.claim({ body: { ...machine, lacks: ['bwrap is missing: Debian package bubblewrap'] } })
  await press('Refresh')
  await (await row('Basement')).findByText('Takes nothing')
  ;(await row('Basement')).getByText('bwrap is missing: Debian package bubblewrap')
  await reload()
  expect((await machines()).queryByText(/RUNNER_TOKEN/)).toBeNull()

  await press('Remove')
  await screen.findByRole('dialog', { name: 'Remove Basement?' })
  await user.keyboard('{Escape}')
  expect((await admin.api.staffRunners.list()).runners).toHaveLength(1)
  await press('Remove')
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Remove Basement?' })).getByRole('button', {
      name: 'Remove',
    }),
  )
  await screen.findByText('Basement is removed.')
  await expect(runner.runners.claim({ body: machine })).rejects.toMatchObject({ status: 401 })
})

test('a machine says what it has, what it runs and has run today; one that another has removed is said to be gone', async () => {
  const runner = await aRunner(app, admin, 'Attic')
  await anUpload(app)
  const { id } = await anUpload(app)
  await runNext(runner, { behind: false })
  await runner.claim()
  await anUpload(app)
  await visit(place, { as: admin })
  const attic = await row('Attic')
  attic.getByText('Running')
  attic.getByText('PHP 8.2, MariaDB 10.11, browser 140')
  attic.getByText('11 s')
  const running = attic.getByRole('link')
  expect(running.getAttribute('href')).toBe(`/admin/projects/${id}#run`)
  ;(await machines()).getByText(/^1 run waits, the oldest since /)

  // In another tab it is removed meanwhile.
  await admin.api.staffRunners.remove({ params: { id: runner.id } })
  await press('Remove')
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Remove Attic?' })).getByRole('button', {
      name: 'Remove',
    }),
  )
  await screen.findByText('This machine is removed already')
  await (await machines()).findByText('No machine runs projects')
})

test('staff switch off that projects are run by themselves', async () => {
  await visit(place, { as: admin })
  await user.click(await screen.findByRole('checkbox', { name: /^Run by itself/ }))
  await press('Save')
  await screen.findByText('Runners is saved.')
  expect((await admin.api.settings.get()).settings.runs.value).toEqual({ automatic: false })
})

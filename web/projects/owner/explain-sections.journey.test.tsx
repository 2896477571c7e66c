import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { workChecks } from '../../../test/findings/checks.ts'
import { failing, press, reload, startJourneys, user, visit } from '../../../test/in-process.tsx'
import { aMember, anAdmin, aProject, aRelease } from '../../../test/makers.ts'
import { checkoutBy, source } from '../../../test/orders.ts'
import { labelled } from '../../../test/testing-library.ts'
import { approve } from '../../../test/uploads.ts'

const app = await startJourneys()
const admin = await anAdmin(app)
await workChecks(app)

const region = (name: string) => screen.getByRole('region', { name })
const inside = (name: string) => within(region(name))
const edit = (name: string) => user.click(inside(name).getByRole('button', { name: `Edit ${name}` }))
const row = (name: string, number: number) =>
  within(inside(name).getByRole('group', { name: `${name === signIns ? 'Sign-in' : 'Question'} ${number}` }))
const input = (place: ReturnType<typeof row>, label: string) =>
  place.getByLabelText<HTMLInputElement>(labelled(label))
const signIns = 'Demo Sign-ins'
const questions = 'Questions about the Code'

async function anOwner() {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner, { title: 'Fee Register', price: 0 })
  await aRelease(owner, id, {
    'README.md': '# Fees',
    'db.sql': "insert into users (username, password, role) values ('head', 'mango@1', 'admin');",
  })
  await app.jobs.run()
  await approve(admin, id)
  await visit(`/owner/projects/${id}`, { as: owner })
  await screen.findByRole('heading', { level: 1, name: 'Fee Register' })
  return { owner, id }
}

test('an owner adds what was found in the files and one by hand; what is typed outlives a reload, and buyers copy it from their order', async () => {
  const { id } = await anOwner()
  const buyer = await aMember(app)
  await checkoutBy(buyer, source({ id }))
  await edit(signIns)
  inside(signIns).getByText(/never write a password that you use yourself/)
  await user.click(await inside(signIns).findByRole('button', { name: 'Add it: head / mango@1' }))
  expect(input(row(signIns, 1), 'Role').value).toBe('admin')
  expect(inside(signIns).queryByText(/^Found in/)).toBeNull()
  await user.click(inside(signIns).getByRole('button', { name: 'Add a Sign-in' }))
  const second = row(signIns, 2)
  expect(document.activeElement, 'one types at once').toBe(input(second, 'Role'))
  await user.type(input(second, 'Role'), 'clerk')
  await user.type(input(second, 'User or email'), 'ravi')
  await user.type(input(second, 'Password'), '98765 43210')
  await reload()
  await screen.findByRole('heading', { level: 1, name: 'Fee Register' })
  expect(input(row(signIns, 1), 'Password').value).toBe('mango@1')
  await press('Save Changes')
  await inside(signIns).findByText(/reads like a link, an email/)
  expect(input(row(signIns, 2), 'Password').getAttribute('aria-invalid')).toBe('true')
  await user.clear(input(row(signIns, 2), 'Password'))
  await user.type(input(row(signIns, 2), 'Password'), 'mango@2')
  await user.click(row(signIns, 1).getByRole('button', { name: 'Remove sign-in 1' }))
  expect(input(row(signIns, 1), 'User or email').value).toBe('ravi')
  await user.click(await inside(signIns).findByRole('button', { name: 'Add a Sign-in' }))
  await press('Save Changes')
  await screen.findByText(/Project requires re-verification/)
  await inside(signIns).findByText('mango@2')
  await approve(admin, id)

  const { orders } = await buyer.api.orders.mine({ query: {} })
  await visit(`/orders/${orders[0]!._id}`, { as: buyer })
  const section = within(await screen.findByRole('region', { name: 'Set it up' }))
  section.getByText('Sign in as')
  section.getByText('ravi')
  section.getByRole('button', { name: 'Copy the password of clerk' })
})

test('answered questions of visitors are taken over with one press, and buyers read them with the advice above them', async () => {
  const { owner, id } = await anOwner()
  const buyer = await aMember(app)
  await checkoutBy(buyer, source({ id }))
  const of = { params: { id } }
  const { question } = await buyer.api.questions.ask({ ...of, body: { text: 'Why two tables?' } })
  await owner.api.questions.answer({
    params: { id, question: question._id },
    body: { text: 'A pupil pays several fees.' },
  })
  await reload()
  await screen.findByRole('heading', { level: 1, name: 'Fee Register' })
  await edit(questions)
  await user.click(await inside(questions).findByRole('button', { name: 'Take Over 1 Answered Question' }))
  expect(input(row(questions, 1), 'Answer').value).toBe('A pupil pays several fees.')
  const mend = failing('projects.ownerUpdate', 'cut')
  await press('Save Changes')
  await inside(questions).findByText('Failed to save project')
  expect(input(row(questions, 1), 'Question').value).toBe('Why two tables?')
  mend()
  await press('Save Changes')
  await screen.findByText(/Project requires re-verification/)
  await approve(admin, id)

  await visit(`/projects/${id}`)
  await screen.findByText('1 question with answers for buyers')
  const { orders } = await buyer.api.orders.mine({ query: {} })
  await visit(`/orders/${orders[0]!._id}`, { as: buyer })
  const section = within(await screen.findByRole('region', { name: 'Understand it before you explain it' }))
  section.getByText('A sample to learn from. Name it as your source, and ask your college what it allows.')
  await user.click(section.getByText('Why two tables?'))
  section.getByText('A pupil pays several fees.')
})

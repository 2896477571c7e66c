import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { address, main, startJourneys, user, visit } from '../../test/in-process.tsx'
import { anAdmin } from '../../test/makers.ts'
import { sendForm } from '../../test/sign-in-form.ts'

const app = await startJourneys()

test("staff stay on staff's pages: the sign-in, the logo, unknown addresses and those of sign-in", async () => {
  await anAdmin(app)
  await visit('/admin/login')
  await sendForm({ Email: 'admin@readymade.example', Password: 'readymade-demo' }, 'Sign In')
  await expect.poll(address).toBe('/admin/dashboard')
  for (const unknown of ['/admin/nothing/here', '/admin/dashboards', '/admin/projects/a/b']) {
    await visit(unknown)
    await screen.findByRole('heading', { name: 'There is no such page' })
    expect(address()).toBe(unknown)
    const links = within(main()).getAllByRole('link')
    for (const link of links) expect(link.getAttribute('href')).toMatch(/^\/admin\//)
  }
  await user.click(screen.getAllByRole('link', { name: 'Readymade admin' })[0]!)
  await expect.poll(address).toBe('/admin/dashboard')
  await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
  for (const page of ['/admin', '/admin/login']) {
    await visit(page)
    await expect.poll(address).toBe('/admin/dashboard')
  }
})

test.each([
  '/admin',
  '/admin/projects',
  '/admin/projects/01890000-0000-7000-8000-000000000000',
  '/admin/nothing/here',
])('who is signed out is led from %s to the sign-in of staff', async (page) => {
  await visit(page)
  await expect.poll(address).toBe('/admin/login')
})

import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { aMember } from '../../test/makers.ts'
import { aListing } from '../../test/orders.ts'
import { startSite } from '../../test/site.ts'

const site = await startSite()
const showProfile = (member: Awaited<ReturnType<typeof aMember>>, publicProfile: boolean) =>
  member.api.accounts.updateProfile({ body: { preferences: { publicProfile } } })

test('an owner without a public profile is a name, and nothing leads on', async () => {
  const owner = await aMember(site, { name: 'Farhan Ali' })
  const project = await aListing(site.db, owner.id, 49_900)
  const page = await site.pageAt(`/projects/${project.id}`)
  within(page.getByRole('main')).getByText('Farhan Ali')
  expect(page.document.querySelector(`a[href="/members/${owner.id}"]`)).toBeNull()
  expect(page.queryByText(/^Follow/)).toBeNull()
  const profile = await site.pageAt(`/members/${owner.id}`)
  expect(profile.status).toBe(404)
  profile.getByRole('heading', { name: 'Profile Not Found' })
})

test('a profile is there from the moment it is switched on, and gone from the moment it is switched off', async () => {
  const member = await aMember(site, { name: 'Leela Pillai', phone: '9812300789' })
  await showProfile(member, true)
  const page = await site.pageAt(`/members/${member.id}`)
  page.getByRole('heading', { level: 1, name: 'Leela Pillai' })
  page.getByText('No projects yet')
  expect(page.body).not.toContain(member.email)
  expect(page.body).not.toContain('9812300789')
  await showProfile(member, false)
  expect((await site.request(`/members/${member.id}`)).status).toBe(404)
})

import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { enterCode, fillSignUp, signUp } from './people.ts'
import { expectSoundIfLong } from './sound.ts'

const aPerson = (name: string) => ({
  name: `${name} Pillai`,
  email: `${name.toLowerCase()}.${Date.now()}@e2e.example`,
  phone: '9812300789',
})

interface Whole {
  _id: string
  projectOwner: { _id: string; name: string; isPublic: boolean }
}

/** Finds a project of the demo whose owner has a public profile, or has none. */
async function projectOf(page: Page, { isPublic }: { isPublic: boolean }): Promise<Whole> {
  const { projects } = (await (await page.request.get('/api/projects?limit=50')).json()) as {
    projects: { _id: string }[]
  }
  for (const { _id } of projects) {
    const { project } = (await (await page.request.get(`/api/projects/${_id}`)).json()) as { project: Whole }
    if (project.projectOwner.isPublic === isPublic) return project
  }
  throw new Error('The demo has no such project')
}

/** Switches the public profile of the signed-in member and returns the member's id. */
const showProfile = (page: Page, publicProfile: boolean) =>
  page.evaluate(async (publicProfile) => {
    const answer = await fetch('/api/users/profile', {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      },
      body: JSON.stringify({ preferences: { publicProfile } }),
    })
    return ((await answer.json()) as { user: { _id: string } }).user._id
  }, publicProfile)

test('a project leads to its owner, and the owner to all their projects', async ({ page }) => {
  const { _id, projectOwner } = await projectOf(page, { isPublic: true })
  await page.goto(`/projects/${_id}`)
  await hydrated(page)
  const others = page.getByRole('region', { name: `More by ${projectOwner.name}` })
  expect(await others.getByRole('article').count()).toBeGreaterThan(0)
  await expect(others.getByRole('link', { name: `View All by ${projectOwner.name}` })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: `by ${projectOwner.name}`, exact: true })
    .click()
  await expect(page).toHaveURL(`/members/${projectOwner._id}`)
  await expect(page.getByRole('heading', { level: 1, name: projectOwner.name })).toBeVisible()
  const projects = page.getByRole('region', { name: `Projects by ${projectOwner.name}` })
  expect(await projects.getByRole('article').count()).toBeGreaterThan(1)
})

test('an owner without a public profile is a name, and nothing leads on', async ({ page }) => {
  const { _id, projectOwner } = await projectOf(page, { isPublic: false })
  await page.goto(`/projects/${_id}`)
  await expect(page.getByRole('main').getByText(projectOwner.name)).toBeVisible()
  await expect(page.locator(`a[href="/members/${projectOwner._id}"]`)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  expect((await page.goto(`/members/${projectOwner._id}`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible()
})

test('a profile is there from the moment it is switched on, and gone from the moment it is switched off', async ({
  page,
}) => {
  await signUp(page, aPerson('Leela'))
  const id = await showProfile(page, true)
  await page.goto(`/members/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Leela Pillai' })).toBeVisible()
  await expect(page.getByText('No projects yet')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  await expect(page.getByText(/@e2e\.example|9812300789/)).toHaveCount(0)
  await expectSoundIfLong(page)
  await showProfile(page, false)
  await expect.poll(async () => (await page.request.get(`/members/${id}`)).status()).toBe(404)
})

test('a visitor who follows signs up and comes back; following counts, is listed, and ends', async ({
  page,
}) => {
  const { projectOwner } = await projectOf(page, { isPublic: true })
  const address = `/members/${projectOwner._id}`
  await page.goto(address)
  await hydrated(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: `Follow ${projectOwner.name}` })
    .click()
  await expect(page).toHaveURL(`/signin?next=${encodeURIComponent(address)}`)
  await page.goto(`/signup?next=${encodeURIComponent(address)}`)
  const person = aPerson('Tara')
  await fillSignUp(page, person)
  await enterCode(page, person.email)
  await expect(page).toHaveURL(address)
  const button = page.getByRole('button', { name: new RegExp(`^Follow(ing)? ${projectOwner.name}`) })
  const followers = page.getByRole('region', { name: 'Profile' }).getByText(/^followers?$/)
  const count = async () => Number(await followers.locator('xpath=../dd').textContent())
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  const before = await count()
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(await count()).toBe(before + 1)
  await page.reload()
  await expect(button).toHaveText(`Following ${projectOwner.name}`)
  expect(await count()).toBe(before + 1)

  await page.goto('/profile')
  const list = page.getByRole('region', { name: 'Following' })
  await expect(list.getByRole('link', { name: projectOwner.name })).toBeVisible()
  await expectSoundIfLong(page)
  await list.getByRole('button', { name: `Following ${projectOwner.name}` }).click()
  await expect(list.getByRole('button', { name: `Follow ${projectOwner.name}` })).toBeVisible()
  await page.reload()
  await expect(list.getByText(/^You follow nobody yet/)).toBeVisible()
})

test('a follow that fails is taken back, and said', async ({ page }) => {
  const { projectOwner } = await projectOf(page, { isPublic: true })
  await signUp(page, aPerson('Uma'))
  await page.goto(`/members/${projectOwner._id}`)
  await hydrated(page)
  const button = page.getByRole('button', { name: new RegExp(`^Follow(ing)? ${projectOwner.name}`) })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.route('**/api/members/*/follow', (route) => route.abort())
  await button.click()
  await expect(page.getByText('Failed to follow')).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
})

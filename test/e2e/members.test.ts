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

/** Finds a project of the demo whose owner has a public profile. */
async function projectOf(page: Page): Promise<Whole> {
  const { projects } = (await (await page.request.get('/api/projects?limit=50')).json()) as {
    projects: { _id: string }[]
  }
  for (const { _id } of projects) {
    const { project } = (await (await page.request.get(`/api/projects/${_id}`)).json()) as { project: Whole }
    if (project.projectOwner.isPublic) return project
  }
  throw new Error('The demo has no such project')
}

test('a visitor who follows signs up and comes back; following counts, is listed, and ends', async ({
  page,
}) => {
  const { projectOwner } = await projectOf(page)
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
  const { projectOwner } = await projectOf(page)
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

import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'

test('the hero leads to the projects and down to the categories', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'How It Works' }).click()
  await expect(page).toHaveURL('/#categories')
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeInViewport()
  const tiles = page.locator('#categories').getByRole('link', { name: /[0-9]+ projects?/ })
  await expect(tiles).toHaveCount(4)
  await tiles.first().click()
  await expect(page).toHaveURL(/\/projects\?category=/)
  await page.goBack()
  await page.getByRole('link', { name: 'Browse Projects' }).click()
  await expect(page).toHaveURL('/projects')
})

test('a demo counts what it has, and its search offers what fits while one types', async ({ page }) => {
  const { figures } = (await (await page.request.get('/api/content/figures')).json()) as {
    figures: Record<'projects' | 'students' | 'technologies', number>
  }
  await page.goto('/')
  await hydrated(page)
  expect(figures.projects).toBeGreaterThan(6)
  for (const [value, label] of [
    [figures.projects, 'projects'],
    [figures.students, /students?/],
    [figures.technologies, 'technologies'],
    ['24/7', 'download access'],
  ] as const)
    await expect(
      page
        .getByRole('definition')
        .filter({ hasText: RegExp(`^${value}$`) })
        .locator('..')
        .filter({ hasText: label }),
    ).toHaveCount(1)
  await page.getByLabel('Search projects').pressSequentially('hosp')
  await page.getByRole('option', { name: 'Hospital Management System' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hospital Management System' })).toBeVisible()
})

test('a phone shows the price and the stamp of the open label at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const label = page.getByRole('article').first()
  await expect(label.locator('.price-tag')).toBeInViewport({ ratio: 1 })
  await expect(label.getByText(/^Verified/).first()).toBeInViewport({ ratio: 1 })
})

test('six projects are featured, and View All Projects leads to the rest', async ({ page }) => {
  await page.goto('/')
  const featured = page.getByRole('region', { name: 'Featured projects' })
  await expect(featured.getByRole('article')).toHaveCount(6)
  await featured.getByRole('link', { name: 'View All Projects' }).click()
  await expect(page).toHaveURL('/projects')
})

test('a card has every part, and its button puts the project in the cart', async ({ page }) => {
  const address = await projectWith(page, ({ technologies }) => technologies.length > 3)
  const { project } = (await (await page.request.get(`/api${address}`)).json()) as {
    project: Record<'title' | 'category' | 'difficulty', string> & {
      technologies: string[]
      price: number
      downloadCount: number
    }
  }
  const { title, technologies, downloadCount } = project
  await page.goto('/')
  await hydrated(page)
  const card = page
    .getByRole('region', { name: 'Featured projects' })
    .getByRole('article')
    .filter({ hasText: title })
  await expect(card.getByRole('link', { name: title })).toHaveAttribute('href', address)
  await expect(card.getByRole('img').first()).toBeVisible()
  for (const text of [
    project.category,
    project.difficulty,
    ...technologies.slice(0, 3),
    `+${technologies.length - 3}`,
    `Price ₹${project.price.toLocaleString('en-IN')}`,
    downloadCount === 1 ? '1 download' : `${downloadCount} downloads`,
  ])
    await expect(card.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(card.getByText(technologies[3]!, { exact: true })).toHaveCount(0)

  await card.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Added' })).toContainText(`Added ${title} to cart!`)
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await card.getByRole('button', { name: 'In your cart' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'already' })).toContainText(
    `In your cart already: ${title}`,
  )
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test('the first picture comes at once in a size that fits, those below the fold when they are near', async ({
  page,
}) => {
  await page.goto('/')
  const [first, ...others] = await page
    .getByRole('main')
    .locator('picture')
    .evaluateAll((pictures) =>
      pictures.map((picture) => {
        const image = picture.querySelector('img')!
        const sources = [...picture.querySelectorAll('source')]
        return {
          types: sources.map(({ type }) => type),
          sizes: sources.map(({ sizes }) => sizes),
          widths: sources.map(({ srcset }) => srcset.match(/[0-9]+w/g)),
          fallback: image.src,
          loading: image.loading,
          priority: image.fetchPriority,
          hasRoom: image.width > 0 && image.height > 0,
        }
      }),
    )
  expect(first!.priority).toBe('high')
  expect(first!.loading).not.toBe('lazy')
  expect(others.length).toBeGreaterThan(3)
  for (const { loading, priority } of others)
    expect({ loading, priority }).toEqual({ loading: 'lazy', priority: 'auto' })
  for (const { types, sizes, widths, fallback, hasRoom } of [first!, ...others]) {
    expect(types).toEqual(['image/avif'])
    expect(widths).toEqual([['320w', '640w', '1280w']])
    expect(sizes).not.toContain('')
    expect(fallback).toMatch(/640\.webp$/)
    expect(hasRoom).toBe(true)
  }
})

import { within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'

import { aMember, aProject, aRelease } from '../../../test/makers.ts'
import { buyAndPay } from '../../../test/orders.ts'
import { docx, formOf } from '../../../test/reports.ts'
import { aShop, withPictures } from '../../../test/shop.ts'
import { startSite } from '../../../test/site.ts'
import { checkFinds } from '../../../test/uploads.ts'

type Page = Awaited<ReturnType<typeof site.pageAt>>

const site = await startSite()
const { owner, admin, projects } = await aShop(site)
const approval = { verificationStatus: 'approved' } as const
let id: string
beforeAll(async () => {
  await owner.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
  const whole = await aProject(owner, {
    title: 'Railway Booking',
    price: 1999,
    features: ['Seat map', 'Refund of a ticket'],
    requirements: ['PHP 8.3'],
    technologies: ['PHP', 'MySQL'],
    tags: ['trains', 'tickets'],
    difficulty: 'Advanced',
  })
  id = whole._id
  await aRelease(owner, id, {
    'README.md': '# Railway Booking\n\n## How to start\n\nOpen it.\n',
    'src/index.php': '<?php\necho 1;\n',
    'src/seats.php': '<?php\necho 2;\n',
  })
  await checkFinds(site.db, id, ['XAMPP', 'Python'])
  await withPictures(owner, id, 3)
  await owner.api.releases.addReport({ params: { id }, form: formOf(docx(), 299) })
  await admin.api.projects.update({ params: { id }, body: approval })
  const buyer = await aMember(site, { name: 'Ravi Kumar' })
  await buyAndPay(site, buyer, { projectId: id, kind: 'source' })
  await buyer.api.reviews.write({ params: { id }, body: { rating: 4, text: 'Runs well.' } })
})

test('the page has every specified part', async () => {
  const { project } = await site.api.projects.get({ params: { id } })
  const page = await site.pageAt(`/projects/${id}`)
  const main = within(page.getByRole('main'))
  const crumbs = main.getByRole('navigation', { name: 'Breadcrumb' })
  expect(crumbs.textContent).toBe('Home/Projects/Railway Booking')
  expect(within(crumbs).getAllByRole('link')).toHaveLength(2)
  main.getByRole('heading', { level: 1, name: 'Railway Booking' })
  const label = within(main.getByRole('complementary', { name: 'Buy this project' }))
  expect(label.getByText('₹1,999').parentElement!.textContent).toBe('Price ₹1,999')
  label.getByRole('link', { name: 'Purchase Now' })
  const report = within(label.getByRole('region', { name: /^Project report/ }))
  report.getByText('₹299')
  expect(report.getByRole('link', { name: 'Purchase Report' }).getAttribute('href')).toMatch(/kind=report$/)
  expect(main.getByRole('complementary', { name: 'Buy this project' }).textContent).toMatch(
    /Verified\s*[0-9]+ [A-Z][a-z]+ 20[0-9]+.*release 1/,
  )
  const terms = label.getAllByRole('term').map(({ textContent }) => textContent)
  for (const fact of ['size', 'files', 'lines', 'last release', 'downloads'])
    expect(
      terms.some((term) => term.includes(fact)),
      fact,
    ).toBe(true)
  expect(page.getByRole('main').textContent).toContain('4.0 out of 5, 1 review')
  for (const word of [...project.tags, project.difficulty, ...project.features, ...project.requirements])
    expect(main.getAllByText(word).length, word).toBeGreaterThan(0)
  label.getByText('PHP, MySQL')
  expect(label.getByText('needs').nextElementSibling!.textContent).toBe('XAMPP, Python')
  const inside = within(main.getByRole('region', { name: 'What is inside' }))
  const [language] = within(label.getByRole('list', { name: 'Languages' })).getAllByRole('listitem')
  expect(language!.textContent).toMatch(/[0-9]+%$/)
  expect(inside.getByRole('list', { name: 'All files' }).textContent).toMatch(/index\.phpPHP[0-9]+ B/)
  expect(main.getByRole('region', { name: 'README' }).textContent).toContain('How to start')
  const reviews = within(main.getByRole('region', { name: 'Reviews' }))
  expect(reviews.getAllByRole('progressbar')).toHaveLength(5)
  reviews.getByText('Runs well.')
})

test('what is long begins with its first lines, and of the samples one is open; a file that may be read is a link in the tree', async () => {
  const { api } = owner
  for (const path of ['src/index.php', 'src/seats.php'])
    await api.samples.add({ params: { id }, body: { path } })
  const page = await site.pageAt(`/projects/${id}`)
  for (const [name, more] of [
    ['Overview', 'Read the whole overview'],
    ['Key features', 'Show all features and what you need'],
    ['What is inside', 'Show all 3 files'],
    ['README', 'Read the whole README'],
  ] as const) {
    const summary = within(page.getByRole('region', { name })).getByText(more)
    expect(summary.closest('details')!.open, name).toBe(false)
  }
  const samples = page.getByRole('region', { name: 'Samples' })
  expect([...samples.querySelectorAll('details')].map(({ open }) => open)).toEqual([true, false])
  const files = within(page.getByRole('list', { name: 'All files' }))
  expect(files.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/projects/${id}/samples/1`,
    `/projects/${id}/samples/2`,
    `/projects/${id}#readme`,
  ])
})

test('an owner with a public profile is named beside the title, any other on the label', async () => {
  const label = (page: Page) =>
    within(page.getByRole('complementary', { name: 'Buy this project' })).queryByText('owner')
  expect(label(await site.pageAt(`/projects/${id}`))).toBeNull()
  const preferences = (publicProfile: boolean) =>
    owner.api.accounts.updateProfile({ body: { preferences: { publicProfile } } })
  await preferences(false)
  expect(label(await site.pageAt(`/projects/${id}`))).not.toBeNull()
  await preferences(true)
})

test('without scripts the pictures are there, and each leads to the whole of it', async () => {
  const page = await site.pageAt(`/projects/${id}`)
  const strip = within(page.getByRole('region', { name: /^Pictures of/ }))
  expect(strip.getAllByRole('img')).toHaveLength(3)
  const thumbnail = page.getByRole('link', { name: /^Picture 3 of/ })
  const target = page.document.getElementById(thumbnail.getAttribute('href')!.slice(1))!
  expect(
    target.querySelector('a')?.getAttribute('href') ?? target.closest('a')!.getAttribute('href'),
  ).toMatch(/\/1280\.webp$/)
})

test('a project without pictures shows its cover', async () => {
  const page = await site.pageAt(`/projects/${projects[1]!._id}`)
  page.getByRole('heading', { level: 1 })
  expect(page.queryByRole('button', { name: 'Larger view' })).toBeNull()
  expect(page.getByRole('main').querySelector('.frame')).not.toBeNull()
})

test('related projects share the category, and View All leads to its list', async () => {
  const page = await site.pageAt(`/projects/${id}`)
  const related = within(page.getByRole('region', { name: 'Related projects' }))
  const cards = related.getAllByRole('article')
  expect(cards.length).toBeLessThanOrEqual(3)
  const { projects: ofCategory } = await site.api.categories.projects({
    params: { name: 'Web Development' },
    query: { limit: '100' },
  })
  const titles = ofCategory.map(({ title }) => title)
  for (const card of cards) expect(titles).toContain(within(card).getByRole('heading').textContent)
  const all = related.getByRole('link', { name: 'View All in Web Development' })
  expect(all.getAttribute('href')).toBe('/projects?category=Web%20Development')
})

test('a project leads to its owner, and the owner to all their projects', async () => {
  const page = await site.pageAt(`/projects/${id}`)
  const others = within(page.getByRole('region', { name: 'More by Meera Iyer' }))
  expect(others.getAllByRole('article').length).toBeGreaterThan(0)
  const address = `/members/${owner.id}`
  expect(others.getByRole('link', { name: 'View All by Meera Iyer' }).getAttribute('href')).toBe(address)
  const [line] = within(page.getByRole('main')).getAllByRole('link', { name: 'by Meera Iyer' })
  expect(line!.getAttribute('href')).toBe(address)
  const profile = await site.pageAt(address)
  profile.getByRole('heading', { level: 1, name: 'Meera Iyer' })
  const list = within(profile.getByRole('region', { name: 'Projects by Meera Iyer' }))
  expect(list.getAllByRole('article').length).toBeGreaterThan(1)
})

import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { aListing } from '../../test/orders.ts'
import { aShop, withPictures } from '../../test/shop.ts'
import { startSite } from '../../test/site.ts'
import { labelled } from '../../test/testing-library.ts'
import { approve, checkFinds } from '../../test/uploads.ts'

const site = await startSite()
const { owner, admin, projects } = await aShop(site)
for (const title of ['Bus Passes', 'Canteen Tokens', 'Gate Register', 'Lab Stock', 'Notice Board'])
  await aListing(site.db, owner.id, 45_000, { title })

type Page = Awaited<ReturnType<typeof site.pageAt>>
const first = ({ getAllByRole }: Page) => within(getAllByRole('article')[0]!).getByRole('heading').textContent
const heading = ({ getByRole }: Page) => getByRole('heading', { level: 1 }).textContent
const select = ({ getByLabelText }: Page, name: string) => getByLabelText<HTMLSelectElement>(labelled(name))
/** The value of the option that the server has marked. */
const chosen = (page: Page, name: string) =>
  select(page, name).querySelector<HTMLOptionElement>('option[selected]')?.value
/** The notice above the results, and in it what is struck through. */
const notice = ({ document }: Page) => document.querySelector('main .callout')
const href = ({ getByRole }: Page, name: string) => getByRole('link', { name }).getAttribute('href')
const zeros = ({ document }: Page) =>
  [...document.querySelectorAll('.option .count')].filter(({ textContent }) => textContent === '0')

test('a search with all its words is ranked by Best match, and says nothing more', async () => {
  const page = await site.pageAt('/projects?search=hospital+management')
  expect(first(page)).toBe('Hospital Management System')
  expect(select(page, 'Sort by').options[0]!.textContent).toBe('Best match')
  expect(notice(page)).toBeNull()
  const all = await site.pageAt('/projects')
  expect(select(all, 'Sort by').options[0]!.textContent).toBe('Featured')
})

test('what no project has is struck through', async () => {
  const page = await site.pageAt('/projects?search=hospital+zzblorp')
  expect(first(page)).toBe('Hospital Management System')
  expect(notice(page)!.textContent).toContain('No project has all of these words.')
  expect(notice(page)!.querySelector('s')!.textContent).toBe('zzblorp')
})

test('words that stand in different projects are not struck through', async () => {
  const page = await site.pageAt('/projects?search=passes+tokens')
  expect(page.getByRole('link', { name: 'Bus Passes' })).toBeTruthy()
  expect(page.getByRole('link', { name: 'Canteen Tokens' })).toBeTruthy()
  expect(notice(page)!.textContent.trim()).toBe('No project has all of these words.')
})

test('one line says what was searched for instead, and popular projects fill the page', async () => {
  const page = await site.pageAt('/projects?search=zzblorp+hospitl')
  expect(first(page)).toBe('Hospital Management System')
  expect(notice(page)!.textContent).toBe('No project has “zzblorp hospitl”. Showing “hospital”.')
  const popular = within(page.getByRole('region', { name: 'Popular projects' }))
  expect(popular.getAllByRole('article')).toHaveLength(6)
  expect(popular.queryByText('Hospital Management System')).toBeNull()
})

test('what is only near is said to be near, and no filter shows a zero', async () => {
  const page = await site.pageAt('/projects?search=inbox+wqxj')
  expect(notice(page)!.textContent).toMatch(/Near to what you look for\.|No project has all of these words\./)
  expect(notice(page)!.querySelector('s')).not.toBeNull()
  expect(page.getAllByRole('article').length).toBeGreaterThan(0)
  expect(zeros(page)).toEqual([])
})

test('where nothing is found the popular ones are shown, and the way to ask for a project', async () => {
  const page = await site.pageAt('/projects?search=zzblorp+wqxj')
  expect(heading(page)).toBe('0 Projects Found')
  page.getByRole('heading', { name: 'No projects found' })
  expect(href(page, 'Clear Filters')).toBe('/projects')
  const popular = within(page.getByRole('region', { name: 'Popular projects' }))
  expect(popular.getAllByRole('article')).toHaveLength(6)
  expect(page.queryByText('Words that find something')).toBeNull()
  expect(href(await site.pageAt('/projects?search=subregister'), 'register')).toBe(
    '/projects?search=register',
  )
  expect(zeros(page)).toEqual([])
  expect(href(page, 'Tell us what you need')).toBe('/contact?need=zzblorp+wqxj')
  const contact = await site.pageAt('/contact?need=zzblorp+wqxj')
  expect(chosen(contact, 'Subject')).toBe('Custom Development')
  expect(contact.getByLabelText<HTMLTextAreaElement>(labelled('Message')).value).toContain('zzblorp wqxj')
})

test('an address may write its values in any case; unknown ones find nothing and can be removed', async () => {
  const page = await site.pageAt(
    '/projects?category=web%20development&difficulty=INTERMEDIATE&technology=php',
  )
  const isChosen = (name: RegExp) => page.getByRole<HTMLInputElement>('radio', { name }).checked
  expect(isChosen(/^Web Development/)).toBe(true)
  expect(isChosen(/^Intermediate/)).toBe(true)
  expect(chosen(page, 'Technology')).toBe('PHP')
  expect(page.getAllByRole('article').length).toBeGreaterThan(0)
  const cobol = await site.pageAt('/projects?technology=Cobol')
  expect(chosen(cobol, 'Technology')).toBe('Cobol')
  expect(href(cobol, 'Remove filter Cobol')).toBe('/projects')
  const dear = await site.pageAt('/projects?search=library&minPrice=90000')
  expect(href(dear, 'Keep Only the Word')).toBe('/projects?search=library')
  expect((await site.pageAt('/projects?search=library')).getAllByRole('article').length).toBeGreaterThan(0)
  const vain = await site.pageAt('/projects?search=nothinglikethis&category=SaaS')
  expect(href(vain, 'Clear Filters')).toBe('/projects')
  expect(vain.queryByRole('link', { name: 'Keep Only the Word' })).toBeNull()
  const blocks = await site.pageAt('/projects?category=Blockchain&difficulty=beginner')
  blocks.getByRole('heading', { name: 'No projects found' })
  const popular = within(blocks.getByRole('region', { name: 'Popular projects' }))
  expect(popular.getAllByRole('article')).toHaveLength(6)
  expect(href(blocks, 'Remove filter Blockchain')).toBe('/projects?difficulty=Beginner')
})

test('a misspelt search shows what was meant, and says so', async () => {
  const page = await site.pageAt('/projects?search=hosptal+managment')
  expect(notice(page)!.textContent).toBe('No project has “hosptal managment”. Showing “hospital management”.')
  page.getByRole('link', { name: 'Hospital Management System' })
  expect(notice(page)!.querySelector('a')!.getAttribute('href')).toBe('/projects?search=hospital+management')
  const meant = await site.pageAt('/projects?search=hospital+management')
  expect(notice(meant)).toBeNull()
  expect(meant.getByLabelText<HTMLInputElement>('Search projects').value).toBe('hospital management')
})

test('pages are links that lead on and back; one beyond the last says so', async () => {
  const page = await site.pageAt('/projects?sort=price-low')
  const next = page.getByRole('link', { name: 'Next page' })
  expect(next.getAttribute('rel')).toBe('next')
  expect(next.getAttribute('href')).toBe('/projects?sort=price-low&page=2')
  const second = await site.pageAt('/projects?sort=price-low&page=2')
  expect(second.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
  expect(second.getByRole('link', { name: 'Previous page' }).getAttribute('rel')).toBe('prev')
  const beyond = await site.pageAt('/projects?category=Database&page=40')
  expect(beyond.status).toBe(404)
  beyond.getByRole('heading', { name: 'There is no page 40' })
  expect(href(beyond, 'First Page')).toBe('/projects?category=Database')
})

test('without JavaScript every filter works, prices and all', async () => {
  const page = await site.pageAt('/projects')
  expect(heading(page)).toBe(`${projects.length + 5} Projects Found`)
  const range = page.getByRole('link', { name: /^Up to ₹500/ })
  expect(range.getAttribute('href')).toBe('/projects?maxPrice=500')
  const form = page.document.querySelector<HTMLFormElement>('form[action="/projects"]')!
  expect(form.method).toBe('get')
  for (const [name, field] of [
    ['search', page.getByLabelText('Search projects')],
    ['maxPrice', page.getByLabelText('Highest price')],
    ['difficulty', page.getByRole('radio', { name: /^Beginner/ })],
    ['technology', page.getByLabelText('Technology')],
    ['', page.getByRole('button', { name: 'Apply' })],
  ] as const) {
    expect(field.getAttribute('name') ?? '').toBe(name)
    expect(field.closest('form') ?? page.document.getElementById(field.getAttribute('form')!)).toBe(form)
  }
  const filtered = await site.pageAt(
    '/projects?search=a&category=&maxPrice=700&difficulty=Beginner&technology=',
  )
  expect(filtered.getAllByRole('article').length).toBeGreaterThan(0)
  filtered.getByRole('link', { name: 'Remove filter Up to ₹700' })
  filtered.getByRole('link', { name: 'Remove filter Beginner' })
  expect(href(filtered, 'Clear All')).toBe('/projects')
  const cheap = await site.pageAt('/projects?maxPrice=500')
  expect(cheap.getByRole('link', { name: /^Up to ₹500/ }).getAttribute('aria-current')).toBe('true')
  expect(page.queryByRole('link', { name: 'Clear All' })).toBeNull()
  expect((await site.pageAt('/projects?page=2')).getAllByRole('article').length).toBeGreaterThan(0)
})

test('without JavaScript a project is found by what it needs, and the choice can be taken back', async () => {
  await checkFinds(site.db, projects[0]!._id, ['XAMPP', 'Python'])
  await checkFinds(site.db, projects[1]!._id, ['Browser'])
  const group = (page: Page) => within(page.getByRole('group', { name: 'What it needs' }))
  const values = (page: Page) =>
    group(page)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')!.textContent)
  const all = ['Anything', 'XAMPP1', 'Node.js0', 'Python1', 'Java0', 'Android0', 'Nothing but a browser1']
  expect(values(await site.pageAt('/projects'))).toEqual(all)
  const page = await site.pageAt('/projects?needs=XAMPP')
  expect(heading(page)).toBe('1 Project Found')
  expect(first(page)).toBe(projects[0]!.title)
  expect(values(page)).toEqual(all)
  expect(group(page).getByRole<HTMLInputElement>('radio', { name: /^XAMPP/ }).checked).toBe(true)
  expect(href(page, 'Remove filter Needs XAMPP')).toBe('/projects')
  const plain = await site.pageAt('/projects?needs=Browser&report=')
  expect(first(plain)).toBe(projects[1]!.title)
  expect(href(plain, 'Remove filter Nothing but a browser')).toBe('/projects')
  expect(heading(await site.pageAt('/projects?needs=Cobol'))).toBe(heading(await site.pageAt('/projects')))
})

test('a card shows the whole picture, or the part of it that the owner chose', async () => {
  const { _id: id, title } = projects.at(-1)!
  await withPictures(owner, id, 1)
  await approve(admin, id)
  const picture = async () => {
    const page = await site.pageAt(`/projects?search=${encodeURIComponent(title)}`)
    return page.getAllByRole('article')[0]!.querySelector('picture')!
  }
  const whole = (await picture()).outerHTML
  expect(whole).not.toContain('part')
  const { project } = await owner.api.projects.get({ params: { id } })
  const choose = (thumbnail: { x: number; y: number; zoom: number } | null) =>
    owner.api.releases.chooseThumbnail({ params: { id }, body: { url: project.images[0]!.url, thumbnail } })
  await choose({ x: 100, y: 30, zoom: 200 })
  const part = await picture()
  expect(part.querySelector('img')!.className).toBe('part part-x-100 part-y-30 part-zoom-200')
  expect(part.querySelector('source')!.srcset, 'half of each file is left').toMatch(
    /320\.avif 160w, .* 640w$/,
  )
  expect(part.outerHTML, 'pages may have none').not.toContain('style=')
  await choose(null)
  expect((await picture()).outerHTML).toBe(whole)
})

test('what staff picked says so beside its difficulty, and how the list is ranked is said at the order and at the foot of the list', async () => {
  const { _id, title, difficulty } = projects[1]!
  await admin.api.projects.update({ params: { id: _id }, body: { isFeatured: true } })
  const page = await site.pageAt('/projects')
  expect(first(page)).toBe(title)
  const picks = page.getAllByText('Staff pick')
  expect(picks).toHaveLength(1)
  expect(picks[0]!.closest('article')).toBe(page.getAllByRole('article')[0])
  expect(picks[0]!.previousElementSibling!.textContent).toBe(difficulty)
  const [atOrder, atFoot, ...others] = page.getAllByRole('link', { name: 'How we rank' })
  expect(others).toEqual([])
  expect(atOrder!.closest('form')).toBe(select(page, 'Sort by').form)
  const results = page.getByRole('region', { name: 'Results' })
  expect(within(results).getAllByRole('link').at(-1)).toBe(atFoot)
  expect(atFoot!.getAttribute('href')).toBe(atOrder!.getAttribute('href'))
})

import { within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'

import { aProject, aRelease } from '../../test/makers.ts'
import { docx, formOf } from '../../test/reports.ts'
import { aShop } from '../../test/shop.ts'
import { startSite } from '../../test/site.ts'

const site = await startSite()
const { owner, admin, projects } = await aShop(site)
const [hospital, library, blood, hostel, exams] = projects.map(({ _id }) => _id) as [string, ...string[]]
const gone = '01890000-0000-7000-8000-000000000000'
let railway: string
beforeAll(async () => {
  const project = await aProject(owner, {
    title: 'Railway Booking',
    price: 1999,
    requirements: ['XAMPP', 'A browser'],
    technologies: ['PHP', 'MySQL'],
    difficulty: 'Advanced',
    allowsCustomization: true,
    includesInstallationSupport: false,
  })
  railway = project._id
  await aRelease(owner, railway, { 'README.md': '# Railway Booking\n', 'src/index.php': '<?php\necho 1;\n' })
  await owner.api.releases.addReport({ params: { id: railway }, form: formOf(docx(), 299) })
  await admin.api.projects.update({ params: { id: railway }, body: { verificationStatus: 'approved' } })
})

type Page = Awaited<ReturnType<typeof site.pageAt>>
const titles = ({ queryAllByRole }: Page) =>
  queryAllByRole('columnheader').map(({ textContent }) => textContent)
/** The cells of a row by its name, without the name. */
const row = ({ getByRole }: Page, name: string) =>
  [...getByRole('rowheader', { name }).parentElement!.querySelectorAll('td')].map((cell) => cell.textContent)
const robotsIn = ({ document }: Page) =>
  document.querySelector('meta[name="robots"]')?.getAttribute('content')
const note = ({ document }: Page) => document.querySelector('main .callout')?.textContent

test('two projects stand side by side with the facts of their labels, in the order of the address', async () => {
  const page = await site.pageAt(`/compare?ids=${railway},${library}`)
  expect(page.status).toBe(200)
  expect(titles(page)).toEqual(['Railway Booking', 'Library Desk'])
  const facts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, row(page, name)[0]]))
  expect(facts('price', 'stack', 'needs', 'files', 'report', 'licence', 'extras', 'ran')).toEqual({
    price: '₹1,999',
    stack: 'PHP, MySQL',
    needs: 'not known',
    files: '2',
    report: '₹299, .docx',
    licence: 'Readymade',
    extras: 'customisation',
    ran: 'fewer than 5 answers',
  })
  const { project } = await site.api.projects.get({ params: { id: railway } })
  expect(row(page, 'lines')[0]).toBe(String(project.lines))
  expect(row(page, 'verified')[0]).toMatch(/^\d{1,2} \w{3} \d{4}, release 1$/)
  expect([row(page, 'report')[1], row(page, 'price')[1]]).toEqual(['none', '₹499'])
  expect(note(page)).toBeUndefined()
})

test('a comparison is for no index, and has a title and a link to share that name it', async () => {
  const page = await site.pageAt(`/compare?ids=${railway}&ids=${library}&utm_source=x`)
  expect(titles(page)).toEqual(['Railway Booking', 'Library Desk'])
  expect(robotsIn(page)).toContain('noindex')
  expect(page.document.querySelector('link[rel="canonical"]')).toBeNull()
  expect(page.document.title).toBe('Compare Railway Booking, Library Desk | Readymade')
  for (const name of [/^Share on WhatsApp/, /^Share this page on WhatsApp/])
    expect(decodeURIComponent(page.getByRole('link', { name }).getAttribute('href')!)).toMatch(
      new RegExp(`/compare\\?ids=${railway},${library}$`),
    )
})

test('what is no project, not on sale, twice or one too many is left out, and the page says so', async () => {
  const hidden = await aProject(owner)
  const page = await site.pageAt(
    `/compare?ids=${hospital},nonsense,${hospital.toUpperCase()},${gone},${hidden._id}`,
  )
  expect(page.status).toBe(200)
  expect(titles(page)).toEqual(['Hospital Management System'])
  expect(note(page)).toBe('3 projects left out: not on sale now.')
  const five = await site.pageAt(`/compare?ids=${[hospital, library, blood, hostel, exams].join()}`)
  expect(titles(five)).toHaveLength(4)
  expect(note(five)).toBe('1 project left out: 4 can be compared at once.')
})

test('without any project the page says how to choose, and is not found when none of those named is on sale', async () => {
  const statuses = []
  for (const query of ['', '?ids=', `?ids=${gone},'<script>`]) {
    const page = await site.pageAt(`/compare${query}`)
    statuses.push(page.status)
    page.getByRole('heading', { level: 2, name: 'Nothing to compare yet' })
    expect(robotsIn(page)).toContain('noindex')
  }
  expect(statuses).toEqual([200, 200, 404])
})

test('a column is removed, and another added, without scripts', async () => {
  const page = await site.pageAt(`/compare?ids=${hospital},${library}`)
  const remove = page.getByRole('link', { name: /^Remove.*Library Desk/ })
  expect(remove.getAttribute('href')).toBe(`/compare?ids=${hospital}`)
  const similar = within(page.getByRole('region', { name: 'Add another' }))
  expect(similar.queryByText('Library Desk')).toBeNull()
  const tick = similar.getAllByRole<HTMLInputElement>('checkbox', { name: /^Compare: / })[0]!
  const hidden = page.document.querySelector<HTMLInputElement>('input[type="hidden"][name="ids"]')!
  const added = await site.pageAt(`/compare?ids=${hidden.value}&ids=${tick.value}`)
  expect(titles(added).slice(0, 2)).toEqual(['Hospital Management System', 'Library Desk'])
  expect(titles(added)).toHaveLength(3)
})

test('every card and the page of a project have a tick that belongs to the form of the comparison', async () => {
  await owner.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
  for (const address of ['/', '/projects', `/projects/${railway}`, `/members/${owner.id}`]) {
    const page = await site.pageAt(address)
    const form = page.getByRole('form', { name: 'Compare projects' })
    expect(form.getAttribute('action'), address).toBe('/compare')
    const ticks = page.getAllByRole<HTMLInputElement>('checkbox', { name: /^Compare: / })
    expect(ticks.length, address).toBeGreaterThanOrEqual(page.document.querySelectorAll('.card').length)
    expect(
      new Set(ticks.map((tick) => `${tick.getAttribute('form')} ${tick.name} ${tick.checked}`)),
      address,
    ).toEqual(new Set([`${form.id} ids false`]))
  }
  const label = within((await site.pageAt(`/projects/${railway}`)).getByRole('complementary'))
  expect(label.getByRole<HTMLInputElement>('checkbox').value).toBe(railway)
})

test('the label is shared on WhatsApp, printed for a guide, and saved as the picture that links carry', async () => {
  const page = await site.pageAt(`/projects/${railway}`)
  const label = within(page.getByRole('complementary'))
  const share = label.getByRole('link', { name: /^Share on WhatsApp/ }).getAttribute('href')!
  expect(share).toMatch(/^https:\/\/wa\.me\/\?text=/)
  expect(decodeURIComponent(share)).toMatch(
    new RegExp(`Railway Booking, ₹1,999 on Readymade: http://.*/projects/${railway}$`),
  )
  label.getByRole('button', { name: 'Print for Your Guide' })
  const picture = label.getByRole('link', { name: 'As Picture' })
  const shared = page.document.querySelector('meta[property="og:image"]')!.getAttribute('content')!
  expect(shared.endsWith(picture.getAttribute('href')!)).toBe(true)
  expect(picture.getAttribute('download')).toBe('Railway Booking.jpg')
  expect((await site.request(picture.getAttribute('href')!)).headers['content-type']).toBe('image/jpeg')
})

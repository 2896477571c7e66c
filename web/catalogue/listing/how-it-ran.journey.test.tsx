import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'

import { main, startJourneys, user, visit } from '../../../test/in-process.tsx'
import { aMember, anAdmin } from '../../../test/makers.ts'
import { buyAndPay, source } from '../../../test/orders.ts'
import { aPicture, aRunner, anUpload, checkReleases, phpFiles } from '../../../test/runners.ts'
import { aSeat, allowSeats } from '../../../test/seats.ts'
import { approve, type Files } from '../../../test/uploads.ts'

const app = await startJourneys()
const admin = await anAdmin(app)
const runner = await aRunner(app, admin)
const of = (id: string) => ({ params: { id } })

const hostile = '<img src=x onerror=alert(1)> https://evil.example/pay'

/** A project on sale that ran: a page before its sign-in, and more behind it than are shown at first. */
async function aProjectThatRan() {
  const project = await anUpload(app)
  const run = (await runner.claim())!
  const seen = await aPicture()
  await runner.page(run, { title: hostile, url: 'http://localhost/hostel/index.php?a=1' }, seen)
  for (let n = 1; n <= 5; n++)
    await runner.page(
      run,
      { title: `Room ${n}`, after: 'admin', url: `http://localhost/room.php?n=${n}` },
      n === 1 ? seen : undefined,
    )
  await runner.page(run, {
    title: '',
    after: 'admin',
    url: 'http://localhost/fees.php',
    status: 500,
    isBroken: true,
  })
  await runner.end(run, {
    dumps: [
      {
        path: 'db.sql',
        statements: 20,
        tables: 2,
        failed: [{ code: 1146, line: 12, error: "Table 'hostel.fees' doesn't exist" }],
      },
    ],
    signIns: [
      { form: 'http://localhost/', user: 'admin', from: '', worked: true, problem: '' },
      { form: 'http://localhost/', user: 'student', from: '', worked: false, problem: '' },
    ],
    standIns: ['Bootstrap', 'jQuery'],
    outside: ['maps.example.com'],
  })
  await approve(admin, project.id)
  return project
}

/** A project on sale that failed, with a note of its owner. */
async function aProjectThatFailed() {
  const project = await anUpload(app)
  const run = (await runner.claim())!
  await runner.page(run, { title: 'Broken', isBroken: true, problems: ["Unknown database 'hostel'"] })
  await runner.end(run)
  await project.owner.api.runs.note({ ...of(project.id), body: { note: 'Make the database hostel first.' } })
  await approve(admin, project.id, 'Its README says what to do')
  return project
}

/** A project on sale of a kind that is not tried. */
async function aProjectNotTried() {
  const project = await anUpload(app, {
    'README.md': '# Bank\n',
    'Main.java': 'public class Main { public static void main(String[] args) {} }\n',
  })
  await approve(admin, project.id)
  return project
}

/** A project on sale whose run has not come yet. */
async function aProjectThatWaits(files: Files = phpFiles) {
  const project = await anUpload(app, files)
  await approve(admin, project.id)
  return project
}

let ran: Awaited<ReturnType<typeof aProjectThatRan>>
beforeAll(async () => {
  await checkReleases(app)
  ran = await aProjectThatRan()
})

const label = () => screen.getByRole('complementary', { name: 'Buy this project' })
const fact = (term: string) => within(label()).getByText(term).nextElementSibling!.textContent
const section = () => screen.queryByRole('region', { name: 'How it ran' })
const sentences = /^(?:Ran|Did not run|Not run)/

test('of what ran, the sentence stands beside Verified, and its page has the pages with their pictures, what signed in and what failed', async () => {
  await visit(`/projects/${ran.id}`)
  const said = within(label()).getByText(sentences).textContent
  expect(said).toMatch(
    /^Ran on \d+ \w+ 20\d\d with PHP 8\.2 and MariaDB 10\.11: 2 tables, 7 pages, 1 of them with errors, signed in as admin$/,
  )
  expect(fact('runs')).toMatch(/^seen \d+ \w+ 20\d\d$/)
  const how = within(section()!)
  how.getByText('We started it and opened these pages. We did not test everything.')
  const first = within(how.getByRole('list', { name: 'Before a sign-in' }))
  first.getByText(hostile)
  first.getByText('/hostel/index.php?a=1')
  expect(within(how.getByRole('list', { name: 'Signed in as admin' })).getAllByRole('listitem')).toHaveLength(
    3,
  )
  expect(how.getByText('Show 3 more pages').closest('details')!.open).toBe(false)
  how.getByText('It answered 500.')
  const pictures = how.getAllByRole<HTMLImageElement>('img')
  expect(pictures).toHaveLength(2)
  for (const { srcset, loading } of pictures.map((picture) => ({
    srcset: picture.getAttribute('srcset'),
    loading: picture.getAttribute('loading'),
  })))
    expect([srcset, loading]).toEqual([expect.stringMatching(/640\.webp 640w, .*1280\.webp 1280w$/), 'lazy'])
  expect(how.getByText('sign-ins').nextElementSibling!.textContent).toBe('admin worked, student did not work')
  expect(how.getByText('statements of its dump').nextElementSibling!.textContent).toBe('20, 1 of them failed')
  how.getByText("Table 'hostel.fees' doesn't exist")
  how.getByText('db.sql, line 12')
  how.getByText('Bootstrap, jQuery')
  how.getByText('maps.example.com')
})

test('what a project said is text: nothing of it is a link, and its pictures are ours', async () => {
  await visit(`/projects/${ran.id}`)
  const links = within(section()!).getAllByRole('link')
  for (const link of links) expect(link.getAttribute('href')).toMatch(/^\/media\/runs\/[\w-]+\/1280\.webp$/)
  for (const picture of section()!.querySelectorAll('img'))
    expect(picture.getAttribute('src')).toMatch(/^\/media\/runs\/[\w-]+\/640\.webp$/)
})

test('of what failed and staff approved all the same, the reason and the note of its owner are read', async () => {
  const { id } = await aProjectThatFailed()
  await visit(`/projects/${id}`)
  expect(within(label()).getByText(sentences).textContent).toMatch(/^Did not run on \d+ \w+ 20\d\d/)
  expect(fact('runs')).toMatch(/^did not run on/)
  const how = within(section()!)
  how.getByText('It did not run when we started it')
  how.getByText('Make the database hostel first.')
  expect(section()!.textContent).toContain('hostel')
  expect(main().textContent).not.toContain('Its README says what to do')
})

test('of a kind that is not tried there is the word for it and no section; of what waits there is nothing', async () => {
  const java = await aProjectNotTried()
  await visit(`/projects/${java.id}`)
  expect(fact('runs')).toBe('not run by us: Java')
  within(label()).getByText('Not run by us: Java is not run yet.')
  expect(section()).toBeNull()
  const waits = await aProjectThatWaits()
  await visit(`/projects/${waits.id}`)
  expect([section(), within(label()).queryByText('runs'), within(label()).queryByText(sentences)]).toEqual([
    null,
    null,
    null,
  ])
  screen.getByText(/Files are read, not run\./)
  await runner.end((await runner.claim())!, { machineError: 'The disk is full' })
})

test("cards are marked 'Runs: seen', and one press leaves those alone", async () => {
  await aProjectNotTried()
  await visit('/projects')
  const found = () => screen.getByRole('heading', { level: 1 }).textContent
  const all = found()
  const marked = screen.getAllByRole('article').filter((card) => card.textContent.includes('Runs: seen'))
  expect(marked.map((card) => card.querySelector('a')!.getAttribute('href'))).toEqual([`/projects/${ran.id}`])
  await user.click(screen.getByRole('radio', { name: 'Runs: seen' }))
  await waitFor(() => expect(found()).toBe('1 Project Found'))
  expect(location.search).toBe('?ran=yes')
  await user.click(screen.getByRole('link', { name: 'Remove filter Runs: seen' }))
  await waitFor(() => expect(found()).toBe(all))
})

test('the steps of an order begin with the versions with which it ran, and its page says how its release did', async () => {
  const buyer = await aMember(app)
  const { orders } = await buyAndPay(app, buyer, source({ id: ran.id }))
  await visit(`/orders/${orders[0]!._id}`, { as: buyer })
  const steps = within(await screen.findByRole('region', { name: 'Set it up' })).getAllByRole('listitem')
  expect(steps[0]!.textContent).toContain('It ran with PHP 8.2 and MariaDB 10.11.')
  const how = within(section()!)
  how.getByText('How release 1 ran')
  expect(how.getByText(sentences).textContent).toContain('signed in as admin')

  await allowSeats(app, ran.owner, ran.id)
  await approve(admin, ran.id)
  const friend = await aMember(app)
  const seat = await aSeat(app, buyer, orders[0]!._id, friend)
  await visit(`/seats/${seat}`, { as: friend })
  await screen.findByText('How release 1 ran')
})

test('the preview of an owner shows what buyers see', async () => {
  await visit(`/owner/projects/${ran.id}/preview`, { as: ran.owner })
  within(section()!).getByText('/hostel/index.php?a=1')
  expect(within(label()).getByText(sentences).textContent).toMatch(/^Ran on/)
})

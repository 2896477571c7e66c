import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { startSite } from '../../test/site.ts'

const site = await startSite()

test('the contact page has info, hours and frequent questions', async () => {
  const main = within((await site.pageAt('/contact')).getByRole('main'))
  main.getByRole('region', { name: 'Contact info' })
  const hours = within(main.getByRole('region', { name: 'Business hours' }))
  for (const [days, time] of [
    ['Mon-Fri', /9.*6/],
    ['Saturday', /10.*4/],
    ['Sunday', /Closed/],
  ] as const)
    expect(hours.getByText(days).parentElement!.textContent).toMatch(time)
  expect(hours.getAllByText(/^in India \d.* PM to .* AM the next day$/)).toHaveLength(2)
  const faq = within(main.getByRole('region', { name: 'Frequently asked questions' }))
  const answerTo = (question: string) => faq.getByText(question).closest('details')!.textContent
  expect(answerTo('Can I get my money back?')).toMatch(/7.day/)
  expect(answerTo('What support comes with a project?')).toMatch(/30 days/)
})

test('only a page that takes a form reads one, and what is no form is refused', async () => {
  const sent = (url: string, type: string, payload: string) =>
    site.app.inject({ method: 'POST', url, headers: { 'content-type': type, accept: 'text/html' }, payload })
  const form = 'application/x-www-form-urlencoded'
  const fields = { name: '', email: 'asha@example.in', subject: 'Support', message: 'Hello' }
  const multipart = new Response(
    Object.entries(fields).reduce((all, [name, value]) => (all.set(name, value), all), new FormData()),
  )
  const parts = await sent('/contact', multipart.headers.get('content-type')!, await multipart.text())
  expect(parts.statusCode).toBe(400)
  for (const address of ['/contact', '/contact.data', '/contact/']) {
    const answer = await sent(address, form, String(new URLSearchParams(fields)))
    expect(answer.body).toContain('asha@example.in')
    expect(answer.statusCode).toBe(400)
    expect((await sent(address, 'application/json', JSON.stringify(fields))).statusCode).toBe(415)
    expect((await sent(address, form, `name=${'a'.repeat(1024 * 1024)}`)).statusCode).toBe(413)
  }
  for (const address of ['/', '/about', '/about.data', '/signin', '/projects'])
    expect((await sent(address, form, 'a'.repeat(2 * 1024 * 1024))).statusCode, address).toBe(404)
})

test('a message that is refused without scripts keeps what was typed and chosen', async () => {
  const { statusCode, body } = await site.app.inject({
    method: 'POST',
    url: '/contact',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: 'name=&email=asha%40example.in&subject=General+Inquiry&message=Do+you+open+on+Diwali%3F',
  })
  expect(statusCode).toBe(400)
  expect(body).toContain('value="asha@example.in"')
  expect(body).toMatch(/<option[^>]* selected[^>]*>General Inquiry</)
  expect(body).toMatch(/<textarea[^>]*>\s*Do you open on Diwali\?<\/textarea>/)
})

test('a message is sent at another name of this machine too, also without scripts', async () => {
  const page = await sendAt('127.0.0.1:3000')
  expect(page).toContain('Message Sent Successfully!')
})

test('at an address that is not ours a form says where the page is, also without scripts', async () => {
  const { publicUrl } = site.dependencies.config
  const page = await sendAt('shop.example:3000')
  expect(page).toContain(`This form is taken at ${publicUrl} only.`)
  expect(page).toContain(`href="${publicUrl}/contact"`)
  expect(page).toContain('Open the Page There')
})

/** Sends the form of the contact page as a browser without scripts does that has found the site at another address. */
async function sendAt(host: string): Promise<string> {
  const fields = {
    name: 'Sneha Patil',
    email: 'sneha@example.in',
    subject: 'Project Question',
    message: 'Does the hospital project run on Windows?',
  }
  const headers = {
    host,
    origin: `http://${host}`,
    accept: 'text/html',
    'content-type': 'application/x-www-form-urlencoded',
  }
  const payload = String(new URLSearchParams(fields))
  return (await site.app.inject({ method: 'POST', url: '/contact', headers, payload })).body
}

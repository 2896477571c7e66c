import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, mailsTo } from '../../test/makers.ts'
import { sendMails } from '../../test/send-mails.ts'

const app = await startApp()

/** Creates a member and returns the path of the link in their welcome email. */
async function aReader() {
  const member = await aMember(app)
  const url = mailsTo(app, member.email, 'welcome').at(-1)!.unsubscribeUrl!
  return { ...member, path: new URL(url).pathname }
}
const preferences = async ({ api }: Awaited<ReturnType<typeof aReader>>) =>
  (await api.accounts.profile()).user.preferences

test('one click in a mail program switches the mails off: POST, no cookie, no token, no question', async () => {
  const bodies = [
    { type: 'application/x-www-form-urlencoded', body: 'List-Unsubscribe=One-Click' },
    {
      type: 'multipart/form-data; boundary=x',
      body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    },
    { type: undefined, body: undefined },
  ]
  for (const { type, body } of bodies) {
    const reader = await aReader()
    const reply = await app.app.inject({
      method: 'POST',
      url: reader.path,
      headers: { ...(type && { 'content-type': type }) },
      ...(body && { payload: body }),
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers.location).toBeUndefined()
    expect(reply.body).toContain('These emails are off')
    expect(await preferences(reader)).toMatchObject({ notifications: false, newsletter: false })
  }
})

test('looking at the link changes nothing, however often: the page asks, and says what it is about', async () => {
  const reader = await aReader()
  for (const method of ['GET', 'HEAD', 'GET'] as const) {
    const reply = await app.app.inject({ method, url: reader.path })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("form-action 'self'"),
    })
    if (method === 'GET')
      expect(reply.body).toContain(
        'what our staff decide about your projects, their sales, refunds, reviews and questions',
      )
  }
  expect(await preferences(reader)).toMatchObject({ notifications: true })
})

test('there is a way back, from the page that says that the mails are off', async () => {
  const reader = await aReader()
  await app.app.inject({ method: 'POST', url: reader.path })
  const off = await app.app.inject({ method: 'GET', url: reader.path })
  expect(off.body).toContain('<button name="switch" value="on">Switch Them On Again</button>')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const on = await app.app.inject({ method: 'POST', url: reader.path, headers, payload: 'switch=on' })
  expect(on.body).toContain('These emails are on again')
  expect(await preferences(reader)).toMatchObject({ notifications: true })
})

test('a link that is not ours, or was made for somebody or something else, changes nothing', async () => {
  const [reader, other] = [await aReader(), await aReader()]
  const signature = reader.path.split('/').at(-1)!
  for (const path of [
    reader.path.slice(0, -1),
    reader.path.replace(reader.id, other.id),
    reader.path.replace('notifications', 'newsletter'),
    reader.path.replace('notifications', 'publicProfile'),
    reader.path.replace('notifications', '__proto__'),
    `/mails/switch-off/x/notifications/${signature}`,
  ])
    for (const method of ['GET', 'POST'] as const) {
      const reply = await app.app.inject({ method, url: path })
      expect(reply.statusCode).toBe(404)
      expect(reply.body).toContain('This link does not work')
    }
  for (const who of [reader, other]) expect(await preferences(who)).toMatchObject({ notifications: true })
})

test('a new member is welcomed once, and not when they sign in', async () => {
  const { email } = await aReader()
  const { sessionToken } = await app.api.accounts.sendOtp({ body: { email } })
  const otp = app.mails.at(-1)!.text.match(/\b\d{6}\b/)![0]
  await app.api.accounts.verifyOtp({ body: { email, sessionToken, otp } })
  expect(mailsTo(app, email, 'welcome')).toHaveLength(1)
})

test('a member who switched mails off by the link gets none of those queued already', async () => {
  const reader = await aReader()
  await app.app.inject({ method: 'POST', url: reader.path })
  const sent = (await sendMails(app)).filter(({ to }) => to === reader.email)
  expect(sent.map(({ subject }) => subject)).not.toContain('Welcome to Readymade')
})

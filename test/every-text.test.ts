import { setImmediate as nextTurn } from 'node:timers/promises'

import { beforeAll, expect, test } from 'vitest'

import { bodyBytes, type Endpoint, type Role } from '#contract/kit/endpoint.ts'
import { settingsDefaults } from '#contract/staff/settings.ts'

import { startApp } from './app.ts'
import { calls, endsSession, type FieldPath, fieldsIn, unknownId, urlOf } from './calls.ts'
import { formBytes, type Hostile, hostileTexts, inAddress, jsonBytes } from './hostile.ts'
import { aMember, anAddress, anAdmin, aProject } from './makers.ts'

/** What a stranger may send: no text in any field is a fault of ours, and none keeps others waiting. */
const app = await startApp()
const tokens: Partial<Record<Role, string>> = {}
let projectId: string
beforeAll(async () => {
  const owner = await aMember(app)
  tokens.member = owner.token
  tokens.super_admin = (await anAdmin(app)).token
  projectId = (await aProject(owner))._id
})

/** How long everybody else may wait while one call is answered, in milliseconds. */
const maxStall = 250
/** Node refuses an address that is longer. */
const addressBytes = 15_000
/** The longest text field of a form. */
const fieldBytes = 1_000_000

/** What each call takes besides the hostile field, so that it is not refused for another reason. */
const inputs: Record<string, object> = {
  'accounts.sendOtp': { email: 'a@b.in' },
  'accounts.checkEmail': { email: 'a@b.in' },
  'accounts.verifyOtp': {
    email: 'a@b.in',
    otp: '123456',
    sessionToken: 'x',
    userData: { name: 'Asha', phone: '9876543210' },
  },
  'accounts.verifyLink': { linkToken: 'x', userData: { name: 'Asha', phone: '9876543210' } },
  'accounts.refresh': { refreshToken: 'x' },
  'accounts.updateProfile': {},
  'personalData.deleteAccount': { code: '123456' },
  'emailChange.ask': { email: 'a@b.in' },
  'emailChange.confirm': { code: '123456', emailCode: '123456' },
  'contacts.send': { name: 'Asha', email: 'a@b.in', subject: 'Other', message: 'Hello' },
  'staffContacts.setStatus': { status: 'read' },
  'staffContacts.reply': { text: 'Hello', key: unknownId },
  'staffContacts.bulkUpdate': { contactIds: [unknownId], action: 'read' },
  'orders.quote': { items: [{ projectId: unknownId, kind: 'source' }] },
  'orders.checkout': {
    items: [{ projectId: unknownId, kind: 'source' }],
    state: 'Kerala',
    idempotencyKey: '0123456789',
  },
  'taxIds.save': { pan: 'ABCDE1234F' },
  'coupons.create': { code: 'DIWALI10', percent: 10 },
  'coupons.setOn': { isOn: false },
  'coupons.createForShop': { code: 'DIWALI10', percent: 10 },
  'coupons.setOnAsStaff': { isOn: false },
  'orders.callback': { razorpay_order_id: 'x', razorpay_payment_id: 'x', razorpay_signature: 'x' },
  'payouts.request': { destination: { method: 'upi', holder: 'Asha Rao', vpa: 'asha@okaxis' } },
  'payouts.act': { action: 'hold', ids: [unknownId], note: 'Please wait' },
  'payouts.pay': { payments: [{ number: 'P-000001', reference: 'UTR12345' }] },
  'payouts.export': {},
  'runAnswers.set': { ran: true },
  'refundRequests.ask': { reason: 'It does not run at all' },
  'refundRequests.answer': { answer: 'Try again' },
  'recalls.recall': { reason: 'It steals passwords', instructions: 'Delete it', refund: false },
  'refundRequests.decide': { decision: 'decline', note: 'It runs' },
  'sandbox.pay': { outcome: 'fail' },
  'projects.create': {
    title: 'Shop',
    description: 'A shop',
    category: 'AI/ML',
    price: 10,
    idempotencyKey: '0123456789',
  },
  'projects.update': {},
  'staffListings.bulkUpdate': { projectIds: [unknownId], action: 'deactivate' },
  'staffListings.create': {
    title: 'A',
    description: 'B',
    category: 'SaaS',
    price: 1,
    ownerEmail: 'a@b.in',
  },
  'projects.ownerUpdate': {},
  'releases.upload': { relativePaths: '["a.txt"]', chunkIndex: '0', totalChunks: '1', isFirstChunk: 'true' },
  'releases.reUpload': {
    relativePaths: '["a.txt"]',
    chunkIndex: '0',
    totalChunks: '1',
    isFirstChunk: 'true',
  },
  'releases.addImages': {},
  'releases.orderImages': { newOrder: [] },
  'releases.addReport': {},
  'releases.changeReport': {},
  'findings.waive': {
    rule: 'env-file',
    file: '.env',
    marks: ['0a1b2c3d'],
    reason: 'Only dummies stand in it',
  },
  'findings.setRule': { shown: true, required: false },
  'samples.add': { path: 'src/index.js' },
  'source.setNotes': { notes: 'Mended the login' },
  'releases.describeImages': { descriptions: [{ url: '/media/a', alt: 'The list of patients' }] },
  'questions.ask': { text: 'Does it run on Windows?' },
  'questions.answer': { text: 'Yes' },
  'questions.hide': { reason: 'Not about the project' },
  'reviews.write': { rating: 5, text: 'Good' },
  'reviews.edit': { rating: 5, text: 'Good' },
  'reviews.reply': { text: 'Thank you' },
  'reports.report': { kind: 'broken', text: 'It does not start' },
  'reports.answer': { text: 'It does' },
  'reports.decide': { outcome: 'no_action', reasons: 'It runs' },
  'reviewReports.report': { reason: 'spam' },
  'reviewReports.decide': { decision: 'hide', reason: 'It is an advert' },
  'views.count': { from: '/projects?search=library' },
  'wishlist.look': { projectIds: [unknownId] },
  'wishlist.merge': { projectIds: [unknownId] },
  'staff.login': { email: 'a@b.in', password: 'x' },
  'staff.loginByLink': { linkToken: 'x' },
  'staff.updateProfile': { name: 'Admin' },
  'staff.changePassword': { currentPassword: 'x', newPassword: 'y' },
  'staff.setPassword': { linkToken: 'x', password: 'y' },
  'admins.create': { name: 'Ravi', email: 'ravi@b.in', role: 'admin' },
  'totp.begin': { currentPassword: 'x' },
  'totp.confirm': { code: '123456' },
  'totp.remove': { currentPassword: 'x', code: '123456' },
  'settings.identity': settingsDefaults.identity,
  'settings.tax': settingsDefaults.tax,
  'settings.home': settingsDefaults.home,
}
const withInput = calls.filter(({ endpoint }) => endpoint.body ?? endpoint.form)

test.each(withInput)(
  'the input of $name, before a field of it turns hostile, is a right one',
  ({ name, endpoint }) => {
    expect((endpoint.body ?? endpoint.form)!.safeParse(inputs[name])).toMatchObject({ success: true })
  },
)

type Part = 'params' | 'query' | 'body' | 'form' | 'file name'
interface Field {
  part: Part
  path: FieldPath
}
const fields = calls
  .filter(({ endpoint }) => !endsSession(endpoint))
  .flatMap(({ name, endpoint }) => fieldsOf(endpoint).map((field) => ({ name, endpoint, ...field })))

test.each(fields)('$name takes any text for $part $path', async ({ name, endpoint, ...field }) => {
  for (const token of callersOf(endpoint, field)) {
    for (const { kind, textOf } of hostileTexts) {
      for (const value of new Set([30, roomIn(endpoint, field)].map(textOf))) {
        const request = requestWith(value, name, endpoint, field)
        const { status, stall } = await answerTo(request, token)
        expect(status, kind).toBeLessThan(500)
        expect(stall, `${kind}, ${value.length} long`).toBeLessThan(maxStall)
      }
    }
  }
})

function fieldsOf({ params, query, body, form, files }: Endpoint): Field[] {
  const of = (part: Part, paths: FieldPath[]) => paths.map((path) => ({ part, path }))
  return [
    ...of('params', fieldsIn(params)),
    ...of('query', fieldsIn(query)),
    ...of('body', body ? [[], ...fieldsIn(body)] : []),
    ...of('form', fieldsIn(form)),
    ...of('file name', files ? [[files]] : []),
  ]
}

/** Every role that the call reads the field of differently. */
function callersOf({ access, method }: Endpoint, { part }: Field): (string | undefined)[] {
  if (access === 'anyone')
    return method === 'GET' && part === 'query' ? [undefined, tokens.super_admin] : [undefined]
  return (['member', 'super_admin'] as const)
    .filter((role) => access.includes(role))
    .map((role) => tokens[role])
}

function roomIn({ bodyLimit = bodyBytes }: Endpoint, { part }: Field): number {
  if (part === 'body') return bodyLimit - 1000
  return part === 'form' ? fieldBytes : addressBytes / 3
}

function requestWith(value: Hostile, name: string, endpoint: Endpoint, { part, path }: Field) {
  const { method, body, files } = endpoint
  const [key] = path as string[]
  const address = urlOf(endpoint, { id: projectId }, {})
  const url =
    part === 'params'
      ? urlOf(endpoint, { id: projectId, [key!]: mark }).replace(mark, inAddress(value))
      : part === 'query'
        ? `${address}${key}=${inAddress(value)}`
        : address
  const input = inputs[name] ?? {}
  if (files) {
    const texts = { projectId, ...input, ...(part === 'form' && { [key!]: value }) } as Record<
      string,
      Hostile
    >
    return { method, url, ...formBytes(texts, [[files, part === 'file name' ? value : 'a.txt']]) }
  }
  if (!body) return { method, url }
  const payload = part === 'body' ? jsonBytes(input, path, value) : Buffer.from(JSON.stringify(input))
  return { method, url, payload, headers: { 'content-type': 'application/json' } }
}
const mark = 'hostile'

/** A call's status, and the longest that the process did nothing else. Asked again when that was long: a fault of ours is long each time, a busy machine is not. */
async function answerTo(request: ReturnType<typeof requestWith>, token: string | undefined, attempts = 3) {
  const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) }
  let [stall, last] = [0, performance.now()]
  const look = () => {
    const now = performance.now()
    stall = Math.max(stall, now - last)
    last = now
  }
  const clock = setInterval(look, 1)
  const { statusCode } = await app.app.inject({ ...request, headers, remoteAddress: anAddress() })
  clearInterval(clock)
  look()
  await nextTurn()
  if (stall >= maxStall && attempts > 1) return answerTo(request, token, attempts - 1)
  return { status: statusCode, stall }
}

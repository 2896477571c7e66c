import { setTimeout } from 'node:timers/promises'

import { createApi } from '#contract/client.ts'

import type { SendAs } from './api-at.ts'
import { aProject, aRelease } from './makers.ts'
import { allPayloads, payloads, payloadsIn } from './payloads.ts'

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The people of a shop with hostile texts, by their tokens. */
interface People {
  owner: string
  ownerId: string
  buyer: string
  staff: string
}

/** What a person types at sign-up, as payloads. */
export const hostilePerson = () => ({
  name: payloadsIn(80),
  phone: '9812300125',
  college: payloadsIn(120),
  course: payloadsIn(120),
})

/**
 * Fills a shop with projects, orders and messages that consist of payloads, each text sent with the call for it.
 * Returns the addresses that show these texts.
 */
export async function hostileContent(send: SendAs, { owner, ownerId, buyer, staff }: People) {
  const run = Date.now().toString(36)
  const call = async (method: string, path: string, token?: string, data?: object) => {
    const body = data instanceof FormData || !data ? data : JSON.stringify(data)
    const reply = await send({ method, url: `/api${path}`, ...(body && { body }) }, token)
    const text = await reply.text()
    if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
    return JSON.parse(text)
  }
  /** Uploads a project of the owner, which then waits for staff. */
  const upload = async (title: string) => {
    const api = createApi((call) => send(call, owner))
    const { _id } = await aProject({ api }, { title, price: 99 })
    await aRelease({ api }, _id, files)
    return _id
  }
  /** Approves a project as soon as its files are checked. */
  const approve = async (id: string) => {
    const approval = { method: 'PUT', url: `/api/projects/${id}`, body: '{"verificationStatus":"approved"}' }
    while ((await send(approval, staff)).status !== 200) await setTimeout(300)
  }

  await call('PUT', '/users/profile', owner, {
    address: { street: payloadsIn(120), city: payloadsIn(120) },
    preferences: { publicProfile: true },
  })
  const short = payloads.filter(({ length }) => length <= 40)
  const texts = {
    title: payloadsIn(120),
    description: allPayloads,
    features: payloads,
    requirements: payloads,
    technologies: short.slice(0, 20),
    tags: short.slice(-20),
  }
  const files = {
    'README.md': `# ${payloads[0]}\n\n${payloads.join('\n\n')}\n\n\`\`\`html\n${allPayloads}\n\`\`\`\n`,
    'src/index.js': `// ${payloads.join('\n// ')}\nconst a = \`${allPayloads}\`\n`,
  }
  const id = await upload(`Texts ${run}`)
  await approve(id)
  await call('PUT', `/projects/${id}`, staff, texts)
  const form = new FormData()
  form.append(
    'images',
    new Blob([onePixel], { type: 'image/png' }),
    `${payloadsIn(100).replaceAll('/', '')}.png`,
  )
  const { images } = await call('POST', `/storage/projects/${id}/images`, owner, form)
  const descriptions = (images as { url: string }[]).map(({ url }) => ({ url, alt: payloadsIn(200) }))
  await call('PUT', `/storage/projects/${id}/images/descriptions`, owner, { descriptions })
  // A changed picture needs another approval.
  await call('PUT', `/projects/${id}`, staff, { verificationStatus: 'approved' })
  await call('POST', `/projects/${id}/samples`, owner, { path: 'src/index.js' })
  await call('PUT', `/projects/${id}/releases/1/notes`, owner, { notes: allPayloads.slice(0, 2000) })
  const waiting = await upload(payloadsIn(120))
  const verificationNotes = allPayloads.slice(0, 2000)
  await call('PUT', `/projects/${waiting}`, staff, { verificationStatus: 'under_review', verificationNotes })

  const { payment } = await call('POST', '/orders/checkout', buyer, {
    items: [{ projectId: id, kind: 'source' }],
    state: 'Kerala',
    idempotencyKey: `texts-${run}`,
  })
  const paid = await call('POST', `/sandbox/payments/${payment.gateway.orderId}`, undefined, {
    outcome: 'succeed',
  })
  await call('POST', '/orders/payments/callback', buyer, paid.callback)
  const order = payment.orders[0]._id as string
  /** Publishes as staff what waits for them because it has a link. */
  const publishHeld = async () => {
    const { texts: held } = await call('GET', '/admin/held', staff)
    for (const { kind, _id, projectId } of held as { kind: string; _id: string; projectId: string }[])
      if (projectId === id) await call('PUT', `/admin/held/${kind}/${_id}`, staff, { decision: 'publish' })
  }
  const { review } = await call('POST', `/projects/${id}/reviews`, buyer, {
    rating: 3,
    text: allPayloads.slice(0, 2000),
  })
  await publishHeld()
  await call('PUT', `/projects/${id}/reviews/${review._id}/reply`, owner, {
    text: allPayloads.slice(0, 1000),
  })
  await call('POST', `/projects/${id}/reviews/${review._id}/complaints`, owner, {
    reason: 'other',
    text: payloadsIn(300),
  })
  const question = { text: short.join('\n').slice(0, 900) }
  const asked = await call('POST', `/projects/${id}/questions`, buyer, question)
  await publishHeld()
  await call('PUT', `/projects/${id}/questions/${asked.question._id}/answer`, owner, {
    text: short.join('\n'),
  })
  await publishHeld()
  // It waits for staff while their pages are read.
  const waitingQuestion = { text: `See https://desk.example\n${question.text}` }
  await call('POST', `/projects/${id}/questions`, buyer, waitingQuestion)
  await call('POST', `/projects/${id}/complaints`, buyer, {
    kind: 'broken',
    text: allPayloads.slice(0, 2000),
  })
  const { complaints } = await call('GET', `/projects/${id}/complaints`, owner)
  const complaint = complaints[0]._id as string
  await call('PUT', `/complaints/${complaint}/answer`, owner, { text: allPayloads.slice(0, 2000) })
  const reason = allPayloads.slice(0, 2000)
  const { refund } = await call('POST', `/orders/${order}/refund`, buyer, { reason })
  await call('PUT', `/refunds/${refund.request._id}/answer`, owner, { answer: reason })
  await call('POST', '/contact', undefined, {
    name: payloadsIn(80),
    email: `xss.${run}@e2e.example`,
    phone: payloadsIn(20),
    subject: 'Other',
    message: allPayloads,
  })
  const { contacts } = await call('GET', '/contact', staff)
  const contact = contacts[0]._id as string
  await call('POST', `/contact/${contact}/reply`, staff, { text: allPayloads, key: crypto.randomUUID() })
  await call('POST', '/auth/create-admin', staff, {
    name: payloadsIn(80),
    email: `staff.${run}@e2e.example`,
    role: 'admin',
  })
  // Links repeat it, so it names no other site.
  const local = payloads.filter((text) => !text.includes('evil.example'))
  const search = encodeURIComponent(local.join(' ').slice(0, 90))
  /** Decides as staff with payloads as reasons; returns the addresses that show them, by role. */
  const decide = async () => {
    const reasons = allPayloads.slice(0, 1000)
    await call('POST', `/admin/refunds/${refund.request._id}`, staff, { decision: 'decline', note: reason })
    await call('POST', `/admin/complaints/${complaint}`, staff, { outcome: 'no_action', reasons })
    return {
      staff: [
        `/admin/complaints/${complaint}`,
        '/admin/complaints?state=decided',
        '/admin/refunds?state=decided',
        '/admin/audit',
      ],
      owner: [`/owner/projects/${id}`, `/owner/projects/${waiting}`, '/owner/refunds'],
      buyer: [`/orders/${order}`],
    }
  }
  return {
    decide,
    /** The staff's list with a search that has no results. */
    found: `/admin/projects?search=${search}`,
    staff: [
      '/admin/dashboard',
      '/admin/analytics',
      '/admin/projects',
      '/admin/verification',
      '/admin/projects/new',
      `/admin/projects/edit/${id}`,
      `/admin/projects/${waiting}`,
      ...['changes', 'files', 'readme', 'listing', 'pictures', 'history'].map(
        (tab) => `/admin/projects/${waiting}?tab=${tab}`,
      ),
      `/admin/projects/${id}/recall`,
      '/admin/complaints',
      `/admin/complaints/${complaint}`,
      '/admin/members',
      `/admin/members/${ownerId}`,
      '/admin/orders',
      `/admin/orders/${order}`,
      '/admin/payments/held',
      '/admin/refunds',
      '/admin/disputes',
      '/admin/payouts',
      '/admin/reviews',
      '/admin/held',
      '/admin/coupons',
      '/admin/findings',
      '/admin/settings',
      '/admin/contacts',
      `/admin/contacts/${contact}`,
      '/admin/account',
      '/admin/admins',
      '/admin/audit',
      '/admin/nothing/here',
    ],
    owner: [
      '/profile',
      '/profile?tab=projects',
      '/profile?tab=settings',
      `/owner/projects/${id}`,
      `/owner/projects/${id}/preview`,
      '/owner/refunds',
      '/owner/earnings',
      '/owner/coupons',
    ],
    buyer: [
      '/',
      '/projects',
      `/projects?search=${search}&category=${search}&technology=${search}`,
      `/projects/${id}`,
      `/projects/${id}/samples/1`,
      `/projects/${id}/ask`,
      `/members/${ownerId}`,
      `/categories?category=${search}`,
      `/orders/${order}`,
      '/profile?tab=orders',
      '/profile?tab=settings',
      `/verify/${search}`,
      '/cart',
      '/wishlist',
      `/signin?next=javascript:alert(1)`,
    ],
  }
}

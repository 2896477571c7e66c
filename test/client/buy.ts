import createClient from 'openapi-fetch'

import type { paths } from './api.d.ts'

/**
 * Signs up, finds a project, buys its source and downloads it, using only the description of the API. Returns the
 * purchase, and the code with which a second purchase of the same project fails.
 */
export async function signUpAndBuy(baseUrl: string, mailedCode: (email: string) => string) {
  const api = createClient<paths>({ baseUrl })
  const email = 'somebody.else@example.in'
  const { sessionToken } = dataOf(await api.POST('/api/users/auth/email/send-otp', { body: { email } }))
  const userData = { name: 'Somebody Else', phone: '9876543210' }
  const { tokens } = dataOf(
    await api.POST('/api/users/auth/email/verify-otp', {
      body: { email, sessionToken, otp: mailedCode(email), userData },
    }),
  )
  api.use({
    onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${tokens.accessToken}`),
  })

  const { projects } = dataOf(await api.GET('/api/projects', { params: { query: { sort: 'price-low' } } }))
  const items = projects.slice(0, 1).map(({ _id }) => ({ projectId: _id, kind: 'source' as const }))
  const { total } = dataOf(await api.POST('/api/orders/quote', { body: { items } }))
  const checkOut = () =>
    api.POST('/api/orders/checkout', {
      body: { items, state: 'Karnataka', idempotencyKey: crypto.randomUUID(), expectedTotal: total },
    })
  const { payment } = dataOf(await checkOut())
  const orderId = payment.gateway!.orderId
  const paid = dataOf(
    await api.POST('/api/sandbox/payments/{orderId}', {
      params: { path: { orderId } },
      body: { outcome: 'succeed' },
    }),
  )
  const settled = dataOf(await api.POST('/api/orders/payments/callback', { body: paid.callback! }))
  const [order] = settled.payment.orders

  const path = { id: order!.projectId }
  const archive = dataOf(
    await api.GET('/api/github/owner/repo/{id}/download', { params: { path }, parseAs: 'arrayBuffer' }),
  )
  const again = await checkOut()
  return { order: order!, total, bytes: archive.byteLength, secondTime: again.error?.code }
}

/** Returns the data of a successful answer; throws the message of another one. */
function dataOf<Data>({ data, error }: { data?: Data; error?: { message: string } }): Data {
  if (data === undefined) throw new Error(error?.message)
  return data
}

import type { Endpoint } from '#contract/kit/endpoint.ts'
import { demoAdmin } from '#server/config.ts'

import { calls, urlOf } from '../calls.ts'
import { inputs } from '../inputs.ts'
import { docx, formOf } from '../reports.ts'
import { aPage } from '../seen-run.ts'
import { chunkOf } from '../uploads.ts'
import { pictures, type StockedApp } from './stocked-app.ts'
import type { CallName } from './who-may.ts'

type Texts = Record<string, string>
interface Input {
  params?: Texts
  query?: Texts
  body?: object
  form?: () => FormData
}

/** Builds a valid request of each call about the records of a stocked app. */
export async function requestsFor(stocked: StockedApp) {
  const { listed, spare, waiting, order, payment, asked, request, refunded, finding } = stocked
  const picture = await pictures()
  const ofRelease = { id: listed, number: '1' }
  const place = { rule: finding.rule, file: finding.file }
  /** The parameters of a path, by its beginning, for calls that do not set their own. */
  const named: [path: string, params: Texts][] = [
    ['/users/sessions/:id', { id: stocked.sessionId }],
    ['/members/:id', { id: stocked.owner.id }],
    ['/storage/projects/:id', { id: spare }],
    ['/upload/', { id: spare }],
    ['/projects/:id/reviews/:review', { id: listed, review: stocked.review }],
    ['/projects/:id/questions/:question', { id: listed, question: stocked.question }],
    ['/projects/:id', ofRelease],
    ['/github/owner/repo/:id', { id: listed }],
    ['/orders/payments/:id', { id: payment }],
    ['/orders/:id/seats/:seat', { id: order, seat: stocked.seats.invited }],
    ['/orders/:id', { id: order }],
    ['/seats/:id', { id: stocked.seats.mine }],
    ['/coupons/:id', { id: stocked.mine }],
    ['/admin/coupons/:id', { id: stocked.mine }],
    ['/refunds/:id', { id: request }],
    ['/admin/refunds/:id', { id: request }],
    ['/admin/disputes/:id', { id: stocked.dispute }],
    ['/admin/payments/:id', { id: stocked.held }],
    ['/admin/members/:id', { id: stocked.bystander.id }],
    ['/admin/notices/:id', { id: stocked.notice }],
    ['/admin/orders/:id', { id: order }],
    ['/payouts/:id', { id: stocked.payout._id }],
    ['/admin/payouts/files/:number', { number: stocked.bankFile }],
    ['/admin/payouts/:id', { id: stocked.payout._id }],
    ['/licences/:code', { code: stocked.code }],
    ['/verify/files/:hash', { hash: 'a'.repeat(64) }],
    ['/sandbox/payments/:orderId', { orderId: stocked.gatewayOrder }],
    ['/admin/synonyms/:id', { id: stocked.synonym }],
    ['/admin/held/:kind/:id', { kind: 'question', id: stocked.question }],
    ['/admin/reviews/:id', { id: stocked.review }],
    ['/complaints/:id', { id: stocked.complaint }],
    ['/admin/complaints/:id', { id: stocked.complaint }],
    ['/admin/projects/:id/', { id: stocked.leaving, number: '1' }],
    ['/users/wishlist/:id', { id: listed }],
    ['/contact/:id', { id: stocked.contact }],
    ['/categories/:name', { name: 'SaaS' }],
    ['/admin/verification/:id', { id: waiting }],
    ['/auth/admins/:id', { id: stocked.helper.id }],
    ['/admin/findings/rules/:rule', { rule: finding.rule }],
    ['/admin/runs/:id', { id: stocked.runs.record }],
    ['/admin/runners/:id', { id: stocked.runs.spareRunner }],
    ['/runners/runs/:id', { id: stocked.runs.lease }],
  ]
  const particular: Partial<Record<CallName, Input>> = {
    'accounts.refresh': { body: { refreshToken: stocked.other.refreshToken } },
    'accounts.changeAvatar': { form: () => only(picture, 'avatar') },
    'catalogue.suggestions': { query: { search: 'hos' } },
    'projects.archive': { params: { id: spare } },
    'projects.restore': { params: { id: spare } },
    'projects.duplicate': { params: { id: spare } },
    'projects.update': { params: { id: spare }, body: { title: 'Another title' } },
    'projects.changes': { params: { id: spare } },
    'projects.takeBack': { params: { id: spare }, query: {} },
    'projects.ownerUpdate': { params: { id: spare }, body: { title: 'Another title' } },
    'projects.remove': { params: { id: stocked.leaving } },
    'releases.upload': { form: () => chunkOf(waiting, { 'a.txt': 'theirs' }) },
    'releases.reUpload': { params: { id: waiting }, form: () => chunkOf(waiting, { 'a.txt': 'theirs' }) },
    'releases.removeFiles': { params: { id: spare } },
    'releases.addImages': { form: () => only(picture, 'images') },
    'releases.removeImage': { query: { index: '0' } },
    'releases.orderImages': { body: { newOrder: [1, 0] } },
    'releases.describeImages': {
      body: { descriptions: [{ url: stocked.image, alt: 'The list of patients' }] },
    },
    'releases.chooseThumbnail': { body: { url: stocked.image, thumbnail: { x: 0, y: 50, zoom: 150 } } },
    'releases.addReport': { params: { id: waiting }, form: () => formOf(docx(), 9) },
    'releases.changeReport': { params: { id: spare }, form: () => formOf(docx(), 9) },
    'releases.removeReport': { params: { id: spare } },
    'recalls.notice': { params: { id: stocked.recalled } },
    'similarity.compare': { params: { id: listed, that: spare } },
    'requestStatus.get': stocked.status,
    'source.file': { query: { path: 'README.md' } },
    'downloads.changes': { query: { from: '1' } },
    'downloads.fileChanges': { query: { from: '1', path: 'README.md' } },
    'samples.add': { params: { id: spare }, body: { path: 'README.md' } },
    'samples.remove': { params: { id: spare, number: '1' } },
    'findings.waive': {
      params: { id: waiting },
      body: { ...place, marks: [finding.mark], reason: 'It is the password of a database that is gone' },
    },
    'findings.unwaive': { params: { id: waiting }, query: { ...place, mark: finding.mark } },
    'findings.get': { params: { id: waiting } },
    'findings.recheck': { params: { id: waiting } },
    'runs.bought': { params: { id: listed, number: '1' } },
    'runners.addPage': { form: () => filled({ page: JSON.stringify(aPage()) }) },
    'orders.quote': { body: { items: [{ projectId: listed, kind: 'source' }] } },
    'orders.onItsWay': { body: { items: [{ projectId: listed, kind: 'source' }] } },
    'accounts.leaveBehind': { body: { entries: '{}' } },
    'orders.checkout': {
      body: { items: [{ projectId: listed, kind: 'source' }], state: 'Kerala', idempotencyKey: '0123456789' },
    },
    'coupons.create': { body: { code: 'HOLI20', percent: 20 } },
    'coupons.createAsStaff': {
      body: { code: 'EID20', percent: 20, maxDiscount: 500, budget: 5000, maxUses: 10 },
    },
    'invoices.creditNote': { params: { id: refunded } },
    'seats.invitation': { body: { token: stocked.seats.toAccept } },
    'seats.accept': { body: { token: stocked.seats.toAccept } },
    'seats.decline': { body: { token: stocked.seats.toDecline } },
    'seats.leave': { params: { id: stocked.seats.left } },
    'help.open': { params: { id: asked }, form: () => filled(inputs['help.open']!) },
    'help.write': { form: () => filled(inputs['help.write']!) },
    'help.refund': { params: { id: stocked.helped } },
    'refundRequests.get': { params: { id: asked } },
    'refundRequests.withdraw': { params: { id: asked } },
    'staff.login': { body: demoAdmin },
    'moderation.decideReview': { body: { decision: 'keep' } },
    'orders.callback': { body: stocked.callback },
    'wishlist.merge': { body: { projectIds: [listed] } },
    'payouts.act': { body: { action: 'hold', ids: [stocked.payout._id], note: 'Please wait' } },
    'reviews.edit': { params: { id: listed } },
    'sealed.open': { body: { about: stocked.sealedNumber, reason: 'Asked for by the cyber cell' } },
    'staffContacts.bulkUpdate': { body: { contactIds: [stocked.contact], action: 'read' } },
    'staffProjects.orderFeatured': { body: { order: [], basedOn: [] } },
    'staffProjects.create': {
      body: { title: 'A', description: 'B', category: 'SaaS', price: 1, ownerEmail: stocked.owner.email },
    },
  }
  return Object.fromEntries(
    calls.map(({ name, endpoint }) => {
      const {
        params,
        query = editedIn(endpoint),
        body = inputs[name],
        form,
      } = particular[name as CallName] ?? {}
      const { method, path } = endpoint
      const ids = params ?? named.find(([start]) => path.startsWith(start))?.[1]
      const url = urlOf(endpoint, ids, query)
      const sent = endpoint.files ? (form?.() ?? new FormData()) : endpoint.body && JSON.stringify(body ?? {})
      return [name, { method, url, ...(sent && { body: sent }) }]
    }),
  )
}

/** Names the edited version, which is 0 because nothing has been saved yet. */
const editedIn = ({ query }: Endpoint) => (query && 'version' in query.shape ? { version: '0' } : undefined)

function filled(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  return form
}

function only(form: FormData, name: string): FormData {
  const one = new FormData()
  one.set(name, form.get('images')!)
  return one
}

import { type RawBuilder, sql } from 'kysely'

import { writtenFields } from '#contract/projects/edits.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { checkedAndRun } from './check-data-queries.ts'

interface Member {
  id: string
  email: string
}
type Rows = (connection: Connection, member: Member) => Promise<object[]>

/**
 * The data that we have about a member, by its name in their download. It contains nothing about others: not who
 * bought, who signed up with their code, or who follows them. Amounts are in rupees, times in UTC.
 */
export const sections: Record<string, Rows> = {
  profile: (connection, { id }) =>
    connection
      .selectFrom('members')
      .select(['id', 'name', 'email', 'isEmailVerified', 'phone', 'college', 'course', 'year', 'address'])
      .select(['socialMedia', 'preferences', 'isAgent', 'referralCode', 'createdAt'])
      .select(sql<boolean>`referred_by is not null`.as('signedUpByReferral'))
      .where('id', '=', id)
      .execute(),
  acceptances: (connection, { id }) =>
    connection
      .selectFrom('acceptances')
      .leftJoin('projects', 'projects.id', 'projectId')
      .select(['agreement', 'version', 'title as project', 'words', 'acceptedAt'])
      .where('memberId', '=', id)
      .orderBy('acceptedAt')
      .execute(),
  sessions: (connection, { id }) =>
    connection
      .selectFrom('sessions')
      .select(['device', 'network', 'createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt as endedAt'])
      .where('memberId', '=', id)
      .orderBy('createdAt')
      .execute(),
  projects: (connection, { id }) =>
    connection
      .selectFrom('projects')
      .select(['id', ...writtenFields, 'repository', 'isActive', 'verificationStatus', 'verificationNotes'])
      .select(['verifiedAt', 'reportName', 'salesCount', 'downloadCount', 'ratingSum', 'ratingCount'])
      .select(['createdAt', 'updatedAt', 'deletedAt'])
      .select([rupees('price_paise').as('price'), rupees('report_price_paise').as('reportPrice')])
      .select(rupees('bundle_price_paise').as('priceTogether'))
      .where('ownerId', '=', id)
      .orderBy('createdAt')
      .execute(),
  editions: (connection, { id }) =>
    connection
      .selectFrom('editions')
      .innerJoin('projects', 'projects.id', 'projectId')
      .select(['projectId', 'number', 'approvedAt', 'editions.title', 'editions.description'])
      .select(['editions.category', 'editions.features', 'editions.requirements', 'editions.demoUrl'])
      .select(['editions.githubUrl', 'editions.licence', 'editions.reportName', 'pictures'])
      .select(['editions.demoSignIns', 'editions.codeQuestions'])
      .select(['editions.createdAt', 'editions.updatedAt'])
      .where('ownerId', '=', id)
      .orderBy('projects.createdAt')
      .orderBy('number')
      .execute(),
  releases: (connection, { id }) =>
    connection
      .selectFrom('releases')
      .innerJoin('projects', 'projects.id', 'projectId')
      .select(['projects.title', 'number', 'status', 'notes', 'fileCount', 'totalSize', 'lines'])
      .select(['approvedAt', 'releases.createdAt'])
      .where('ownerId', '=', id)
      .orderBy('releases.createdAt')
      .execute(),
  decisions: (connection, { id }) =>
    connection
      .selectFrom('verifications')
      .innerJoin('projects', 'projects.id', 'projectId')
      .select(['title', 'status', 'notes', 'verifications.verifiedAt'])
      .where('ownerId', '=', id)
      .orderBy('verifications.verifiedAt')
      .execute(),
  orders: (connection, { id }) =>
    connection
      .selectFrom('orders')
      .innerJoin('soldListings', 'soldListings.id', 'orders.listingId')
      .leftJoin('releases', 'releases.id', 'orders.releaseId')
      .select(['orders.id', 'orders.number', 'paymentId', 'title', 'kind', 'orders.status'])
      .select(['orders.createdAt', 'completedAt', 'refundPolicy', 'releases.number as release'])
      .select(['listing as listingAsBought', 'licence as licenceAsBought'])
      .select([rupees('amount_paise').as('amount'), rupees('discount_paise').as('discount')])
      .where('memberId', '=', id)
      .orderBy('orders.createdAt')
      .execute(),
  payments: (connection, { id }) =>
    connection
      .selectFrom('payments')
      .leftJoin('checkoutRecords', 'checkoutRecords.paymentId', 'payments.id')
      .select(['terms as acceptedTerms', 'acceptedAt', 'address as acceptedFrom'])
      .select(['id', 'gateway', 'gatewayOrderId', 'gatewayPaymentId', 'state', 'status', 'createdAt'])
      .select(['capturedAt', rupees('amount_paise').as('amount')])
      .where('memberId', '=', id)
      .orderBy('createdAt')
      .execute(),
  invoices: (connection, { id }) =>
    connection
      .selectFrom('invoices')
      .innerJoin('invoiceLines', 'invoiceLines.invoiceId', 'invoices.id')
      .leftJoin('creditNotes', 'creditNotes.orderId', 'invoiceLines.orderId')
      .select(['invoices.number', 'invoices.kind', 'invoices.issuedAt', 'buyerName', 'buyerAddress'])
      .select(['buyerState', 'orderNumber', 'title', rupees('amount_paise').as('amount')])
      .select(['creditNotes.number as creditNote', 'creditNotes.issuedAt as creditedAt'])
      .where('memberId', '=', id)
      .orderBy('invoices.issuedAt')
      .orderBy('position')
      .execute(),
  refunds: (connection, { id }) =>
    connection
      .selectFrom('refundRequests')
      .innerJoin('orders', 'orders.id', 'orderId')
      .select(['orders.number', 'title', 'reason', 'requestedAt', 'answer', 'outcome', 'note', 'decidedAt'])
      .where('memberId', '=', id)
      .orderBy('requestedAt')
      .execute(),
  'refunds-of-sales': (connection, { id }) =>
    connection
      .selectFrom('refundRequests')
      .innerJoin('orders', 'orders.id', 'orderId')
      .select(['orders.number', 'title', 'requestedAt', 'answer', 'answeredAt', 'outcome', 'decidedAt'])
      .where('ownerId', '=', id)
      .orderBy('requestedAt')
      .execute(),
  'returned-money': (connection, { id }) =>
    connection
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'paymentId')
      .select(['paymentId', 'cause', 'refunds.status', 'refunds.createdAt', 'returnedAt'])
      .select(rupees('refunds.amount_paise').as('amount'))
      .where('memberId', '=', id)
      .orderBy('refunds.createdAt')
      .execute(),
  sales: (connection, { id }) =>
    connection
      .selectFrom('orders')
      .select(['number', 'title', 'kind', 'status', 'completedAt', rupees('amount_paise').as('amount')])
      .where('ownerId', '=', id)
      .where('completedAt', 'is not', null)
      .orderBy('completedAt')
      .execute(),
  coupons: (connection, { id }) =>
    connection
      .selectFrom('coupons')
      .select(['code', 'percent', rupees('amount_paise').as('amount'), rupees('min_paise').as('minimum')])
      .select(['startsAt', 'endsAt', 'maxUses', 'maxUsesPerMember', 'isOn', 'createdAt'])
      .where('ownerId', '=', id)
      .orderBy('createdAt')
      .execute(),
  earnings: (connection, { id }) =>
    connection
      .selectFrom('ledgerEntries')
      .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'transactionId')
      .select(['ledgerTransactions.kind', 'ledgerTransactions.happenedAt'])
      .select(rupees('amount_paise').as('amount'))
      .select(sql<boolean>`account like '%:commission'`.as('isCommission'))
      .where('account', 'in', [`member:${id}`, `member:${id}:commission`])
      .orderBy('ledgerTransactions.happenedAt')
      .execute(),
  payouts: (connection, { id }) =>
    connection
      .selectFrom('payouts')
      .select(['number', 'method', 'masked as destination', 'status', 'note', 'reference', 'requestedAt'])
      .select(['approvedAt', 'endedAt', rupees('amount_paise').as('amount')])
      .where('memberId', '=', id)
      .orderBy('requestedAt')
      .execute(),
  'debt-repayments': (connection, { id }) =>
    connection
      .selectFrom('debtRepayments')
      .select([rupees('amount_paise').as('amount'), 'reference', 'bookedAt'])
      .where('memberId', '=', id)
      .orderBy('bookedAt')
      .execute(),
  referrals: (connection, { id }) =>
    connection
      .selectFrom('members')
      .select('createdAt as signedUpAt')
      .where('referredBy', '=', id)
      .orderBy('createdAt')
      .execute(),
  reviews: (connection, { id }) =>
    connection
      .selectFrom('reviews')
      .innerJoin('projects', 'projects.id', 'projectId')
      .select([
        'title',
        'rating',
        'text',
        'reviews.createdAt',
        'editedAt',
        'withdrawnAt',
        'hiddenReason',
        'reply',
      ])
      .where('memberId', '=', id)
      .orderBy('reviews.createdAt')
      .execute(),
  'review-replies': (connection, { id }) =>
    connection
      .selectFrom('reviews')
      .innerJoin('projects', 'projects.id', 'projectId')
      .select(['title', 'reply', 'repliedAt'])
      .where('ownerId', '=', id)
      .where('reply', 'is not', null)
      .orderBy('repliedAt')
      .execute(),
  ...checkedAndRun,
  'picture-descriptions': (connection, { id }) =>
    connection
      .selectFrom('projectImages')
      .innerJoin('projects', 'projects.id', 'projectId')
      .select(['title', 'position', 'alt'])
      .where('ownerId', '=', id)
      .where('alt', '<>', '')
      .orderBy('projects.createdAt')
      .orderBy('position')
      .execute(),
  questions: (connection, { id }) =>
    connection
      .selectFrom('questions')
      .innerJoin('projects', 'projects.id', 'projectId')
      .select(['title', 'text', 'questions.createdAt'])
      .where('askerId', '=', id)
      .orderBy('questions.createdAt')
      .execute(),
  answers: (connection, { id }) =>
    connection
      .selectFrom('questions')
      .innerJoin('projects', 'projects.id', 'projectId')
      .select(['title', 'answer', 'answeredAt'])
      .where('ownerId', '=', id)
      .where('answer', 'is not', null)
      .orderBy('answeredAt')
      .execute(),
  downloads: (connection, { id }) =>
    connection
      .selectFrom('downloads')
      .innerJoin('releases', 'releases.id', 'downloads.releaseId')
      .innerJoin('projects', 'projects.id', 'projectId')
      .select(['title', 'number as release', 'firstAt', 'lastAt', 'times'])
      .where('memberId', '=', id)
      .orderBy('firstAt')
      .execute(),
  'report-downloads': (connection, { id }) =>
    connection
      .selectFrom('reportDownloads')
      .innerJoin('orders', 'orders.id', 'reportDownloads.orderId')
      .select(['orders.number', 'orders.title', 'firstAt', 'lastAt', 'times'])
      .where('orders.memberId', '=', id)
      .orderBy('firstAt')
      .execute(),
  licences: (connection, { id }) =>
    connection
      .selectFrom('licences')
      .innerJoin('orders', 'orders.id', 'licences.orderId')
      .select(['orders.number', 'orders.title', 'licences.name', 'code', 'issuedAt'])
      .where('orders.memberId', '=', id)
      .orderBy('issuedAt')
      .execute(),
  'run-answers': (connection, { id }) =>
    connection
      .selectFrom('runAnswers')
      .innerJoin('orders', 'orders.id', 'runAnswers.orderId')
      .select([
        'orders.number',
        'orders.title',
        'askedAt',
        'ran',
        'reason',
        'text',
        'answeredAt',
        'withdrawnAt',
      ])
      .where('orders.memberId', '=', id)
      .orderBy('orders.createdAt')
      .execute(),
  'help-requests': (connection, { id }) =>
    connection
      .selectFrom('helpRequests')
      .innerJoin('orders', 'orders.id', 'helpRequests.orderId')
      .select(['helpRequests.number', 'orders.number as order', 'orders.title', 'helpRequests.kind'])
      .select(['helpRequests.status', 'release', 'findings', 'steps', 'openedAt', 'escalatedAt', 'closedAt'])
      .select(['endedBy', messagesWhere(sql`writer = 'buyer' or held_at is null and refused_reason is null`)])
      .where('helpRequests.memberId', '=', id)
      .orderBy('openedAt')
      .execute(),
  'help-answers': (connection, { id }) =>
    connection
      .selectFrom('helpRequests')
      .innerJoin('orders', 'orders.id', 'helpRequests.orderId')
      .select(['helpRequests.number', 'orders.title', messagesWhere(sql`writer = 'owner'`)])
      .where('helpRequests.ownerId', '=', id)
      .where('ownerAnswers', '=', true)
      .orderBy('openedAt')
      .execute(),
  'help-texts': (connection, { id }) =>
    connection.selectFrom('helpTexts').select('texts').where('memberId', '=', id).execute(),
  seats: (connection, { id }) =>
    connection
      .selectFrom('seats')
      .innerJoin('orders', 'orders.id', 'seats.orderId')
      .select(['orders.title', 'acceptedAt', 'endedAt', 'code', 'name'])
      .where('seats.memberId', '=', id)
      .orderBy('acceptedAt')
      .execute(),
  'seats-given': (connection, { id }) =>
    connection
      .selectFrom('seats')
      .innerJoin('orders', 'orders.id', 'seats.orderId')
      .select(['orders.number', 'orders.title', 'place', 'invitedAt', 'acceptedAt', 'endedAt'])
      .where('orders.memberId', '=', id)
      .orderBy('invitedAt')
      .execute(),
  complaints: (connection, { id }) =>
    connection
      .selectFrom('complaints')
      .innerJoin('projects', 'projects.id', 'complaints.projectId')
      .select(['complaints.number', 'projects.title', 'kind', 'text', 'sentAt', 'outcome', 'reasons'])
      .select(['notice', 'decidedAt'])
      .where('complaints.memberId', '=', id)
      .orderBy('sentAt')
      .execute(),
  'complaint-answers': (connection, { id }) =>
    connection
      .selectFrom('complaints')
      .innerJoin('projects', 'projects.id', 'complaints.projectId')
      .select(['complaints.number', 'projects.title', 'answer', 'answeredAt'])
      .where('projects.ownerId', '=', id)
      .where('answer', 'is not', null)
      .orderBy('answeredAt')
      .execute(),
  follows: (connection, { id }) =>
    connection
      .selectFrom('follows')
      .select(['memberId', 'createdAt'])
      .where('followerId', '=', id)
      .orderBy('createdAt')
      .execute(),
  wishlist: (connection, { id }) =>
    connection
      .selectFrom('wishlistItems')
      .select(['title', 'projectId', 'savedAt'])
      .where('memberId', '=', id)
      .orderBy('savedAt')
      .execute(),
  'left-behind': (connection, { id }) =>
    connection
      .selectFrom('leftBehind')
      .select(['entries', 'leftAt'])
      .where('memberId', '=', id)
      .orderBy('leftAt')
      .execute(),
  messages: (connection, { id }) =>
    connection
      .selectFrom('contactMessages')
      .select(['number', 'name', 'email', 'phone', 'subject', 'message', 'status', 'createdAt', 'repliedAt'])
      .select(
        sql<
          string[]
        >`array(select text from contact_replies where message_id = contact_messages.id order by sent_at)`.as(
          'replies',
        ),
      )
      .where('memberId', '=', id)
      .orderBy('createdAt')
      .execute(),
  'returned-mails': (connection, { email }) =>
    connection
      .selectFrom('mailBounces')
      .select(['email', 'reply', 'bouncedAt'])
      .where('email', '=', email)
      .execute(),
}

/** The messages of a help request for which a condition holds. */
const messagesWhere = (condition: RawBuilder<unknown>) =>
  sql<object[]>`coalesce((
    select json_agg(json_build_object('by', writer, 'text', text, 'sentAt', sent_at, 'refused', refused_reason) order by sent_at)
    from help_messages where request_id = help_requests.id and (${condition})), '[]')`.as('messages')

const rupees = (paise: string) => sql<number | null>`(${sql.ref(paise)} / 100.0)::float`

import { accounts } from './accounts.ts'
import { earnings } from './accounts/earnings.ts'
import { emailChange } from './accounts/email-change.ts'
import { personalData } from './accounts/personal-data.ts'
import { sessions } from './accounts/sessions.ts'
import { taxIds } from './accounts/tax-ids.ts'
import { browserErrors } from './browser-errors.ts'
import { contacts } from './contacts.ts'
import { content } from './content.ts'
import { uploads } from './files/uploads.ts'
import { follows } from './follows.ts'
import { members } from './members.ts'
import { orders, sandbox } from './orders.ts'
import { coupons } from './orders/coupons.ts'
import { disputes } from './orders/disputes.ts'
import { invoices } from './orders/invoices.ts'
import { licences } from './orders/licences.ts'
import { payouts } from './orders/payouts.ts'
import { refundRequests } from './orders/refund-requests.ts'
import { runAnswers } from './orders/run-answers.ts'
import { profile } from './profile.ts'
import { projects } from './projects.ts'
import { findings } from './projects/findings.ts'
import { questions } from './projects/questions.ts'
import { recalls } from './projects/recalls.ts'
import { reports } from './projects/reports.ts'
import { reviewReports } from './projects/review-reports.ts'
import { samples } from './projects/samples.ts'
import { similarity } from './projects/similarity.ts'
import { source } from './projects/source.ts'
import { views } from './projects/views.ts'
import { referrals } from './referrals.ts'
import { releases } from './releases.ts'
import { reviews } from './reviews.ts'
import { staff } from './staff.ts'
import { admins } from './staff/admins.ts'
import { analytics } from './staff/analytics.ts'
import { audit } from './staff/audit.ts'
import { staffContacts } from './staff/contacts.ts'
import { dashboard } from './staff/dashboard.ts'
import { desk } from './staff/desk.ts'
import { staffListings } from './staff/listings.ts'
import { staffMembers } from './staff/members.ts'
import { staffOrders } from './staff/orders.ts'
import { settings } from './staff/settings.ts'
import { system } from './staff/system-info.ts'
import { totp } from './staff/totp.ts'
import { wishlist } from './wishlist.ts'

/** Everything the API offers, by noun. */
export const contract = {
  accounts,
  sessions,
  emailChange,
  personalData,
  profile,
  earnings,
  taxIds,
  referrals,
  members,
  staffMembers,
  follows,
  projects,
  releases,
  source,
  samples,
  uploads,
  findings,
  similarity,
  orders,
  staffOrders,
  invoices,
  coupons,
  refundRequests,
  disputes,
  payouts,
  licences,
  runAnswers,
  recalls,
  sandbox,
  reviews,
  reviewReports,
  reports,
  questions,
  views,
  browserErrors,
  wishlist,
  contacts,
  staffContacts,
  content,
  staff,
  staffListings,
  desk,
  dashboard,
  analytics,
  system,
  admins,
  totp,
  settings,
  audit,
}
export type Contract = typeof contract

import { emailChange, sessions } from './accounts/account-settings.ts'
import { accounts } from './accounts/accounts.ts'
import { notices } from './accounts/notices.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { synonyms } from './catalogue/synonyms.ts'
import { categories } from './content/categories.ts'
import { complaints } from './content/complaints.ts'
import { contacts, staffContacts } from './content/contacts.ts'
import { content } from './content/content.ts'
import { held } from './content/held.ts'
import { moderation } from './content/moderation.ts'
import { requestStatus } from './content/request-status.ts'
import { browserErrors } from './dashboard/browser-errors.ts'
import { analytics, dashboard, system } from './dashboard/dashboard.ts'
import { follows } from './members/follows.ts'
import { members } from './members/members.ts'
import { personalData } from './members/personal-data.ts'
import { profile } from './members/profile.ts'
import { staffMembers } from './members/staff-members.ts'
import { wishlist } from './members/wishlist.ts'
import { earnings } from './money/earnings.ts'
import { payouts } from './money/payouts.ts'
import { referrals } from './money/referrals.ts'
import { taxIds } from './money/tax-ids.ts'
import { coupons } from './orders/coupons.ts'
import { invoices, licences } from './orders/documents.ts'
import { downloads } from './orders/downloads.ts'
import { help } from './orders/help.ts'
import { orders, sandbox } from './orders/orders.ts'
import { projectPage } from './orders/project-page.ts'
import { recalls } from './orders/recalls.ts'
import { refundRequests } from './orders/refunds.ts'
import { reviews } from './orders/reviews.ts'
import { runAnswers } from './orders/run-answers.ts'
import { seats } from './orders/seats.ts'
import { disputes } from './orders/staff/disputes.ts'
import { heldPayments } from './orders/staff/held-payments.ts'
import { staffOrders } from './orders/staff/orders.ts'
import { findings } from './projects/findings.ts'
import { projects } from './projects/projects.ts'
import { questions } from './projects/questions.ts'
import { releases, uploads } from './projects/releases.ts'
import { runners } from './projects/runners.ts'
import { samples } from './projects/samples.ts'
import { source } from './projects/source.ts'
import { staffProjects } from './projects/staff/projects.ts'
import { similarity } from './projects/staff/similarity.ts'
import { verification } from './projects/staff/verification.ts'
import { admins, staff, totp } from './staff/accounts.ts'
import { audit } from './staff/audit.ts'
import { sealed } from './staff/sealed.ts'
import { settings } from './staff/settings-calls.ts'

/** All endpoints of the API, by noun. */
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
  notices,
  follows,
  catalogue,
  categories,
  synonyms,
  projects,
  projectPage,
  releases,
  source,
  samples,
  uploads,
  findings,
  runners,
  similarity,
  orders,
  staffOrders,
  invoices,
  coupons,
  refundRequests,
  help,
  seats,
  disputes,
  heldPayments,
  payouts,
  licences,
  runAnswers,
  recalls,
  sandbox,
  reviews,
  downloads,
  held,
  complaints,
  requestStatus,
  questions,
  moderation,
  browserErrors,
  wishlist,
  contacts,
  staffContacts,
  content,
  staff,
  staffProjects,
  verification,
  dashboard,
  analytics,
  system,
  admins,
  totp,
  settings,
  sealed,
  audit,
}
export type Contract = typeof contract

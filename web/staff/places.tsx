import type { ToDo } from '#contract/dashboard/dashboard.ts'
import type { Admin } from '#contract/staff/accounts.ts'

import { labelOf, type SidebarEntry } from '../shell/staff-frame.tsx'

/**
 * Returns the entries of the sidebar, those of the specification first. Tabs, breadcrumbs and the search follow them.
 * Each page has the number of what waits there for staff; a complaint about a review or a question waits there and under
 * Complaints.
 */
export const entriesFor = (role: Admin['role'], toDo?: ToDo): SidebarEntry[] => [
  {
    icon: 'layout-dashboard',
    pages: [{ label: 'Dashboard', to: '/admin/dashboard' }],
  },
  {
    icon: 'folder-check',
    pages: [{ label: 'Projects', to: '/admin/projects' }],
  },
  {
    icon: 'badge-check',
    pages: [
      { label: 'Verification', to: '/admin/verification', count: toDo?.projects },
      { label: 'Runs to look at', to: '/admin/runs', count: toDo?.runs?.count },
      { label: 'Checks', to: '/admin/findings' },
    ],
  },
  {
    icon: 'mail',
    pages: [
      { label: 'Contacts', to: '/admin/contacts', count: toDo?.messages.count },
      { label: 'Help requests', to: '/admin/help', count: toDo?.help.count },
    ],
  },
  {
    icon: 'chart-column',
    pages: [
      { label: 'Analytics', to: '/admin/analytics' },
      { label: 'Search words', to: '/admin/synonyms' },
    ],
  },
  {
    icon: 'shopping-bag',
    isApart: true,
    pages: [
      { label: 'Orders', to: '/admin/orders' },
      { label: 'Coupons', to: '/admin/coupons' },
    ],
  },
  {
    icon: 'indian-rupee',
    pages: [
      { label: 'Refunds', to: '/admin/refunds', count: toDo?.refunds.count },
      { label: 'Held payments', to: '/admin/payments/held', count: toDo?.heldPayments.count },
      { label: 'Disputes', to: '/admin/disputes', count: toDo?.disputes.count },
    ],
  },
  {
    icon: 'banknote',
    pages: [{ label: 'Payouts', to: '/admin/payouts', count: toDo?.payouts.count }],
  },
  {
    icon: 'users',
    isApart: true,
    pages: [{ label: 'Members', to: '/admin/members' }],
  },
  {
    icon: 'flag',
    pages: [{ label: 'Complaints', to: '/admin/complaints', count: toDo?.complaints.count }],
  },
  {
    label: 'Said in public',
    icon: 'star',
    pages: [
      { label: 'Reviews', to: '/admin/reviews', count: toDo?.complaints.reviews },
      { label: 'Held texts', to: '/admin/held', count: toDo?.held.count },
      { label: 'Questions', to: '/admin/questions', count: toDo?.complaints.questions },
    ],
  },
  {
    icon: 'sliders-horizontal',
    isApart: true,
    pages: [
      { label: 'Settings', to: '/admin/settings' },
      { label: 'Audit log', to: '/admin/audit' },
      ...(role === 'super_admin'
        ? [
            { label: 'Notices', to: '/admin/notices', count: toDo?.reminderDueSince ? 1 : 0 },
            { label: 'Sealed copies', to: '/admin/sealed' },
          ]
        : []),
    ],
  },
  ...(role === 'super_admin' ? [adminUsers] : []),
]

const adminUsers: SidebarEntry = {
  icon: 'user-cog',
  pages: [{ label: 'Admin Users', to: '/admin/admins' }],
}

/** The page behind the name at the foot of the sidebar. */
export const accountPage = { label: 'Your account', to: '/admin/account' }

/** Returns every page that entries lead to, each with the label of its entry, and the one behind the name. */
export const placesOf = (entries: readonly SidebarEntry[]) => [
  ...entries.flatMap((entry) => entry.pages.map(({ label, to }) => ({ label, to, entry: labelOf(entry) }))),
  { ...accountPage, entry: accountPage.label },
]

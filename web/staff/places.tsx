import type { ToDo } from '#contract/dashboard/dashboard.ts'
import type { Admin } from '#contract/staff/accounts.ts'

import type { SidebarEntry } from '../shell/staff-frame.tsx'
import { Icon } from '../ui/icon.tsx'

/**
 * Returns the entries of the sidebar, those of the specification first. Tabs, breadcrumbs and the search follow them.
 * Each page has the number of what waits there for staff; a complaint about a review or a question waits there and under
 * Complaints.
 */
export const entriesFor = (role: Admin['role'], toDo?: ToDo): SidebarEntry[] => [
  {
    label: 'Dashboard',
    icon: <Icon name="layout-dashboard" />,
    pages: [{ label: 'Dashboard', to: '/admin/dashboard' }],
  },
  {
    label: 'Projects',
    icon: <Icon name="folder-check" />,
    pages: [{ label: 'Projects', to: '/admin/projects' }],
  },
  {
    label: 'Verification',
    icon: <Icon name="badge-check" />,
    pages: [
      { label: 'Verification', to: '/admin/verification', count: toDo?.projects },
      { label: 'Checks', to: '/admin/findings' },
    ],
  },
  {
    label: 'Contacts',
    icon: <Icon name="mail" />,
    pages: [{ label: 'Contacts', to: '/admin/contacts', count: toDo?.messages.count }],
  },
  {
    label: 'Analytics',
    icon: <Icon name="chart-column" />,
    pages: [
      { label: 'Analytics', to: '/admin/analytics' },
      { label: 'Search words', to: '/admin/synonyms' },
    ],
  },
  {
    label: 'Orders',
    icon: <Icon name="shopping-bag" />,
    isApart: true,
    pages: [
      { label: 'Orders', to: '/admin/orders' },
      { label: 'Coupons', to: '/admin/coupons' },
    ],
  },
  {
    label: 'Refunds',
    icon: <Icon name="indian-rupee" />,
    pages: [
      { label: 'Refunds', to: '/admin/refunds', count: toDo?.refunds.count },
      { label: 'Held payments', to: '/admin/payments/held', count: toDo?.heldPayments.count },
      { label: 'Disputes', to: '/admin/disputes', count: toDo?.disputes.count },
    ],
  },
  {
    label: 'Payouts',
    icon: <Icon name="banknote" />,
    pages: [{ label: 'Payouts', to: '/admin/payouts', count: toDo?.payouts.count }],
  },
  {
    label: 'Members',
    icon: <Icon name="users" />,
    isApart: true,
    pages: [{ label: 'Members', to: '/admin/members' }],
  },
  {
    label: 'Complaints',
    icon: <Icon name="flag" />,
    pages: [{ label: 'Complaints', to: '/admin/complaints', count: toDo?.complaints.count }],
  },
  {
    label: 'Said in public',
    icon: <Icon name="star" />,
    pages: [
      { label: 'Reviews', to: '/admin/reviews', count: toDo?.complaints.reviews },
      { label: 'Held texts', to: '/admin/held', count: toDo?.held.count },
      { label: 'Questions', to: '/admin/questions', count: toDo?.complaints.questions },
    ],
  },
  {
    label: 'Settings',
    icon: <Icon name="sliders-horizontal" />,
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
  label: 'Admin Users',
  icon: <Icon name="user-cog" />,
  pages: [{ label: 'Admin Users', to: '/admin/admins' }],
}

/** The page behind the name at the foot of the sidebar. */
export const accountPage = { label: 'Your account', to: '/admin/account' }

/** Returns every page that entries lead to, each with the label of its entry, and the one behind the name. */
export const pagesOf = (entries: readonly SidebarEntry[]) => [
  ...entries.flatMap(({ label: entry, pages }) => pages.map(({ label, to }) => ({ label, to, entry }))),
  { ...accountPage, entry: accountPage.label },
]

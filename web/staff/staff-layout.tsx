import { Outlet, redirect, useLocation, useMatches, useNavigate } from 'react-router'

import type { Admin } from '#contract/staff/accounts.ts'

import { CommandPalette } from '../dashboard/command-palette.tsx'
import { Unexpected } from '../shell/page-states.tsx'
import { useSignOutElsewhere } from '../shell/session/session.ts'
import {
  forgetStaff,
  isStaffSignedIn,
  requireStaff,
  roleWords,
  storedAdmin,
} from '../shell/session/staff-session.ts'
import { type AdminEntry, AdminFrame, AdminLayout } from '../shell/staff-frame.tsx'
import { Icon } from '../ui/icon.tsx'
import { Loading, Skeleton } from '../ui/placeholders.tsx'
import type { Route } from './+types/staff-layout'

/** The frame of the staff's pages; without a staff session it leads to /admin/login. */
export async function clientLoader() {
  await requireStaff()
  const admin = storedAdmin()
  if (!admin) throw redirect('/admin/login')
  return { admin }
}
clientLoader.hydrate = true as const

export default function StaffFrame({ loaderData: { admin } }: Route.ComponentProps) {
  const navigate = useNavigate()
  useSignOutElsewhere(isStaffSignedIn)
  const page = useMatches().at(-1)?.id
  const leave = async () => {
    const api = await requireStaff()
    await api.staff.logout().catch(() => {})
    forgetStaff()
    await navigate('/admin/login')
  }
  const entries = entriesFor(admin.role)
  return (
    <AdminLayout
      entries={entries}
      user={{ name: admin.name, role: roleWords[admin.role] }}
      crumbs={[{ label: 'Admin', to: '/admin/dashboard' }, ...(crumbs[page ?? ''] ?? [])]}
      search={<CommandPalette places={entries} />}
      pendingText={pendingText}
      onLogout={() => void leave()}
    >
      <Outlet />
    </AdminLayout>
  )
}

/** The sidebar: the specification's places first, then what is done less often, in groups. */
const entriesFor = (role: Admin['role']): AdminEntry[] => [
  { label: 'Dashboard', to: '/admin/dashboard', icon: <Icon name="layout-dashboard" /> },
  { label: 'Projects', to: '/admin/projects', icon: <Icon name="folder-check" /> },
  { label: 'Verification', to: '/admin/verification', icon: <Icon name="badge-check" /> },
  { label: 'Contacts', to: '/admin/contacts', icon: <Icon name="mail" /> },
  { label: 'Analytics', to: '/admin/analytics', icon: <Icon name="chart-column" /> },
  { label: 'Orders', to: '/admin/orders', icon: <Icon name="shopping-bag" />, group: 'Money' },
  { label: 'Refunds', to: '/admin/refunds', icon: <Icon name="indian-rupee" />, group: 'Money' },
  { label: 'Disputes', to: '/admin/disputes', icon: <Icon name="triangle-alert" />, group: 'Money' },
  { label: 'Payouts', to: '/admin/payouts', icon: <Icon name="banknote" />, group: 'Money' },
  { label: 'Coupons', to: '/admin/coupons', icon: <Icon name="tag" />, group: 'Money' },
  { label: 'Members', to: '/admin/members', icon: <Icon name="users" />, group: 'Trust' },
  { label: 'Reports', to: '/admin/reports', icon: <Icon name="flag" />, group: 'Trust' },
  { label: 'Reviews', to: '/admin/reviews', icon: <Icon name="star" />, group: 'Trust' },
  { label: 'Checks', to: '/admin/findings', icon: <Icon name="shield" />, group: 'Trust' },
  { label: 'Settings', to: '/admin/settings', icon: <Icon name="sliders-horizontal" />, group: 'Readymade' },
  { label: 'Audit log', to: '/admin/audit', icon: <Icon name="book-open" />, group: 'Readymade' },
  ...(role === 'super_admin'
    ? [{ label: 'Admin Users', to: '/admin/admins', icon: <Icon name="user-cog" />, group: 'Readymade' }]
    : []),
  { label: 'Your account', to: '/admin/account', icon: <Icon name="user" />, group: 'Readymade' },
]

const crumbs: Record<string, { label: string; to?: string }[]> = {
  'staff/dashboard/dashboard-page': [{ label: 'Dashboard' }],
  'staff/analytics/analytics-page': [{ label: 'Analytics' }],
  'staff/admin-projects-page': [{ label: 'Projects' }],
  'staff/verification/desk-page': [{ label: 'Verification' }],
  'staff/projects/new-page': [{ label: 'Projects', to: '/admin/projects' }, { label: 'New' }],
  'staff/projects/edit-page': [{ label: 'Projects', to: '/admin/projects' }, { label: 'Edit' }],
  'staff/admin-project-page': [{ label: 'Projects', to: '/admin/projects' }, { label: 'Review' }],
  'staff/members/admin-members-page': [{ label: 'Members' }],
  'staff/members/admin-member-page': [{ label: 'Members', to: '/admin/members' }, { label: 'Member' }],
  'staff/orders/admin-orders-page': [{ label: 'Orders' }],
  'staff/orders/admin-order-page': [{ label: 'Orders', to: '/admin/orders' }, { label: 'Order' }],
  'staff/similarity/comparison-page': [
    { label: 'Projects', to: '/admin/projects' },
    { label: 'Shared code' },
  ],
  'staff/refunds/admin-refunds-page': [{ label: 'Refunds' }],
  'staff/disputes/admin-disputes-page': [{ label: 'Disputes' }],
  'staff/disputes/admin-dispute-page': [{ label: 'Disputes', to: '/admin/disputes' }, { label: 'Dispute' }],
  'staff/payouts/admin-payouts-page': [{ label: 'Payouts' }],
  'staff/payouts/admin-payout-page': [{ label: 'Payouts', to: '/admin/payouts' }, { label: 'Payout' }],
  'staff/recalls/recall-page': [{ label: 'Projects', to: '/admin/projects' }, { label: 'Recall' }],
  'staff/reports/admin-reports-page': [{ label: 'Reports' }],
  'staff/reports/admin-report-page': [{ label: 'Reports', to: '/admin/reports' }, { label: 'Report' }],
  'staff/reviews/admin-reviews-page': [{ label: 'Reviews' }],
  'staff/coupons/admin-coupons-page': [{ label: 'Coupons' }],
  'staff/findings/rules-page': [{ label: 'Checks' }],
  'staff/settings/settings-page': [{ label: 'Settings' }],
  'staff/contacts/admin-contacts-page': [{ label: 'Contacts' }],
  'staff/contacts/admin-contact-page': [{ label: 'Contacts', to: '/admin/contacts' }, { label: 'Message' }],
  'staff/account/account-page': [{ label: 'Your account' }],
  'staff/admins/admins-page': [{ label: 'Admin Users' }],
  'staff/audit/audit-page': [{ label: 'Audit log' }],
  'staff/admin-missing-page': [{ label: 'Not found' }],
}

/** Before the browser knows who is signed in: the place's name and its own words of waiting. */
export function HydrateFallback() {
  const { pathname } = useLocation()
  const text = pendingText(pathname)
  const place = entriesFor('super_admin').find(({ to }) => pathname.startsWith(to))
  return (
    <AdminFrame>
      <h1 className="text-28 mb-1">{place?.label ?? 'Readymade staff'}</h1>
      <Loading text={text}>
        <span aria-hidden="true" className="text-quiet mb-5 block">
          {text}
        </span>
        <span className="sheet divide-rule block divide-y">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
            <span key={row} className="flex items-center justify-between gap-8 p-4 sm:p-5">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-4 w-1/6" />
            </span>
          ))}
        </span>
      </Loading>
    </AdminFrame>
  )
}

/** When the frame itself fails, staff are still not led to the public pages. */
export function ErrorBoundary() {
  return (
    <main>
      <Unexpected to="/admin/dashboard" label="Go to the Dashboard">
        Try again, or go on from the dashboard. What was saved is kept.
      </Unexpected>
    </main>
  )
}

/** What is said while a page of staff is on its way. */
const pendingText = (path: string): string =>
  Object.entries(texts).find(([start]) => path.startsWith(start))?.[1] ?? 'Loading...'

/** By the beginning of the address: what is inside a place before the place itself. */
const texts: Record<string, string> = {
  '/admin/dashboard': 'Loading dashboard...',
  '/admin/projects/': 'Loading project...',
  '/admin/projects': 'Loading projects...',
  '/admin/verification': 'Loading projects...',
  '/admin/analytics': 'Loading analytics...',
  '/admin/members/': 'Loading member...',
  '/admin/members': 'Loading members...',
  '/admin/orders/': 'Loading order...',
  '/admin/orders': 'Loading orders...',
  '/admin/contacts/': 'Loading message...',
  '/admin/contacts': 'Loading contacts...',
  '/admin/settings': 'Loading settings...',
}

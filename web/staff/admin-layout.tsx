import { Outlet, redirect, useMatches, useNavigate } from 'react-router'

import { AdminLayout } from '../shell/admin-layout.tsx'
import { useSignOutElsewhere } from '../shell/use-sign-out-elsewhere.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Route } from './+types/admin-layout'
import { forgetStaff, isStaffSignedIn, requireStaff, storedAdmin } from './session.ts'

/** The frame of the staff's pages; without a staff session it leads to /admin/login. */
export async function clientLoader() {
  await requireStaff()
  const admin = storedAdmin()
  if (!admin) throw redirect('/admin/login')
  return { admin }
}
clientLoader.hydrate = true as const

export default function AdminFrame({ loaderData: { admin } }: Route.ComponentProps) {
  const navigate = useNavigate()
  useSignOutElsewhere(isStaffSignedIn)
  const page = useMatches().at(-1)?.id
  const leave = async () => {
    const api = await requireStaff()
    await api.staff.logout().catch(() => {})
    forgetStaff()
    await navigate('/admin/login')
  }
  return (
    <AdminLayout
      entries={[
        { label: 'Projects', to: '/admin/projects', icon: <Icon name="folder-check" /> },
        { label: 'Refunds', to: '/admin/refunds', icon: <Icon name="indian-rupee" /> },
        { label: 'Payouts', to: '/admin/payouts', icon: <Icon name="scale" /> },
        { label: 'Reviews', to: '/admin/reviews', icon: <Icon name="star" /> },
        { label: 'Coupons', to: '/admin/coupons', icon: <Icon name="tag" /> },
        { label: 'Checks', to: '/admin/findings', icon: <Icon name="shield" /> },
        { label: 'Settings', to: '/admin/settings', icon: <Icon name="sliders-horizontal" /> },
      ]}
      user={{ name: admin.name, role: admin.role }}
      crumbs={[{ label: 'Admin', to: '/admin/dashboard' }, ...(crumbs[page ?? ''] ?? [])]}
      onLogout={() => void leave()}
    >
      <Outlet />
    </AdminLayout>
  )
}

const crumbs: Record<string, { label: string; to?: string }[]> = {
  'staff/admin-projects-page': [{ label: 'Projects' }],
  'staff/admin-project-page': [{ label: 'Projects', to: '/admin/projects' }, { label: 'Review' }],
  'staff/refunds/admin-refunds-page': [{ label: 'Refunds' }],
  'staff/payouts/admin-payouts-page': [{ label: 'Payouts' }],
  'staff/payouts/admin-payout-page': [{ label: 'Payouts', to: '/admin/payouts' }, { label: 'Payout' }],
  'staff/reviews/admin-reviews-page': [{ label: 'Reviews' }],
  'staff/coupons/admin-coupons-page': [{ label: 'Coupons' }],
  'staff/findings/rules-page': [{ label: 'Checks' }],
  'staff/settings/settings-page': [{ label: 'Settings' }],
  'staff/admin-missing-page': [{ label: 'Not found' }],
}

export function HydrateFallback() {
  return null
}

/** When the frame itself fails, staff are still not led to the public pages. */
export function ErrorBoundary() {
  return (
    <main>
      <ErrorState
        as="h1"
        title="Something went wrong"
        onRetry={() => location.reload()}
        action={
          <ButtonLink to="/admin/projects" tone="quiet">
            Go to Projects
          </ButtonLink>
        }
      />
    </main>
  )
}

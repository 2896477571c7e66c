import { Outlet, redirect, useLocation, useNavigate } from 'react-router'

import { AdminLayout } from '../shell/admin-layout.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Route } from './+types/admin-layout'
import { forgetStaff, requireStaff, storedAdmin } from './session.ts'

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
  const isProject = /^\/admin\/projects\/./.test(useLocation().pathname)
  const leave = async () => {
    const api = await requireStaff()
    await api.staff.logout().catch(() => {})
    forgetStaff()
    await navigate('/admin/login')
  }
  return (
    <AdminLayout
      entries={[{ label: 'Projects', to: '/admin/projects', icon: <Icon name="folder-check" /> }]}
      user={{ name: admin.name, role: admin.role }}
      crumbs={[
        { label: 'Admin', to: '/admin' },
        isProject ? { label: 'Projects', to: '/admin/projects' } : { label: 'Projects' },
        ...(isProject ? [{ label: 'Review' }] : []),
      ]}
      onLogout={() => void leave()}
    >
      <Outlet />
    </AdminLayout>
  )
}

export function HydrateFallback() {
  return null
}

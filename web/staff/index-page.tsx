import { redirect } from 'react-router'

import type { PageHandle } from '../shell/page-handle.tsx'

export const handle = { isPublic: false } satisfies PageHandle

/** The admin panel opens at the dashboard. */
export const clientLoader = () => redirect('/admin/dashboard')

export default function AdminIndexPage() {
  return null
}

import { redirect } from 'react-router'

import type { PageHandle } from '../page-handle.ts'

export const handle = { isPublic: false } satisfies PageHandle

/** The desk opens at the projects. */
export const clientLoader = () => redirect('/admin/projects?status=pending')

export default function AdminIndexPage() {
  return null
}

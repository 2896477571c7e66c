import { redirect } from 'react-router'

import type { PageHandle } from '../page-handle.ts'

export const handle = { isPublic: false } satisfies PageHandle

/** The desk opens at the projects that staff can decide on. */
export const clientLoader = () => redirect('/admin/projects?status=ready')

export default function AdminIndexPage() {
  return null
}

import { redirect } from 'react-router'

/** The desk opens at the projects. */
export const clientLoader = () => redirect('/admin/projects?status=pending')

export default function AdminIndexPage() {
  return null
}

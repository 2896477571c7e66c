import { redirect } from 'react-router'

/** Redirects to the dashboard, the first page of the admin panel. */
export const clientLoader = () => redirect('/admin/dashboard')

export default function AdminIndexPage() {
  return null
}

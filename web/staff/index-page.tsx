import { redirect } from 'react-router'

/** The admin panel opens at the dashboard. */
export const clientLoader = () => redirect('/admin/dashboard')

export default function AdminIndexPage() {
  return null
}

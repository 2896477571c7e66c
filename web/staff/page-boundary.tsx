import { Outlet } from 'react-router'

import { Unexpected } from '../shell/page-states.tsx'

/** Stands between the workbench and its pages, so that a page that fails leaves the sidebar as it is. */
export default function StaffPageBoundary() {
  return <Outlet />
}

/** A page that has no words of its own for what went wrong. */
export const ErrorBoundary = () => (
  <Unexpected to="/admin/dashboard" label="Go to the Dashboard">
    Try again, or go on with another page. What was saved is kept.
  </Unexpected>
)

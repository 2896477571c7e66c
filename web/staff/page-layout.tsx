import { Fragment } from 'react'
import { Outlet } from 'react-router'

import { PageFailed } from '../shell/page-states.tsx'

/** A layout between the staff layout and its pages, so that a page that fails does not replace the sidebar. */
export default function StaffPageLayout() {
  return <Outlet />
}

export const ErrorBoundary = () => <PageFailed usual={unexpected} within={Fragment} />

export const unexpected = {
  title: 'Something went wrong',
  text: 'Try again, or go on with another page. What was saved is kept.',
  to: '/admin/dashboard',
  label: 'Go to the Dashboard',
}

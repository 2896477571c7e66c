import { Outlet } from 'react-router'

import { Unexpected } from './page-states.tsx'

/** Stands between the frame and its pages, so that a page that fails leaves the frame as it is. */
export default function PageBoundary() {
  return <Outlet />
}

/** A page that has no words of its own for what went wrong. */
export const ErrorBoundary = () => (
  <Unexpected to="/" label="Go to the Home Page">
    Try again, or go on with another page. Your cart and your orders are safe.
  </Unexpected>
)

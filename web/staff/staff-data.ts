import { redirect } from 'react-router'

/** Redirects to the dashboard when a data route of staff pages is opened as a page. */
export const middleware = [
  () => {
    throw redirect('/admin/dashboard')
  },
]

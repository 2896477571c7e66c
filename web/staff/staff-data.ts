import { redirect } from 'react-router'

/** Leads to the dashboard who opens the address of what a page of staff loads and changes beside its own data. */
export const middleware = [
  () => {
    throw redirect('/admin/dashboard')
  },
]

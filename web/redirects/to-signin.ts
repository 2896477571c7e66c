import { redirect } from 'react-router'

/** Older addresses of the sign-in page. */
export const loader = () => redirect('/signin')

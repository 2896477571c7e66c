import { redirect } from 'react-router'

/** An older address of the sign-up page. */
export const loader = () => redirect('/signup')

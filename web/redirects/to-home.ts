import { redirect } from 'react-router'

/** Any unknown address leads home (specification section 2). */
export const loader = () => redirect('/')

import { z } from 'zod'

import { endpoint, staff as anyStaff } from './kit/endpoint.ts'
import { Done, Email, LinkToken, text } from './kit/words.ts'

export const Admin = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'super_admin']),
})
export type Admin = z.infer<typeof Admin>

const fillIn = 'Please fill in all fields'

/** `notice`: that mail to this staff member came back. */
const SignedIn = Done.extend({ token: z.string(), admin: Admin, notice: z.string().optional() })

export const staff = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    failure: 'Login failed. Please check your credentials.',
    summary: 'Signs a staff member in with email and password. The token lasts 8 hours.',
    access: 'anyone',
    ignoresCaller: true,
    body: z.object({
      email: text(254, { missing: fillIn, tooLong: 'Please enter a valid email address' })
        .min(1, fillIn)
        .pipe(Email),
      password: text(200, { missing: fillIn }).min(1, fillIn),
    }),
    reply: SignedIn,
  }),
  loginByLink: endpoint({
    method: 'POST',
    path: '/auth/login/link',
    summary: 'Signs a staff member in with the one-time link that was mailed for a right password.',
    access: 'anyone',
    ignoresCaller: true,
    body: z.object({ linkToken: LinkToken }),
    reply: SignedIn,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Ends this staff session.',
    access: anyStaff,
    reply: Done,
  }),
  profile: endpoint({
    method: 'GET',
    path: '/auth/profile',
    summary: 'The signed-in staff member.',
    access: anyStaff,
    reply: Done.extend({ admin: Admin }),
  }),
  demoCredentials: endpoint({
    method: 'GET',
    path: '/auth/demo-credentials',
    summary: 'The demo sign-in that the admin page shows; null outside demo mode.',
    access: 'anyone',
    ignoresCaller: true,
    reply: Done.extend({ credentials: z.object({ email: z.string(), password: z.string() }).nullable() }),
  }),
}

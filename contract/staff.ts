import { z } from 'zod'

import { endpoint, staff as anyStaff } from './kit/endpoint.ts'
import { Done, Email, line, LinkToken, text } from './kit/words.ts'

export const Admin = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'super_admin']),
})
export type Admin = z.infer<typeof Admin>

/** Oneself, with what only oneself needs to know. */
export const Account = Admin.extend({
  /** Whether signing in asks for a code of an authenticator app. */
  hasTotp: z.boolean(),
  /** Recovery codes that were not used. */
  recoveryCodes: z.int(),
})
export type Account = z.infer<typeof Account>

export const StaffName = line(80, 'Name is required').min(1, 'Name is required')
/** Whether it is hard to guess, the server says. */
export const NewPassword = text(200, { missing: 'Enter a password' }).min(1, 'Enter a password')
export const CurrentPassword = text(200, { missing: 'Enter your password' }).min(1, 'Enter your password')
/** Six digits, or a recovery code. */
export const SignInCode = text(40, { missing: 'Enter the code' }).trim()

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
      /** Of the authenticator app, or a recovery code; asked for with `requiresCode`. */
      code: SignInCode.optional(),
    }),
    reply: SignedIn,
  }),
  loginByLink: endpoint({
    method: 'POST',
    path: '/auth/login/link',
    summary: 'Signs a staff member in with the one-time link that was mailed for a right password.',
    access: 'anyone',
    ignoresCaller: true,
    body: z.object({ linkToken: LinkToken, code: SignInCode.optional() }),
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
    reply: Done.extend({ admin: Account }),
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/auth/profile',
    summary: 'Changes the name of the signed-in staff member.',
    access: anyStaff,
    body: z.object({ name: StaffName }),
    reply: Done.extend({ admin: Account }),
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/auth/change-password',
    summary: 'Changes the password of the signed-in staff member; all their other sessions end.',
    access: anyStaff,
    body: z.object({ currentPassword: CurrentPassword, newPassword: NewPassword }),
    reply: Done,
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/auth/password',
    summary: 'Sets a password with the one-time link that was mailed for it; all sessions end.',
    access: 'anyone',
    ignoresCaller: true,
    body: z.object({ linkToken: LinkToken, password: NewPassword }),
    reply: Done,
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

import { endpoint, staff as anyStaff, superAdmin } from '../kit/endpoint.ts'
import { digits, Done, Email, Id, line, LinkToken, text } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'

export const Admin = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'super_admin']),
})
schemaNames.add(Admin, { id: 'Admin' })
export type Admin = z.infer<typeof Admin>

/** The caller's own staff account, with what only they need to know. */
export const Account = Admin.extend({
  /** Whether signing in requires a code of an authenticator app. */
  hasTotp: z.boolean(),
  /** The number of unused recovery codes. */
  recoveryCodes: z.int(),
})
schemaNames.add(Account, { id: 'OwnStaffAccount' })
export type Account = z.infer<typeof Account>

const StaffName = line(80, 'Name is required').min(1, 'Name is required')
/** The server checks whether it is hard to guess. */
const NewPassword = text(200, { missing: 'Enter a password' }).min(1, 'Enter a password')
const CurrentPassword = text(200, { missing: 'Enter your password' }).min(1, 'Enter your password')
/** A six-digit code, or a recovery code. */
const SignInCode = digits(40, { missing: 'Enter the code' }).trim()

const fillIn = 'Please fill in all fields'

/** The answer to a sign-in. `notice`: says that mail to this staff member bounced. */
const SignedIn = Done.extend({ token: z.string(), admin: Admin, notice: z.string().optional() })
schemaNames.add(SignedIn, { id: 'StaffSignedIn' })

export const staff = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    failure: 'Login failed. Please check your credentials.',
    summary: 'Signs a staff member in with email and password. The token lasts 8 hours.',
    access: 'anyone',
    ignoresCaller: true,
    problems: ['signed_out', 'too_many_requests'],
    body: z.object({
      email: text(254, { missing: fillIn, tooLong: 'Please enter a valid email address' })
        .min(1, fillIn)
        .pipe(Email),
      password: text(200, { missing: fillIn }).min(1, fillIn),
      /** The code of the authenticator app, or a recovery code; required after `requiresCode`. */
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
    problems: ['expired', 'not_allowed', 'signed_out', 'too_many_requests'],
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
    problems: ['too_many_requests'],
    body: z.object({ currentPassword: CurrentPassword, newPassword: NewPassword }),
    reply: Done,
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/auth/password',
    summary: 'Sets a password with the one-time link that was mailed for it; all sessions end.',
    access: 'anyone',
    ignoresCaller: true,
    problems: ['expired', 'not_allowed'],
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

const Code = SignInCode.min(1, 'Enter the code')

export const totp = {
  begin: endpoint({
    method: 'POST',
    path: '/auth/totp',
    summary: 'Makes a secret for an authenticator app. It counts once a code of it is confirmed.',
    access: anyStaff,
    problems: ['too_many_requests'],
    body: z.object({ currentPassword: CurrentPassword }),
    reply: Done.extend({
      /** The secret in base32, to be typed where the QR code cannot be scanned. */
      secret: z.string(),
      uri: z.string(),
      /** The URI as a QR code, an SVG. */
      qr: z.string(),
    }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/auth/totp/confirm',
    summary: 'From now on signing in asks for a code. Answers ten recovery codes, shown this once.',
    access: anyStaff,
    problems: ['conflict', 'wrong_code'],
    body: z.object({ code: Code }),
    reply: Done.extend({ recoveryCodes: z.array(z.string()) }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/auth/totp/remove',
    summary: 'Signing in asks for no code any more. Takes the password and a code.',
    access: anyStaff,
    problems: ['too_many_requests', 'wrong_code'],
    body: z.object({ currentPassword: CurrentPassword, code: Code }),
    reply: Done,
  }),
}

/** A staff account, as super_admins see it. */
export const StaffAccount = Admin.extend({
  isActive: z.boolean(),
  /** Whether a password was set; until then only the mailed link signs in. */
  hasPassword: z.boolean(),
  hasTotp: z.boolean(),
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
})
schemaNames.add(StaffAccount, { id: 'StaffAccount' })
export type StaffAccount = z.infer<typeof StaffAccount>

const params = z.object({ id: Id })

export const admins = {
  list: endpoint({
    method: 'GET',
    path: '/auth/admins',
    summary: 'Everybody on the staff, deactivated ones too.',
    access: superAdmin,
    reply: Done.extend({ admins: z.array(StaffAccount) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/auth/create-admin',
    summary: 'Adds somebody to the staff. Without a password they are mailed a link to set one.',
    access: superAdmin,
    problems: ['conflict'],
    body: z.object({
      name: StaffName,
      email: Email,
      password: NewPassword.optional(),
      role: z.enum(['admin', 'super_admin'], 'Choose a role'),
    }),
    reply: Done.extend({ admin: StaffAccount }),
  }),
  toggleStatus: endpoint({
    method: 'PUT',
    path: '/auth/admins/:id/toggle-status',
    summary:
      'Deactivates an active account, whose sessions end at once, or activates it again. Never the last super_admin who can sign in: one who was invited and has no password yet does not count.',
    access: superAdmin,
    problems: ['conflict'],
    params,
    reply: Done.extend({ admin: StaffAccount }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/auth/admins/:id/invite',
    summary: 'Mails a link to set a new password. Links mailed before stop working.',
    access: superAdmin,
    problems: ['conflict'],
    params,
    reply: Done,
  }),
  removeTotp: endpoint({
    method: 'DELETE',
    path: '/auth/admins/:id/totp',
    summary: 'Takes the authenticator app off an account whose owner has lost it; their sessions end.',
    access: superAdmin,
    params,
    reply: Done,
  }),
}

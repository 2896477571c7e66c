import { z } from 'zod'

import { endpoint, superAdmin } from '../kit/endpoint.ts'
import { Done, Email, Id } from '../kit/words.ts'
import { Admin, NewPassword, StaffName } from '../staff.ts'

/** Somebody on the staff, as super_admins see them. */
export const StaffAccount = Admin.extend({
  isActive: z.boolean(),
  /** Whether they have set a password; until then only the mailed link lets them in. */
  hasPassword: z.boolean(),
  hasTotp: z.boolean(),
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
})
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
      'Deactivates an active account, whose sessions end at once, or activates it again. Never the last active super_admin.',
    access: superAdmin,
    params,
    reply: Done.extend({ admin: StaffAccount }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/auth/admins/:id/invite',
    summary: 'Mails a link to set a new password. Links mailed before stop working.',
    access: superAdmin,
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

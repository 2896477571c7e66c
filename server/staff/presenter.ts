import { isoTime } from '#contract/kit/format.ts'
import type { Account, Admin, StaffAccount } from '#contract/staff/accounts.ts'

import type { StaffMember } from './queries.ts'

/** Presents a staff member in the admin panel. */
export const toAdmin = ({ id, name, email, role }: StaffMember): Admin => ({
  _id: id,
  name,
  email,
  role: role as Admin['role'],
})

/** Presents a staff member to themselves. */
export const toAccount = (staff: StaffMember, recoveryCodes: number): Account => ({
  ...toAdmin(staff),
  hasTotp: staff.totpSecret !== null,
  recoveryCodes,
})

/** Presents a staff member to super_admins. */
export const toStaffAccount = (staff: StaffMember, lastSignInAt: Date | null = null): StaffAccount => ({
  ...toAdmin(staff),
  isActive: staff.isActive,
  hasPassword: staff.passwordHash !== null,
  hasTotp: staff.totpSecret !== null,
  createdAt: staff.createdAt.toISOString(),
  lastSignInAt: isoTime(lastSignInAt),
})

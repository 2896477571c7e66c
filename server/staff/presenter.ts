import { isoTime } from '#contract/format.ts'
import type { Account, Admin, StaffAccount } from '#contract/staff/accounts.ts'

import type { StaffMember } from './queries.ts'

/** A staff member as the admin panel shows them. */
export const toAdmin = ({ id, name, email, role }: StaffMember): Admin => ({
  _id: id,
  name,
  email,
  role: role as Admin['role'],
})

/** A staff member as they see themselves. */
export const toAccount = (staff: StaffMember, recoveryCodes: number): Account => ({
  ...toAdmin(staff),
  hasTotp: staff.totpSecret !== null,
  recoveryCodes,
})

/** A staff member as super_admins see them. */
export const toStaffAccount = (staff: StaffMember, lastSignInAt: Date | null = null): StaffAccount => ({
  ...toAdmin(staff),
  isActive: staff.isActive,
  hasPassword: staff.passwordHash !== null,
  hasTotp: staff.totpSecret !== null,
  createdAt: staff.createdAt.toISOString(),
  lastSignInAt: isoTime(lastSignInAt),
})

import { isoTime } from '#contract/kit/day.ts'
import type { Account, Admin } from '#contract/staff.ts'
import type { StaffAccount } from '#contract/staff/admins.ts'

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

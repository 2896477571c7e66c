import type { Admin } from '#contract/staff.ts'

import type { StaffMember } from './queries.ts'

/** A staff member as the admin panel shows them. */
export const toAdmin = ({ id, name, email, role }: StaffMember): Admin => ({
  _id: id,
  name,
  email,
  role: role as Admin['role'],
})

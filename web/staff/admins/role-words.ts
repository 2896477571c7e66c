import type { Admin } from '#contract/staff.ts'

/** What a staff role is called on screens. */
export const roleWords: Record<Admin['role'], string> = { admin: 'Admin', super_admin: 'Super admin' }

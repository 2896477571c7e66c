import type { Role } from '#contract/endpoint.ts'

/** Who is calling: an account of one role, in one session. */
export interface Caller<R extends Role = Role> {
  role: R
  /** The member's or staff member's id. */
  id: string
  sessionId: string
}

/** A caller who is on the staff. */
export type StaffCaller = Caller<'admin' | 'super_admin'>

/** Finds the caller for an Authorization header. No header: undefined. A header that proves nobody throws signed_out. */
export type Identify = (authorization: string | undefined) => Promise<Caller | undefined>

export const isStaff = (caller: Caller | undefined): caller is StaffCaller =>
  caller !== undefined && caller.role !== 'member'

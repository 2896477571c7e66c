import type { Role } from '#contract/kit/endpoint.ts'

/** The caller of an endpoint: an account of one role, in one session. */
export interface Caller<R extends Role = Role> {
  role: R
  /** The member's or staff member's id. */
  id: string
  sessionId: string
}

/** A caller who is a staff member. */
export type StaffCaller = Caller<'admin' | 'super_admin'>

/**
 * Finds the caller for an Authorization header; undefined without a header. Throws signed_out for a header that
 * identifies nobody.
 */
export type Identify = (authorization: string | undefined) => Promise<Caller | undefined>

export const isStaff = (caller: Caller | undefined): caller is StaffCaller =>
  caller !== undefined && caller.role !== 'member'

import type { Role } from '#contract/kit/endpoint.ts'

/** The caller of an endpoint: an account of one role, in one session, or a machine that runs projects. */
export interface Caller<R extends Role = Role> {
  role: R
  /** The id of the member, the staff member or the machine. */
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
  caller?.role === 'admin' || caller?.role === 'super_admin'

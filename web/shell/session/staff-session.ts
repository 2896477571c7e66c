import { type MiddlewareFunction, redirect } from 'react-router'

import type { Api, Send } from '#contract/client.ts'
import type { Admin } from '#contract/staff/accounts.ts'

import { loadPart } from '../lazy-part.ts'
import { apiContext } from './api.ts'
import { jsonReader, store, stored } from './browser-store.ts'
import { whenConnected } from './connection.tsx'
import { fetchCall } from './fetch-call.ts'

/** A middleware of staff pages that sets `apiContext`, or redirects to /admin/login. */
export const staffSignedIn: MiddlewareFunction = async ({ context }) => {
  if (!isStaffSignedIn()) throw redirect('/admin/login')
  context.set(apiContext, await staffApi())
}

/** Returns the API as the signed-in staff member. Any 401 redirects to /admin/login. */
export async function staffApi(): Promise<Api> {
  const { createApi } = await loadPart(() => import('#contract/client.ts'))
  return createApi((call) => (call.method === 'GET' ? readAsStaff : sendAsStaff)(call))
}

/** Returns the API without a token, for signing in. */
export async function anonymousApi(): Promise<Api> {
  const { createApi } = await loadPart(() => import('#contract/client.ts'))
  return createApi((call) => fetchCall(call, null))
}

export function signInStaff(token: string, admin: Admin): void {
  store({ adminToken: token, adminUser: JSON.stringify(admin) })
}

/** Stores the new name of the signed-in staff member. */
export function storeStaffName(name: string): void {
  const admin = storedAdmin()
  if (admin) store({ adminUser: JSON.stringify({ ...admin, name }) })
}

/** Clears the staff session in this browser, and what was typed in it. */
export function clearStaffSession(): void {
  store({ ...noSession, drafts: null, typed: null, featuredOrder: null })
}

export const isStaffSignedIn = (): boolean => stored('adminToken') !== null

/** Returns the staff member as stored at sign-in. */
export const storedAdmin = jsonReader('adminUser', (admin) => admin as Admin | null)

const sendAsStaff: Send = async (call) => {
  const answer = await fetchCall(call, stored('adminToken'))
  if (answer.status !== 401) return answer
  // Drafts are preserved for the return of the staff member.
  store(noSession)
  throw redirect('/admin/login')
}

const readAsStaff = whenConnected(sendAsStaff)

const noSession = { adminToken: null, adminUser: null }

/** The labels of the staff roles. */
export const roleLabels: Record<Admin['role'], string> = { admin: 'Admin', super_admin: 'Super admin' }

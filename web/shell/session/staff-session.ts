import { type MiddlewareFunction, redirect } from 'react-router'

import type { Api, Send } from '#contract/client.ts'
import type { Admin } from '#contract/staff/accounts.ts'

import { apiContext } from './api.ts'
import { jsonReader, store, stored } from './browser-store.ts'
import { whenConnected } from './connection.tsx'
import { fetchCall } from './fetch-call.ts'

/** Middleware of the staff's pages: sets `apiContext`, or leads to /admin/login. */
export const staffSignedIn: MiddlewareFunction = async ({ context }) => {
  if (!isStaffSignedIn()) throw redirect('/admin/login')
  context.set(apiContext, await staffApi())
}

/** The API as the signed-in staff member. Any 401 leads to /admin/login. */
export async function staffApi(): Promise<Api> {
  const { createApi } = await import('#contract/client.ts')
  return createApi((call) => (call.method === 'GET' ? readAsStaff : sendAsStaff)(call))
}

/** The API without a token, to sign in with. */
export async function anonymousApi(): Promise<Api> {
  const { createApi } = await import('#contract/client.ts')
  return createApi((call) => fetchCall(call, null))
}

export function signInStaff(token: string, admin: Admin): void {
  store({ adminToken: token, adminUser: JSON.stringify(admin) })
}

/** Keeps the new name of the signed-in staff member. */
export function renameStaff(name: string): void {
  const admin = storedAdmin()
  if (admin) store({ adminUser: JSON.stringify({ ...admin, name }) })
}

/** Forgets the session in this browser and what was typed in it. */
export function forgetStaff(): void {
  store({ ...nobody, drafts: null, featuredOrder: null })
}

export const isStaffSignedIn = (): boolean => stored('adminToken') !== null

/** The staff member as stored at sign-in. */
export const storedAdmin = jsonReader('adminUser', (admin) => admin as Admin | null)

const sendAsStaff: Send = async (call) => {
  const answer = await fetchCall(call, stored('adminToken'))
  if (answer.status !== 401) return answer
  // What was typed is kept for the return of whoever typed it.
  store(nobody)
  throw redirect('/admin/login')
}

const readAsStaff = whenConnected(sendAsStaff)

const nobody = { adminToken: null, adminUser: null }

/** What a staff role is called on screens. */
export const roleWords: Record<Admin['role'], string> = { admin: 'Admin', super_admin: 'Super admin' }

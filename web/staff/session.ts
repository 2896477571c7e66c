import { redirect } from 'react-router'

import type { Api, Send } from '#contract/client.ts'
import type { Admin } from '#contract/staff.ts'

import { fetchCall } from '../fetch-call.ts'

/** For a clientLoader or clientAction: the API as the signed-in staff member. No token, or any 401, leads to /admin/login. */
export async function requireStaff(): Promise<Api> {
  if (!localStorage.getItem('adminToken')) throw redirect('/admin/login')
  const { createApi } = await import('#contract/client.ts')
  return createApi(sendAsStaff)
}

/** The API without a token, to sign in with. */
export async function anonymousApi(): Promise<Api> {
  const { createApi } = await import('#contract/client.ts')
  return createApi((call) => fetchCall(call, null))
}

export function signInStaff(token: string, admin: Admin): void {
  localStorage.setItem('adminToken', token)
  localStorage.setItem('adminUser', JSON.stringify(admin))
}

export function forgetStaff(): void {
  localStorage.removeItem('adminToken')
  localStorage.removeItem('adminUser')
}

export const isStaffSignedIn = (): boolean => localStorage.getItem('adminToken') !== null

/** The staff member as stored at sign-in. */
export function storedAdmin(): Admin | undefined {
  try {
    return JSON.parse(localStorage.getItem('adminUser') ?? '') as Admin
  } catch {
    return undefined
  }
}

const sendAsStaff: Send = async (call) => {
  const answer = await fetchCall(call, localStorage.getItem('adminToken'))
  if (answer.status !== 401) return answer
  forgetStaff()
  throw redirect('/admin/login')
}

import type { z } from 'zod'

import type { UserData } from '#contract/accounts.ts'

import { problemOf } from '../problem-of.ts'
import { memberApi, otpSession, signIn } from '../session.ts'

/** Asks for a code and keeps its session token. */
export async function sendCode(email: string, again = false): Promise<AuthResult> {
  try {
    const api = await memberApi()
    const { sessionToken } = await api.accounts.sendOtp({ body: { email } })
    otpSession.set(sessionToken)
    return { step: 'code', email, sentAt: Date.now(), ...(again && { note: 'A new code is on its way.' }) }
  } catch (thrown) {
    const { message, fields } = problemOf(thrown, again ? 'Failed to resend OTP' : 'Failed to send OTP')
    return { step: again ? 'code' : 'first', email, error: message, ...(fields && { fields }) }
  }
}

/** Trades the code for a session; with `userData` it signs up. */
export async function verifyCode(
  email: string,
  otp: string,
  userData?: z.input<typeof UserData>,
): Promise<AuthResult> {
  const failed = (error: string, more: Partial<AuthResult> = {}): AuthResult => ({
    step: 'code',
    email,
    error,
    ...more,
  })
  if (!/^[0-9]{6}$/.test(otp)) return failed('Please enter a valid 6-digit OTP')
  const sessionToken = otpSession.get()
  if (!sessionToken) return failed('Session token not found. Please request a new OTP.')
  try {
    const api = await memberApi()
    const { tokens, user } = await api.accounts.verifyOtp({
      body: { email, otp, sessionToken, ...(userData && { userData }) },
    })
    signIn(tokens, user)
    return {
      step: 'code',
      email,
      done: userData ? `Welcome, ${user.name}. Your account is ready.` : `Welcome back, ${user.name}.`,
    }
  } catch (thrown) {
    const { message, fields, requiresRegistration } = problemOf(thrown, 'OTP verification failed')
    return failed(message, { ...(fields && { fields }), ...(requiresRegistration && { unknown: true }) })
  }
}

/** What the action answered, in words to show. */
export interface AuthResult {
  step: 'first' | 'code'
  email: string
  /** When the newest code was sent, so that its countdown can begin. */
  sentAt?: number
  error?: string
  fields?: Record<string, string>
  note?: string
  done?: string
  /** Set when the email has no account and sign-up should go on with it. */
  unknown?: true
}

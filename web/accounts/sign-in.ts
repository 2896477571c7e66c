import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { accounts, type UserData } from '#contract/accounts/accounts.ts'
import type { z } from '#contract/kit/zod.ts'

import { validationErrors } from '../shell/form/use-form.ts'
import { problemOf } from '../shell/session/api.ts'
import { jsonReader, store, stored, useStored } from '../shell/session/browser-store.ts'
import { takeBack } from '../shell/session/left-behind.ts'
import { memberApi } from '../shell/session/member-api.ts'
import { isSignedIn, localAddress, signIn } from '../shell/session/session.ts'
import { notify } from '../ui/notices.tsx'

/**
 * Requests a code, and stores its session token and the address to continue at, from `?next=` of the page at `url`.
 * When a code for this email was requested in this tab a moment ago, returns the step for that code. A referral code
 * is checked with the first request only.
 */
export async function sendCode(
  email: string,
  url: string,
  { again = false, person }: { again?: boolean; person?: Person } = {},
): Promise<AuthResult> {
  const { pathname: page, searchParams } = new URL(url)
  try {
    const api = await memberApi()
    const referralCode = again ? undefined : person?.referralCode
    const body = { email, ...(referralCode && { referralCode }), ...(person && { isSignUp: true }) }
    const { sessionToken, onlyLink } = await api.accounts.sendOtp({ body })
    store({ otpSessionToken: sessionToken, signInNext: searchParams.get('next') })
    const sentAt = Date.now()
    storeRequestedCode({ page, email, sentAt, onlyLink, ...(person && { person }) })
    const note = again && !onlyLink ? { note: 'A new code is on its way.' } : {}
    return { step: 'code', email, sentAt, onlyLink, ...note }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, again ? 'Failed to resend OTP' : undefined)
    const requested = requestedCodeFor(email)
    if (code === 'too_many_requests' && requested && !again) {
      const { sentAt, onlyLink } = requested
      storeRequestedCode({ page, email, sentAt, onlyLink, ...(person && { person }) })
      return { step: 'code', email, sentAt, onlyLink, note: 'We have already sent you an email.' }
    }
    return { step: again ? 'code' : 'first', email, error: message, ...(fields && { fields }) }
  }
}

/** Returns the second step of a page when this tab requested a code there and the person did not go back. */
export function requestedCodeStep(
  requested: RequestedCode | undefined,
  page: '/signin' | '/signup',
): AuthResult | undefined {
  if (requested?.page !== page || requested.isLeft) return undefined
  const { email, sentAt, onlyLink } = requested
  return { step: 'code', email, sentAt, onlyLink }
}

/** Signs in with a code, or signs up when there is `userData`. */
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
  const sessionToken = stored('otpSessionToken') ?? ''
  const mistakes = validationErrors(Code, { otp, sessionToken })
  if (mistakes) return failed(mistakes.message!)
  try {
    const api = await memberApi()
    const { tokens, user, notice, leftBehind } = await api.accounts.verifyOtp({
      body: { email, otp, sessionToken, ...(userData && { userData }) },
    })
    takeBack(user._id, leftBehind)
    signIn(tokens, user)
    if (notice) notify(notice, bouncedEmailNotice)
    storeRequestedCode(undefined)
    return { step: 'code', email, done: welcome(user.name, userData !== undefined) }
  } catch (thrown) {
    const { message, fields, requiresRegistration, code } = problemOf(thrown)
    return failed(message, {
      ...(fields && { fields }),
      ...(requiresRegistration && { unknown: true }),
      ...(code === 'wrong_code' && { isWrong: true }),
    })
  }
}

/** Signs in with the token of an emailed link, or signs up when there is `userData`. */
export async function openLink(
  linkToken: string,
  email = '',
  userData?: z.input<typeof UserData>,
): Promise<AuthResult> {
  try {
    const api = await memberApi()
    const body = { linkToken, ...(userData && { userData }) }
    const { tokens, user, notice, leftBehind } = await api.accounts.verifyLink({ body })
    takeBack(user._id, leftBehind)
    signIn(tokens, user)
    if (notice) notify(notice, bouncedEmailNotice)
    storeRequestedCode(undefined)
    return { step: 'first', email: user.email, done: welcome(user.name, userData !== undefined) }
  } catch (thrown) {
    const problem = problemOf(thrown, 'Sign-in failed. Please try again.')
    const { message, fields, requiresRegistration, code } = problem
    return {
      step: 'first',
      email: problem.email ?? email,
      error: message,
      ...(fields && { fields }),
      ...(requiresRegistration && { unknown: true }),
      ...(code === 'expired' && { isOver: true }),
    }
  }
}

const Code = accounts.verifyOtp.body.pick({ otp: true, sessionToken: true })

const bouncedEmailNotice = {
  tone: 'failed',
  link: { label: 'Settings', to: '/profile?tab=settings' },
} as const

const welcome = (name: string, isNew: boolean) =>
  isNew ? `Welcome, ${name}. Your account is ready.` : `Welcome back, ${name}.`

/** The result of a sign-in action, with texts to show. */
export interface AuthResult {
  step: 'first' | 'code'
  email: string
  /** The time at which the latest code was sent (milliseconds since 1970), for the countdown. */
  sentAt?: number
  /** True when the latest email has a link and no code. */
  onlyLink?: boolean
  error?: string
  fields?: Record<string, string> | undefined
  note?: string
  done?: string
  /** Set when no account has this email, so that sign-up should continue with it. */
  unknown?: true
  /** Set when the code was wrong or used up; on purpose, the answer does not say which. */
  isWrong?: true
  /** Set when the link has expired or was used. */
  isOver?: true
}

/** A code that this tab requested, with the filled-in form, so that a reload or Back loses nothing. */
interface RequestedCode {
  page: string
  email: string
  /** Milliseconds since 1970. */
  sentAt: number
  /** True when the email has a link and no code. */
  onlyLink: boolean
  /** The filled-in sign-up form. */
  person?: Person
  /** Set when the person went back to the first step. */
  isLeft?: true
}

export type Person = Record<Exclude<keyof typeof UserData.shape, 'acceptedTerms'>, string>

/** Returns the code that this tab requested, while it is valid; undefined while the server renders. */
export const useRequestedCode = (): RequestedCode | undefined => useStored(validRequestedCode, undefined)

/** Returns the code that this tab requested for an email, while it is valid. */
function requestedCodeFor(email: string): RequestedCode | undefined {
  const requested = validRequestedCode()
  return requested?.email === email ? requested : undefined
}

/** Stores the requested code, or clears it with undefined. */
function storeRequestedCode(requested: RequestedCode | undefined): void {
  store({ askedCode: requested ? JSON.stringify(requested) : null })
}

/** Goes back to the first step; what was filled in stays. */
export function leaveRequestedCode(): void {
  const requested = validRequestedCode()
  if (requested) storeRequestedCode({ ...requested, isLeft: true })
}

const storedRequestedCode = jsonReader('askedCode', (requested) => requested as RequestedCode | null)

/** Returns the requested code while it is valid: a code for 10 minutes, a link for 60. */
function validRequestedCode(): RequestedCode | undefined {
  const requested = storedRequestedCode()
  if (!requested) return undefined
  return Date.now() - requested.sentAt < (requested.onlyLink ? 60 : 10) * 60_000 ? requested : undefined
}

/**
 * Navigates to `?next=` (an address of this site) or home, two seconds after success, and at once when somebody is
 * already signed in.
 */
export function useSignedInRedirect(done: boolean): void {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const address = localAddress(params.get('next')) ?? '/'
  const isNew = useRef(true)
  useEffect(() => {
    if (isNew.current && isSignedIn()) void navigate(address, { replace: true })
    isNew.current = false
  }, [navigate, address])
  useRedirectAfterSuccess(done, address)
}

/** Navigates to an address of this site two seconds after success. */
export function useRedirectAfterSuccess(done: boolean, address: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => void navigate(address, { replace: true }), 2000)
    return () => clearTimeout(timer)
  }, [done, navigate, address])
}

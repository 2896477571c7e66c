import { z } from 'zod'

import { endpoint, member } from './endpoint.ts'
import { limits } from './limits.ts'
import { Done, Email, line, WebLink } from './words.ts'

export const years = ['1st Year', '2nd Year', '3rd Year', '4th Year', 'Final Year'] as const

const Name = line(80).pipe(z.string().min(1, 'Name is required'))
const Phone = z
  .string({ error: 'Phone number is required' })
  .trim()
  .min(1, 'Phone number is required')
  .regex(new RegExp(`^[0-9]{${limits.phoneDigits}}$`), `Phone number must be ${limits.phoneDigits} digits`)
const Year = z.union([z.enum(years), z.literal('')], { error: 'Choose a year from the list' })

/** What a person tells about themselves at sign-up. Role, flags and balances are never taken from here. */
export const UserData = z.object({
  name: z.string({ error: 'Name is required' }).pipe(Name),
  email: Email.optional(),
  phone: Phone,
  college: line(120).default(''),
  course: line(120).default(''),
  year: Year.default(''),
  referralCode: line(20).optional(),
})

/** Parts of an address; what is left out stays as it was. */
export const Address = z
  .object({
    street: line(120),
    city: line(120),
    state: line(120),
    country: line(60),
    pincode: z
      .string()
      .trim()
      .regex(/^([1-9][0-9]{5})?$/, 'Pincode must be 6 digits'),
  })
  .partial()
const SocialMedia = z
  .object({ instagram: WebLink, facebook: WebLink, twitter: WebLink, linkedin: WebLink, youtube: WebLink })
  .partial()
const Preferences = z
  .object({
    newsletter: z.boolean(),
    notifications: z.boolean(),
    marketingEmails: z.boolean(),
    publicProfile: z.boolean(),
  })
  .partial()

export const User = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  college: z.string(),
  course: z.string(),
  year: z.string(),
  address: z.record(z.string(), z.string()),
  socialMedia: z.record(z.string(), z.string().nullable()),
  preferences: z.record(z.string(), z.boolean()),
  profilePicture: z.string().nullable(),
  role: z.literal('member'),
  isAgent: z.boolean(),
  isEmailVerified: z.boolean(),
  referralCode: z.string(),
  createdAt: z.string(),
})
export type User = z.infer<typeof User>

export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type Tokens = z.infer<typeof Tokens>

const otpMessage = `Please enter a valid ${limits.codeDigits}-digit OTP`
const Otp = z.string({ error: otpMessage }).regex(new RegExp(`^[0-9]{${limits.codeDigits}}$`), otpMessage)
const noSession = 'Session token not found. Please request a new OTP.'

export const accounts = {
  sendOtp: endpoint({
    method: 'POST',
    path: '/users/auth/email/send-otp',
    summary: 'Mails a one-time code and answers the session token it is bound to.',
    access: 'anyone',
    ignoresCaller: true,
    body: z.object({ email: Email }),
    reply: Done.extend({ sessionToken: z.string() }),
  }),
  checkEmail: endpoint({
    method: 'POST',
    path: '/users/auth/check-email',
    summary: 'Says whether an account with this email exists. Tightly limited.',
    access: 'anyone',
    ignoresCaller: true,
    body: z.object({ email: Email }),
    reply: Done.extend({ exists: z.boolean() }),
  }),
  verifyOtp: endpoint({
    method: 'POST',
    path: '/users/auth/email/verify-otp',
    summary:
      'Trades a right code for tokens. Without an account, requiresRegistration asks for userData with the same code.',
    access: 'anyone',
    ignoresCaller: true,
    body: z.object({
      email: Email,
      otp: Otp,
      sessionToken: z.string({ error: noSession }).min(1, noSession).max(200),
      userData: UserData.optional(),
    }),
    reply: Done.extend({ tokens: Tokens, user: User }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/users/auth/logout',
    summary: 'Ends this session: its access and refresh tokens stop working.',
    access: member,
    reply: Done,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/users/auth/refresh',
    summary: 'Rotates the refresh token. An old one used again later than 30 seconds ends the session.',
    access: 'anyone',
    ignoresCaller: true,
    body: z.object({
      refreshToken: z
        .string({ error: 'No refresh token available' })
        .min(1, 'No refresh token available')
        .max(500),
    }),
    reply: Done.extend({ tokens: Tokens }),
  }),
  profile: endpoint({
    method: 'GET',
    path: '/users/profile',
    summary: 'The signed-in member.',
    access: member,
    reply: Done.extend({ user: User }),
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/users/profile',
    summary: 'Changes the given profile fields and leaves all others.',
    access: member,
    body: UserData.omit({ email: true, referralCode: true })
      .extend({
        college: line(120),
        course: line(120),
        year: Year,
        address: Address,
        socialMedia: SocialMedia,
        preferences: Preferences,
      })
      .partial(),
    reply: Done.extend({ user: User }),
  }),
}

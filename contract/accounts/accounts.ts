import { withPlainDigits } from '../kit/digits.ts'
import { endpoint, member } from '../kit/endpoint.ts'
import { digits, Done, Email, line, LinkToken, text, WebLink } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { phoneDigits } from '../kit/phone.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { agreements } from './agreements.ts'

export const years = ['1st Year', '2nd Year', '3rd Year', '4th Year', 'Final Year'] as const

const Name = line(80, 'Name is required').min(1, 'Name is required')
const phoneMessage = `Phone number must be ${limits.phoneDigits} digits`
/** Ten digits, accepted as people write them: with spaces and dashes, +91 or a leading 0. */
const Phone = text(20, { missing: 'Phone number is required', tooLong: phoneMessage })
  .transform(phoneDigits)
  .pipe(
    z
      .string()
      .min(1, 'Phone number is required')
      .regex(new RegExp(`^[0-9]{${limits.phoneDigits}}$`), phoneMessage),
  )
const Year = z.union([z.enum(years), z.literal('')], { error: 'Choose a year from the list' })

/**
 * A referral code as people write it: in any case, with spaces or dashes between its characters; an empty text for
 * none.
 */
const ReferralCode = line(20).overwrite((code) =>
  withPlainDigits(code).replaceAll(/[\s-]/g, '').toUpperCase(),
)

/** The data of the sign-up form. Role, flags and balances never come from here. */
export const UserData = z.object({
  name: Name,
  email: Email.optional(),
  phone: Phone,
  college: line(120).default(''),
  course: line(120).default(''),
  year: Year.default(''),
  referralCode: ReferralCode.optional(),
  /** The version of the notice and terms that stood above the button; it is stored with its time. */
  acceptedTerms: z.enum(agreements.sign_up).optional(),
})
schemaNames.add(UserData, { id: 'UserData' })

/** Parts of an address; an absent part stays as it was. */
export const Address = z
  .object({
    street: line(120),
    city: line(120),
    state: line(120),
    country: line(60),
    pincode: digits(20, { tooLong: 'Pincode must be 6 digits' })
      .trim()
      .regex(/^([1-9][0-9]{5})?$/, 'Pincode must be 6 digits'),
  })
  .partial()
schemaNames.add(Address, { id: 'Address' })
export const SocialMedia = z
  .object({ instagram: WebLink, facebook: WebLink, twitter: WebLink, linkedin: WebLink, youtube: WebLink })
  .partial()
schemaNames.add(SocialMedia, { id: 'SocialMedia' })
const Preferences = z
  .object({
    newsletter: z.boolean(),
    notifications: z.boolean(),
    newListings: z.boolean(),
    marketingEmails: z.boolean(),
    publicProfile: z.boolean(),
  })
  .partial()
schemaNames.add(Preferences, { id: 'Preferences' })

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
  /** The address of the largest variant. `/media/avatars/{id}/{width}.webp` serves widths of 96, 192 and 384. */
  profilePicture: z.string().nullable(),
  role: z.literal('member'),
  isAgent: z.boolean(),
  isEmailVerified: z.boolean(),
  referralCode: z.string(),
  createdAt: z.string(),
})
schemaNames.add(User, { id: 'User' })
export type User = z.infer<typeof User>

export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
schemaNames.add(Tokens, { id: 'Tokens' })
export type Tokens = z.infer<typeof Tokens>

/** The answer to a sign-in. `notice`: says that mail to this member bounced. */
const SignedIn = Done.extend({
  tokens: Tokens,
  user: User,
  notice: z.string().optional(),
  /** What the member left behind when they signed out in a browser, the newest first; see leaveBehind. */
  leftBehind: z.array(z.string()),
})
schemaNames.add(SignedIn, { id: 'SignedIn' })

const otpMessage = `Please enter a valid ${limits.codeDigits}-digit OTP`
/** A six-digit code from a mail. */
export const Otp = digits(20, { missing: otpMessage, tooLong: otpMessage })
  .trim()
  .regex(new RegExp(`^[0-9]{${limits.codeDigits}}$`), otpMessage)
const noRefreshToken = 'No refresh token available'
const noSession = 'Session token not found. Please request a new OTP.'

export const accounts = {
  sendOtp: endpoint({
    method: 'POST',
    path: '/users/auth/email/send-otp',
    failure: 'Failed to send OTP',
    summary:
      'Mails a one-time code and answers the session token it is bound to. onlyLink: the mail has a link instead, because the email is being guessed at. A referralCode that nobody has is refused before anything is mailed, and so is, with isSignUp, an email at a blocked domain, whether or not it has an account.',
    access: 'anyone',
    ignoresCaller: true,
    problems: ['too_many_requests'],
    body: z.object({ email: Email, referralCode: ReferralCode.optional(), isSignUp: z.boolean().optional() }),
    reply: Done.extend({ sessionToken: z.string(), onlyLink: z.boolean() }),
  }),
  checkEmail: endpoint({
    method: 'POST',
    path: '/users/auth/check-email',
    failure: 'Failed to check email',
    summary: 'Says whether an account with this email exists. Tightly limited.',
    access: 'anyone',
    ignoresCaller: true,
    problems: ['too_many_requests'],
    body: z.object({ email: Email }),
    reply: Done.extend({ exists: z.boolean() }),
  }),
  verifyOtp: endpoint({
    method: 'POST',
    path: '/users/auth/email/verify-otp',
    failure: 'OTP verification failed',
    summary:
      'Trades a right code for tokens. Without an account, requiresRegistration asks for userData with the same code.',
    access: 'anyone',
    ignoresCaller: true,
    problems: ['not_allowed', 'not_found', 'too_many_requests', 'wrong_code'],
    body: z.object({
      email: Email,
      otp: Otp,
      sessionToken: text(200, { missing: noSession }).min(1, noSession),
      userData: UserData.optional(),
    }),
    reply: SignedIn,
  }),
  verifyLink: endpoint({
    method: 'POST',
    path: '/users/auth/email/verify-link',
    summary:
      'Trades a mailed one-time link for tokens. Without an account, requiresRegistration and email ask for userData with the same link.',
    access: 'anyone',
    ignoresCaller: true,
    problems: ['expired', 'not_allowed', 'not_found'],
    body: z.object({ linkToken: LinkToken, userData: UserData.optional() }),
    reply: SignedIn,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/users/auth/logout',
    summary: 'Ends this session: its access and refresh tokens stop working.',
    access: member,
    reply: Done,
  }),
  leaveBehind: endpoint({
    method: 'PUT',
    path: '/users/left-behind',
    summary:
      'Keeps what the member has begun in this browser, such as the cart and drafts, until the next sign-in returns it.',
    access: member,
    limit: { requests: 30, seconds: 60, protects: 'process' },
    body: z.object({ entries: line(limits.leftBehind) }),
    bodyLimit: 13 * limits.leftBehind,
    reply: Done,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/users/auth/refresh',
    failure: 'Token refresh failed',
    summary: 'Rotates the refresh token. An old one used again later than 30 seconds ends the session.',
    access: 'anyone',
    ignoresCaller: true,
    problems: ['signed_out'],
    body: z.object({
      refreshToken: text(500, { missing: noRefreshToken }).min(1, noRefreshToken),
    }),
    reply: Done.extend({ tokens: Tokens }),
  }),
  profile: endpoint({
    method: 'GET',
    path: '/users/profile',
    failure: 'Failed to get profile',
    summary: 'The signed-in member.',
    access: member,
    reply: Done.extend({ user: User }),
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/users/profile',
    failure: 'Failed to update profile',
    summary: 'Changes the given profile fields and leaves all others.',
    access: member,
    problems: ['too_many_requests'],
    body: UserData.omit({ email: true, referralCode: true, acceptedTerms: true })
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
  changeAvatar: endpoint({
    method: 'PATCH',
    path: '/users/avatar',
    failure: 'Failed to upload avatar',
    summary: "Takes a jpeg, png or webp as the caller's picture, its middle square; the old one goes.",
    access: member,
    problems: ['too_many_requests'],
    files: 'avatar',
    reply: Done.extend({ user: User, url: z.string() }),
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: '/users/avatar',
    summary: "Removes the caller's picture.",
    access: member,
    reply: Done.extend({ user: User }),
  }),
}

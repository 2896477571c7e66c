import { type Allowance, networkOf } from '../../http/attempts.ts'

const hour = 3600

/** Codes that may be mailed to one email. */
export const codesTo = (email: string): Allowance => ({
  name: 'codes to email',
  subject: email,
  most: 8,
  seconds: hour,
  refusal: 'Too many codes were asked for with this email.',
})

/** Codes that one client address may ask for; a whole college may share it. */
export const codesFrom = (address: string): Allowance => ({
  name: 'codes from address',
  subject: networkOf(address),
  most: 600,
  seconds: hour,
  refusal: 'Too many codes were asked for from your network.',
})

/** Wrong codes that are compared for one email, however many codes it gets. */
export const wrongTriesFor = (email: string): Allowance => ({
  name: 'wrong codes for email',
  subject: email,
  most: 20,
  seconds: 24 * hour,
  refusal: 'Too many wrong codes for this email.',
})

/** Wrong codes from one client address, over all emails. */
export const wrongTriesFrom = (address: string): Allowance => ({
  name: 'wrong codes from address',
  subject: networkOf(address),
  most: 100,
  seconds: hour,
  refusal: 'Too many wrong codes from your network.',
})

/** Questions whether an email has an account. */
export const emailChecksFrom = (address: string): Allowance => ({
  name: 'email checks from address',
  subject: networkOf(address),
  most: 10,
  seconds: 60,
  refusal: 'Too many emails were checked from your network.',
})

import { domainToASCII } from 'node:url'

import { fieldProblem } from '#contract/kit/problem.ts'

import type { Connection } from '../platform/database/connection.ts'
import { readSettings } from '../staff/settings/service.ts'
import { memberByEmail } from './lookup-queries.ts'

/**
 * Throws invalid_input, at the given field, for an email at a domain that staff have blocked or at a subdomain of one.
 * Where members at such a domain are let in, call it after the email is verified, so that it does not reveal who they are.
 */
export async function requireAllowedDomain(
  connection: Connection,
  email: string,
  field = 'email',
): Promise<void> {
  if (!(await isBlocked(connection, email))) return
  throw fieldProblem(field, `We do not accept emails at ${domainOf(email)}. Please use another email.`)
}

/**
 * Returns who may receive a mail that anybody can request for an address: at a blocked domain only an existing member.
 */
export async function allowedReader(
  connection: Connection,
  email: string,
): Promise<'anybody' | 'member' | 'nobody'> {
  if (!(await isBlocked(connection, email))) return 'anybody'
  return (await memberByEmail(connection, email)) ? 'member' : 'nobody'
}

async function isBlocked(connection: Connection, email: string): Promise<boolean> {
  const { blockedDomains } = await readSettings(connection, 'signUp')
  if (blockedDomains === '') return false
  const blocked = new Set(blockedDomains.split('\n').map(domainToASCII))
  return withParents(domainToASCII(domainOf(email))).some((one) => blocked.has(one))
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

/** Returns a domain and its parent domains: a.b.in, b.in, in. */
const withParents = (domain: string): string[] =>
  domain.split('.').map((_, at, parts) => parts.slice(at).join('.'))

import { domainToASCII } from 'node:url'

import { fieldProblem } from '#contract/problem.ts'

import type { Connection } from '../platform/database/connection.ts'
import { readSettings } from '../staff/settings/service.ts'
import { memberByEmail } from './lookup-queries.ts'

/** Throws invalid_input for an email at a domain that staff have blocked, or at one below it, told at that field. Ask after the email is proven: it says nothing of who has an account. */
export async function requireAllowedDomain(
  connection: Connection,
  email: string,
  field = 'email',
): Promise<void> {
  if (!(await isBlocked(connection, email))) return
  throw fieldProblem(field, `We do not accept emails at ${domainOf(email)}. Please use another email.`)
}

/** Who may read a mail that anybody can ask for: at a blocked domain only who has an account already. */
export async function readerAt(
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

/** a.b.in, b.in, in. */
const withParents = (domain: string): string[] =>
  domain.split('.').map((_, at, parts) => parts.slice(at).join('.'))

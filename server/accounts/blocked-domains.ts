import { domainToASCII } from 'node:url'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../database/connection.ts'
import { readSettings } from '../settings/service.ts'

/** Throws invalid_input for an email at a domain that staff have blocked, or at one below it, told at that field. Ask after the email is proven: it says nothing of who has an account. */
export async function requireAllowedDomain(
  connection: Connection,
  email: string,
  field = 'email',
): Promise<void> {
  const { blockedDomains } = await readSettings(connection, 'signUp')
  if (blockedDomains === '') return
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const blocked = new Set(blockedDomains.split('\n').map(domainToASCII))
  if (!withParents(domainToASCII(domain)).some((one) => blocked.has(one))) return
  const message = `We do not accept emails at ${domain}. Please use another email.`
  throw new ProblemError('invalid_input', message, { errors: [message], fields: { [field]: message } })
}

/** a.b.in, b.in, in. */
const withParents = (domain: string): string[] =>
  domain.split('.').map((_, at, parts) => parts.slice(at).join('.'))

import { v7 as uuid } from 'uuid'

import { ownerLicence, signUpReasons, signUpSentence } from '#contract/accounts/agreements.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../platform/database/connection.ts'
import { readSections } from '../staff/settings/service.ts'
import { insertAcceptance, newestLicence } from './queries.ts'

/** Records that a member signed up under a version of our notice and terms, in the transaction that creates them. */
export const recordSignUp = (trx: Connection, memberId: string, version: string): Promise<unknown> =>
  insertAcceptance(trx, {
    id: uuid(),
    memberId,
    agreement: 'sign_up',
    version,
    words: [
      `Name: ${signUpReasons.name}`,
      `Email: ${signUpReasons.email}`,
      `Phone: ${signUpReasons.phone}`,
      signUpSentence,
    ].join('\n'),
  })

/**
 * Records that an owner gave the present licence for a project, unless it is the one they gave last. Throws
 * invalid_input as requirePresentLicence does.
 */
export async function recordOwnerLicence(
  trx: Connection,
  memberId: string,
  projectId: string,
  shown: string,
): Promise<void> {
  const { version, words } = await requirePresentLicence(trx, shown)
  if ((await newestLicence(trx, projectId)) === version) return
  await insertAcceptance(trx, { id: uuid(), memberId, agreement: 'owner_licence', version, projectId, words })
}

/** Returns the present owner's licence. Throws invalid_input when the version that was shown is another. */
export async function requirePresentLicence(connection: Connection, shown: string) {
  const present = await presentLicence(connection)
  if (present.version === shown) return present
  // Not a conflict, after which an upload begins anew, and no field, because the forms show none.
  throw new ProblemError('invalid_input', 'The licence has changed. Reload the page to read it.')
}

/** Returns whether the licence that was last given for a project is not the present one. */
export async function needsOwnerLicence(connection: Connection, projectId: string): Promise<boolean> {
  const { version } = await presentLicence(connection)
  return (await newestLicence(connection, projectId)) !== version
}

async function presentLicence(connection: Connection) {
  const { fees, tax } = await readSections(connection, 'fees', 'tax')
  return ownerLicence({ sellsAs: tax.sellsAs, feePercent: fees.feeRate / 100 })
}

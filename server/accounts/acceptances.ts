import { v7 as uuid } from 'uuid'

import { ownerLicence, signUpReasons, signUpSentence } from '#contract/agreements.ts'

import type { Connection } from '../platform/database/connection.ts'
import { readSections } from '../staff/settings/service.ts'
import { insertAcceptance } from './acceptance-queries.ts'

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
 * Records that an owner gave the licence for a project under a version of its text, with the share that was shown; once
 * for each version.
 */
export async function recordOwnerLicence(
  trx: Connection,
  memberId: string,
  projectId: string,
  version: string,
): Promise<void> {
  const { fees, tax } = await readSections(trx, 'fees', 'tax')
  const words = ownerLicence({
    isMarketplace: tax.sellsAs === 'marketplace',
    share: (10_000 - fees.feeRate) / 100,
  })
  await insertAcceptance(trx, { id: uuid(), memberId, agreement: 'owner_licence', version, projectId, words })
}

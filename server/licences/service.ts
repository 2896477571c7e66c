import { ProblemError } from '#contract/kit/problem.ts'
import type { VerifiedLicence } from '#contract/orders/licences.ts'

import type { Connection } from '../database/connection.ts'
import { isOwning, orderAt } from '../orders/service.ts'
import { newCode, readCode } from './code.ts'
import { toVerified } from './presenter.ts'
import { insertLicence, licenceOf, type LicenceRow, licenceWith } from './queries.ts'
import { licenceText } from './text.ts'

export { removeName } from './queries.ts'

/** A licence as a file. */
export interface LicenceFile {
  name: string
  bytes: Buffer
}

/** The licence of an order, made when it is first asked for and the same ever after; `release`: the one whose files it lies beside. */
export async function licenceFile(
  connection: Connection,
  orderId: string,
  { publicUrl, release }: { publicUrl: string; release?: number },
): Promise<LicenceFile> {
  const licence = await readyLicence(connection, orderId)
  return {
    // With the order's number no file of the owner's is called like it.
    name: `READYMADE-LICENCE-${licence.number}.txt`,
    bytes: Buffer.from(licenceText({ licence, release, publicUrl })),
  }
}

/** The licence of one of the member's orders, as a file. Throws not_found for a stranger's, conflict for what is not theirs to use. */
export async function myLicence(
  connection: Connection,
  memberId: string,
  orderId: string,
  publicUrl: string,
): Promise<LicenceFile> {
  const order = await orderAt(connection, orderId)
  if (order?.memberId !== memberId) throw new ProblemError('not_found', 'Order not found')
  if (!isOwning(order)) throw new ProblemError('conflict', 'This order has no licence')
  return licenceFile(connection, orderId, { publicUrl })
}

/** What a code confirms to anybody. Throws not_found for one that is not ours. */
export async function verifiedLicence(connection: Connection, typed: string): Promise<VerifiedLicence> {
  const code = readCode(typed)
  const licence = code && (await licenceWith(connection, code))
  if (!licence) throw new ProblemError('not_found', 'No licence has this code')
  return toVerified(licence)
}

async function readyLicence(connection: Connection, orderId: string): Promise<LicenceRow> {
  const licence = await licenceOf(connection, orderId)
  if (licence) return licence
  await insertLicence(connection, orderId, newCode())
  return (await licenceOf(connection, orderId))!
}

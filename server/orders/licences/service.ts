import { randomInt } from 'node:crypto'

import { longDay } from '#contract/format.ts'
import type { VerifiedLicence } from '#contract/orders/documents.ts'
import { licenceTerms, ownLicenceTerms } from '#contract/orders/terms.ts'
import { ProblemError } from '#contract/problem.ts'
import { shortName } from '#server/accounts/short-name.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { isOwning } from '../order.ts'
import { orderAt } from '../queries.ts'
import { insertLicence, licenceOf, type LicenceRow, licenceWith } from './queries.ts'

/** A licence as a file. */
interface LicenceFile {
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

/** A licence as everybody sees it who has its code. */
const toVerified = (row: LicenceRow): VerifiedLicence => ({
  code: inGroups(row.code),
  orderNumber: row.number,
  projectTitle: row.title,
  kind: row.kind as VerifiedLicence['kind'],
  release: row.kind === 'source' ? row.release : null,
  licence: row.ownLicence === null ? 'readymade' : 'own',
  licenceFile: row.ownLicence,
  orderDate: row.createdAt.toISOString(),
  name: shortName(row.name),
  state: isOwning(row) ? 'valid' : 'withdrawn',
})

/** Crockford's base 32: no letter that is taken for a digit, nor U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 20

/** 100 random bits that nobody guesses. */
const newCode = (): string => Array.from({ length }, () => alphabet[randomInt(32)]).join('')

/** A code as people read it: ABCDE-FGHJK-MNPQR-STVWX. */
const inGroups = (code: string): string => code.match(/.{5}/g)!.join('-')

/** A code as it was typed or copied, in the form it is stored in; undefined when it cannot be one. */
function readCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return code.length === length && !code.includes('U') ? code : undefined
}

interface Licensed {
  licence: LicenceRow
  /** The release that the text lies beside in an archive; without one it is for all that the order entitles to. */
  release?: number | undefined
  publicUrl: string
}

/**
 * The licence as a text for people: who may do what with which files, as it was when they bought, and how anybody can see that it is
 * genuine. Where the owner's own licence holds it has no terms: they lie beside it.
 */
function licenceText({ licence, release, publicUrl }: Licensed): string {
  const { code, name, number, title, kind, createdAt, issuedAt, ownLicence } = licence
  const files =
    kind === 'report'
      ? 'the project report'
      : release === undefined
        ? `source code, release ${licence.release ?? 1} and every later approved one`
        : `source code, release ${release}`
  return `${ownLicence === null ? 'READYMADE LICENCE' : 'READYMADE RECEIPT'}

Project:   ${title}
Files:     ${files}
Buyer:     ${name}
Order:     ${number}, ${longDay(createdAt)}
Issued:    ${longDay(issuedAt)}
Code:      ${inGroups(code)}

Anybody can check this code at
${publicUrl}/verify/${inGroups(code)}


${ownLicence === null ? (licence.terms ?? licenceTerms) : ownLicenceTerms(ownLicence, licence.release)}
`
}

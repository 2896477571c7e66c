import { randomInt } from 'node:crypto'

import { longDay } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { VerifiedLicence } from '#contract/orders/documents.ts'
import { licenceHead } from '#contract/orders/licence-head.ts'
import { ownLicenceTerms } from '#contract/orders/terms.ts'
import { licenceFileName } from '#contract/projects/content-hash.ts'
import { checkpointLine } from '#contract/projects/log/note.ts'
import { shortName } from '#server/accounts/short-name.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { contentStated } from '../../projects/log/lookup-queries.ts'
import { isOwning } from '../order.ts'
import { orderById } from '../queries.ts'
import { insertLicence, licenceOf, licenceOfSeat, type LicenceRow, licenceByCode } from './queries.ts'

/** A licence as a file. */
interface LicenceFile {
  name: string
  bytes: Buffer
}

/**
 * The licence of an order as a file, created at the first request and unchanged afterwards; `release`: the one whose
 * archive contains it.
 */
export async function licenceFile(
  connection: Connection,
  orderId: string,
  { publicUrl, release }: { publicUrl: string; release?: number },
): Promise<LicenceFile> {
  return toFile(connection, { licence: await readyLicence(connection, orderId), publicUrl, release })
}

/** The licence of an accepted seat as a file; `release`: the one whose archive contains it. */
export async function seatLicenceFile(
  connection: Connection,
  seatId: string,
  facts: { publicUrl: string; release?: number },
): Promise<LicenceFile> {
  const licence = await licenceOfSeat(connection, { id: seatId })
  if (!licence) throw new ProblemError('not_found', 'Seat not found')
  return toFile(connection, { licence, ...facts })
}

async function toFile(connection: Connection, licensed: Licensed): Promise<LicenceFile> {
  const { licence, release } = licensed
  const number = release ?? licence.release
  const content =
    licence.kind === 'source' && number !== null
      ? await contentStated(connection, licence.projectId, number)
      : undefined
  return {
    // The order's number keeps the name different from the owner's files.
    name: licenceFileName(licence.number),
    bytes: Buffer.from(licenceText(licensed, content)),
  }
}

/**
 * The licence of one of the member's orders, as a file. Throws not_found for another member's order, conflict for one
 * that they do not own.
 */
export async function myLicence(
  connection: Connection,
  memberId: string,
  orderId: string,
  publicUrl: string,
): Promise<LicenceFile> {
  const order = await orderById(connection, orderId)
  if (order?.memberId !== memberId) throw new ProblemError('not_found', 'Order not found')
  if (!isOwning(order)) throw new ProblemError('conflict', 'This order has no licence')
  return licenceFile(connection, orderId, { publicUrl })
}

/** The public facts of the licence with a code. Throws not_found for an unknown code. */
export async function verifiedLicence(connection: Connection, typed: string): Promise<VerifiedLicence> {
  const code = normalizeCode(typed)
  const licence =
    code && ((await licenceByCode(connection, code)) ?? (await licenceOfSeat(connection, { code })))
  if (!licence) throw new ProblemError('not_found', 'No licence has this code')
  return toVerified(licence)
}

async function readyLicence(connection: Connection, orderId: string): Promise<LicenceRow> {
  const licence = await licenceOf(connection, orderId)
  if (licence) return licence
  await insertLicence(connection, orderId, newCode())
  return (await licenceOf(connection, orderId))!
}

/** A licence as anybody with its code sees it. */
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
  isSeat: row.isSeat,
  state: isOwning(row) ? 'valid' : 'withdrawn',
})

/** Crockford's base 32: without U and the letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 20

/** Creates a code of 100 random bits. */
export const newCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(32)]).join('')

/** A code formatted for people: ABCDE-FGHJK-MNPQR-STVWX. */
const inGroups = (code: string): string => code.match(/.{5}/g)!.join('-')

/** Converts a typed or copied code into its stored form; returns undefined when it cannot be one. */
function normalizeCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return code.length === codeLength && !code.includes('U') ? code : undefined
}

type StatedContent = NonNullable<Awaited<ReturnType<typeof contentStated>>>

/**
 * The lines that say which files the release has, and where the public log says so: with the checkpoint of that day, so
 * that every buyer holds one.
 */
function contentLines({ contentHash, number, checkpoint }: StatedContent, publicUrl: string): string {
  const origin = checkpoint?.split('\n', 1)[0]
  return `
Content hash: ${contentHash}
${
  number !== null && checkpoint
    ? `Statement:    ${number} of ${origin}
Checkpoint:   ${checkpointLine(checkpoint)}
`
    : ''
}Anybody can check the files at ${publicUrl}/verify/files
`
}

interface Licensed {
  licence: LicenceRow
  /** The release whose archive contains the text; without one the text covers all releases of the order. */
  release?: number | undefined
  publicUrl: string
}

/**
 * The licence as a text for people: the buyer, the files, the terms at the time of purchase, and the address at which
 * anybody can verify it. Under the owner's own licence it is a receipt that refers to the terms among the files.
 */
function licenceText({ licence, release, publicUrl }: Licensed, content: StatedContent | undefined): string {
  const { code, name, number, title, kind, createdAt, issuedAt, ownLicence } = licence
  const files =
    kind === 'report'
      ? 'the project report'
      : release === undefined
        ? `source code, release ${licence.release ?? 1} and every later approved one`
        : `source code, release ${release}`
  const head = licenceHead({
    heading: ownLicence === null ? 'READYMADE LICENCE' : 'READYMADE RECEIPT',
    project: title,
    files,
    buyer: name,
    isSeat: licence.isSeat,
    order: `${number}, ${longDay(createdAt)}`,
    issued: longDay(issuedAt),
    code: inGroups(code),
    publicUrl,
  })
  return `${head}${content?.contentHash ? contentLines(content, publicUrl) : ''}

${ownLicence === null ? licence.terms : ownLicenceTerms(ownLicence, licence.release)}
`
}

import { createHash } from 'node:crypto'
import { type PassThrough, Readable } from 'node:stream'

import type { ZipFile } from 'yazl'

import type { ExpectedObject } from './proven.ts'
import type { Storage } from './storage.ts'

/** Stores a ZIP whose entries have all been added, as it is being written. Throws what an entry throws; then nothing is stored. */
export async function storeZip(storage: Storage, key: string, zip: ZipFile): Promise<ExpectedObject> {
  const bytes = zip.outputStream as PassThrough
  // It may fail before anybody reads; a later read throws the error.
  bytes.on('error', () => {})
  zip.on('error', (error) => bytes.destroy(error))
  zip.end()
  const digest = createHash('sha256')
  let size = 0
  const counted = async function* () {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      digest.update(piece)
      size += piece.length
      yield piece
    }
  }
  await storage.putStream(Readable.from(counted(), { objectMode: false }), () => key)
  return { key, size, sha256: digest.digest('hex') }
}

/** Adds an entry that is opened when its turn comes, so that one entry at a time is in memory. */
export function addLazily(
  zip: ZipFile,
  path: string,
  options: Parameters<ZipFile['addReadStreamLazy']>[1],
  open: () => Promise<Readable>,
) {
  zip.addReadStreamLazy(path, options, (answer) => {
    open().then(
      (content) => answer(null, content),
      (error: unknown) => answer(error, Readable.from([])),
    )
  })
}

/** Noon of a day, '2026-11-12', by the clock of this machine: a ZIP names times without a time zone, and yazl asks that clock. */
export const dosDay = (isoDay: string): Date => new Date(`${isoDay}T12:00:00`)

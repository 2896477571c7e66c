import type { Multipart } from '@fastify/multipart'

import { isExcluded } from '#contract/exclusions.ts'
import { limits } from '#contract/limits.ts'
import { nameProblem } from '#contract/names.ts'
import { pathProblem } from '#contract/paths.ts'
import { ProblemError } from '#contract/problem.ts'

import { eachPart } from '../../http/multipart.ts'
import type { Parts } from '../../parts.ts'
import { askTogether } from '../blobs/known.ts'
import { FileTooLarge, heldInMemory, openFile, type StoredBlob, storeBlob } from '../blobs/store.ts'

/** What became of one file of a chunk. */
export type Slot = { blob: StoredBlob } | { skipped: true } | { tooLarge: true } | { failure: unknown }

/** A chunk as it came in: its text fields, and its files in their order, stored as far as possible. */
export interface Incoming {
  fields: Record<string, unknown>
  slots: Slot[]
}

/**
 * Takes a multipart request in, storing the files while they arrive and holding little of them in memory.
 * `mayStore` is asked before the first file, with the fields that have come so far. What is wrong for certain stops the
 * storing; the rest of the request is read and dropped then, so that the client gets to read why.
 */
export async function receive(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  request: AsyncIterable<Multipart>,
  incoming: Incoming,
  mayStore: (fields: Incoming['fields']) => Promise<void>,
): Promise<void> {
  const { fields, slots } = incoming
  const writing = new Writing()
  const isStored = askTogether(db)
  let paths: string[] | undefined
  let bytes = 0
  const take = async (part: Multipart) => {
    if (part.type === 'field') {
      fields[part.fieldname] = part.valueTruncated ? undefined : part.value
      if (part.fieldname === 'relativePaths') paths = pathsIn(part.value)
    }
    if (part.type === 'field' || part.fieldname !== 'files') return
    if (slots.length === 0) await mayStore(fields)
    if (slots.length === limits.chunkFiles) throw tooManyFiles()
    const path = paths?.[slots.length]
    const slot = slots.push({ skipped: true }) - 1
    if (path !== undefined) {
      const problem = pathProblem(path)
      if (problem) throw new ProblemError('invalid_input', problem)
      if (isExcluded(path) || nameProblem(path)) return
    }
    const file = await openFile(part.file)
    await writing.room(file.heldBytes)
    const keep = async () => {
      try {
        const blob = await storeBlob(storage, isStored, file)
        slots[slot] = { blob }
        bytes += blob.size
      } catch (failure) {
        const tooLarge = failure instanceof FileTooLarge
        slots[slot] = tooLarge ? { tooLarge } : { failure }
        if (tooLarge && path !== undefined) throw fileTooLarge(path)
      }
    }
    if (file.rest) await keep()
    else writing.add(keep(), file.heldBytes)
    // While the paths are not known, some of the bytes may still turn out to be excluded.
    if (bytes > limits.folderBytes * (paths ? 1 : 2)) throw folderTooLarge()
  }
  await eachPart(request, take).finally(() => writing.done())
}

const tooManyFiles = () =>
  new ProblemError('invalid_input', `At most ${limits.chunkFiles} files in one chunk`)
export const fileTooLarge = (path: string) => new ProblemError('too_large', `${path} exceeds 10MB limit`)
export const folderTooLarge = () => new ProblemError('too_large', 'Total project size exceeds 100MB limit')

/** The list of paths, if it can be read; what is wrong with it is told at the end. */
function pathsIn(text: unknown): string[] | undefined {
  try {
    const paths: unknown = JSON.parse(String(text))
    return Array.isArray(paths) && paths.every((path) => typeof path === 'string') ? paths : undefined
  } catch {
    return undefined
  }
}

/** Small files being written: a few at once, and never much memory for all of them together. */
class Writing {
  #writes = new Set<Promise<void>>()
  #bytes = 0

  async room(bytes: number) {
    while (this.#writes.size > 0 && (this.#writes.size >= 16 || this.#bytes + bytes > heldInMemory))
      await Promise.race(this.#writes)
  }

  add(write: Promise<void>, bytes: number) {
    this.#bytes += bytes
    const done = write.finally(() => {
      this.#bytes -= bytes
      this.#writes.delete(done)
    })
    this.#writes.add(done)
  }

  async done() {
    await Promise.all(this.#writes)
  }
}

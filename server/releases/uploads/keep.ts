import type { Readable } from 'node:stream'

import { isExcluded } from '#contract/files/exclusions.ts'
import { nameProblem } from '#contract/files/names.ts'
import { pathProblem } from '#contract/files/paths.ts'
import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Parts } from '../../parts.ts'
import { askTogether, type IsStored } from '../blobs/known.ts'
import {
  FileTooLarge,
  heldInMemory,
  type OpenedFile,
  openFile,
  type StoredBlob,
  storeBlob,
} from '../blobs/store.ts'

/** What became of one file of a chunk. */
export type Slot = { blob: StoredBlob } | { skipped: true } | { tooLarge: true } | { failure: unknown }

export const fileTooLarge = (path: string) => new ProblemError('too_large', `${path} exceeds 10MB limit`)
export const folderTooLarge = () => new ProblemError('too_large', 'Total project size exceeds 100MB limit')

/** Stores the files of a chunk in their order, and notes what became of each. */
export class Keeping {
  /** What the files are called, when that has been said. */
  paths: string[] | undefined
  #bytes = 0
  #writing = new Writing()
  #isStored: IsStored
  #storage: Parts['storage']
  #slots: Slot[]

  constructor({ db, storage }: Pick<Parts, 'db' | 'storage'>, slots: Slot[]) {
    this.#isStored = askTogether(db)
    this.#storage = storage
    this.#slots = slots
  }

  /** Stores a file unless its path is excluded or its name cannot be stored everywhere. Throws for what makes the chunk unacceptable. */
  async keep(bytes: Readable) {
    const path = this.paths?.[this.#slots.length]
    const slot = this.#slots.push({ skipped: true }) - 1
    if (path !== undefined) {
      const problem = pathProblem(path)
      if (problem) throw new ProblemError('invalid_input', problem)
      if (isExcluded(path) || nameProblem(path)) return
    }
    const file = await openFile(bytes)
    await this.#writing.room(file.heldBytes)
    if (file.rest) await this.#store(slot, file, path)
    else this.#writing.add(this.#store(slot, file, path), file.heldBytes)
    // While the paths are not known, some of the bytes may still turn out to be excluded.
    if (this.#bytes > limits.folderBytes * (this.paths ? 1 : 2)) throw folderTooLarge()
  }

  done = () => this.#writing.done()

  async #store(slot: number, file: OpenedFile, path: string | undefined) {
    try {
      const blob = await storeBlob(this.#storage, this.#isStored, file)
      this.#slots[slot] = { blob }
      this.#bytes += blob.size
    } catch (failure) {
      const tooLarge = failure instanceof FileTooLarge
      this.#slots[slot] = tooLarge ? { tooLarge } : { failure }
      if (tooLarge && path !== undefined) throw fileTooLarge(path)
    }
  }
}

/** Small files being written: a few at once, and never much memory for all of them together, which a Limiter does not know of. */
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

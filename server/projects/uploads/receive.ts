import type { Readable } from 'node:stream'

import type { Multipart } from '@fastify/multipart'

import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { isExcluded, nameProblem, pathProblem } from '#contract/projects/files.ts'

import type { MemberStore } from '../../accounts/member-store.ts'
import type { Dependencies } from '../../dependencies.ts'
import { eachPart } from '../../platform/http/bodies.ts'
import { keyedLimiter, type Release } from '../../platform/overload/limiter.ts'
import { StoreUnavailable } from '../../platform/storage/storage.ts'
import { openTempFiles, type TempFiles } from '../../platform/storage/temp-file.ts'
import {
  batchLookup,
  FileTooLarge,
  maxBytesInMemory,
  type IsStored,
  type OpenedFile,
  openFile,
  storeBlob,
  type StoredBlob,
} from '../releases/blobs.ts'

/** A chunk as received: its text fields, and its files in order, stored as far as possible. */
export interface Incoming {
  fields: Record<string, unknown>
  slots: Slot[]
}

interface Stores {
  db: Dependencies['db']
  store: MemberStore
}

/** The sender of a chunk, with the check that precedes storing. */
interface Sender {
  id: string
  /** Tells whether the fields received so far name a project; throws when it is not the sender's own. */
  mayStore(fields: Incoming['fields']): Promise<boolean>
}

/**
 * Receives a multipart request and stores its files while they arrive, with little memory. Files that arrive before
 * their project is known wait on the local disk until the request ends: up to 100 MB, for two requests of a member at a
 * time. Definite errors stop it at once.
 */
export async function receive(
  stores: Stores,
  request: AsyncIterable<Multipart>,
  incoming: Incoming,
  sender: Sender,
): Promise<void> {
  const { fields, slots } = incoming
  const store = new ChunkStore(stores, slots)
  let spooled = 0
  let spool: TempFiles | undefined
  let release: Release | undefined
  const handlePart = async (part: Multipart) => {
    if (part.type === 'field') {
      fields[part.fieldname] = part.valueTruncated ? undefined : part.value
      if (part.fieldname === 'relativePaths') store.paths = pathsIn(part.value)
    }
    if (part.type === 'field' || part.fieldname !== 'files') return
    if (slots.length + spooled === limits.chunkFiles) throw tooManyFiles()
    if (slots.length + spooled === 0 && !(await sender.mayStore(fields))) {
      release = await spoolSlot(sender.id)
      spool = await openTempFiles()
    }
    if (!spool) return store.save(part.file)
    spooled++
    await spool.add(part.file, requireFolderSize)
  }
  let refusal: ProblemError | undefined
  try {
    await eachPart(request, handlePart)
    if (spool && (await sender.mayStore(fields)))
      for await (const file of spool.files()) await store.save(file)
  } finally {
    refusal = await store.done()
    await spool?.close()
    release?.()
  }
  if (refusal) throw refusal
}

const spoolSlot = keyedLimiter({ slots: 2 })

function requireFolderSize(bytes: number) {
  if (bytes > limits.folderBytes) throw folderTooLarge()
}

export const tooManyFiles = () =>
  new ProblemError('invalid_input', `At most ${limits.chunkFiles} files in one chunk`)

/** Parses the list of paths; undefined when it is malformed, which is reported at the end. */
function pathsIn(text: unknown): string[] | undefined {
  try {
    const paths: unknown = JSON.parse(String(text))
    return Array.isArray(paths) && paths.every((path) => typeof path === 'string') ? paths : undefined
  } catch {
    return undefined
  }
}

/** The outcome of one file of a chunk. */
type Slot = { blob: StoredBlob } | { skipped: true } | { tooLarge: true } | { failure: unknown }

export const fileTooLarge = (path: string) => new ProblemError('too_large', `${path} exceeds 10MB limit`)
export const folderTooLarge = () => new ProblemError('too_large', 'Total project size exceeds 100MB limit')

/** Stores the files of a chunk in order, and records the outcome of each. */
class ChunkStore {
  /** The paths of the files, once they are known. */
  paths: string[] | undefined
  #bytes = 0
  #writing = new WriteLimit()
  #silent: StoreUnavailable | undefined
  #isStored: IsStored
  #refusal: ProblemError | undefined
  #store: MemberStore
  #slots: Slot[]

  constructor({ db, store }: Stores, slots: Slot[]) {
    this.#isStored = batchLookup(db)
    this.#store = store
    this.#slots = slots
  }

  /**
   * Stores a file unless its path is excluded or its name cannot be stored everywhere. Throws when the whole chunk is
   * unacceptable.
   */
  async save(bytes: Readable) {
    const path = this.paths?.[this.#slots.length]
    const slot = this.#slots.push({ skipped: true }) - 1
    if (path !== undefined) {
      const problem = pathProblem(path)
      if (problem) throw new ProblemError('invalid_input', problem)
      if (isExcluded(path) || nameProblem(path)) return
    }
    const file = await openFile(bytes)
    await this.#writing.room(file.heldBytes)
    if (file.rest) await this.#storeFile(slot, file, path)
    else this.#writing.add(this.#storeFile(slot, file, path), file.heldBytes)
    if (this.#refusal) throw this.#refusal
    // Until the paths are known, some of the bytes may still turn out to be excluded.
    if (this.#bytes > limits.folderBytes * (this.paths ? 1 : 2)) throw folderTooLarge()
  }

  /** Waits for what is being written. Answers why the member may store no more, if that is so. */
  async done(): Promise<ProblemError | undefined> {
    await this.#writing.done()
    return this.#refusal
  }

  async #storeFile(slot: number, file: OpenedFile, path: string | undefined) {
    try {
      // The next file would only wait for the same store.
      if (this.#silent ?? this.#refusal) throw this.#silent ?? this.#refusal
      const blob = await storeBlob(this.#store, this.#isStored, file)
      this.#slots[slot] = { blob }
      this.#bytes += blob.size
    } catch (failure) {
      if (failure instanceof StoreUnavailable) this.#silent = failure
      if (failure instanceof ProblemError) this.#refusal = failure
      const tooLarge = failure instanceof FileTooLarge
      this.#slots[slot] = tooLarge ? { tooLarge } : { failure }
      if (tooLarge && path !== undefined) throw fileTooLarge(path)
    }
  }
}

/** Limits concurrent writes of small files, by their number and by their memory together, which a Limiter cannot do. */
class WriteLimit {
  #writes = new Set<Promise<void>>()
  #bytes = 0

  async room(bytes: number) {
    while (this.#writes.size > 0 && (this.#writes.size >= 16 || this.#bytes + bytes > maxBytesInMemory))
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

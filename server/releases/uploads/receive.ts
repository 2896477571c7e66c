import type { Multipart } from '@fastify/multipart'

import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import { eachPart } from '../../http/bodies/multipart.ts'
import { limiterEach } from '../../overload/limiter-each.ts'
import type { Release } from '../../overload/limiter.ts'
import type { Parts } from '../../parts.ts'
import { openSpool, type Spool } from '../../storage/draft.ts'
import { folderTooLarge, Keeping, type Slot } from './keep.ts'

/** A chunk as it came in: its text fields, and its files in their order, stored as far as possible. */
export interface Incoming {
  fields: Record<string, unknown>
  slots: Slot[]
}

/** Who sends a chunk, and what is asked before any of it is stored. */
export interface Sender {
  id: string
  /** Says whether the fields that have come so far name a project yet; throws when it is none of the sender's. */
  mayStore(fields: Incoming['fields']): Promise<boolean>
}

/**
 * Takes a multipart request in, storing the files while they arrive and holding little of them in memory. Files that come
 * before their project is known wait on the local disk until all has come: up to 100 MB, for two requests of a member at
 * once. What is wrong for certain stops it at once.
 */
export async function receive(
  stores: Pick<Parts, 'db' | 'storage'>,
  request: AsyncIterable<Multipart>,
  incoming: Incoming,
  sender: Sender,
): Promise<void> {
  const { fields, slots } = incoming
  const keeping = new Keeping(stores, slots)
  let spooled = 0
  let spool: Spool | undefined
  let release: Release | undefined
  const take = async (part: Multipart) => {
    if (part.type === 'field') {
      fields[part.fieldname] = part.valueTruncated ? undefined : part.value
      if (part.fieldname === 'relativePaths') keeping.paths = pathsIn(part.value)
    }
    if (part.type === 'field' || part.fieldname !== 'files') return
    if (slots.length + spooled === limits.chunkFiles) throw tooManyFiles()
    if (slots.length + spooled === 0 && !(await sender.mayStore(fields))) {
      release = await spoolSlot(sender.id)
      spool = await openSpool()
    }
    if (!spool) return keeping.keep(part.file)
    spooled++
    await spool.add(part.file, requireFolderSize)
  }
  try {
    await eachPart(request, take)
    if (spool && (await sender.mayStore(fields)))
      for await (const file of spool.files()) await keeping.keep(file)
  } finally {
    await keeping.done()
    await spool?.close()
    release?.()
  }
}

const spoolSlot = limiterEach({ slots: 2 })

function requireFolderSize(bytes: number) {
  if (bytes > limits.folderBytes) throw folderTooLarge()
}

export const tooManyFiles = () =>
  new ProblemError('invalid_input', `At most ${limits.chunkFiles} files in one chunk`)

/** The list of paths, if it can be read; what is wrong with it is reported at the end. */
function pathsIn(text: unknown): string[] | undefined {
  try {
    const paths: unknown = JSON.parse(String(text))
    return Array.isArray(paths) && paths.every((path) => typeof path === 'string') ? paths : undefined
  } catch {
    return undefined
  }
}

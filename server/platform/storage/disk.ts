import { randomUUID } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

import type { ListedObject, Storage } from './storage.ts'

/**
 * Stores files in a folder of this machine. They are written under another name and then renamed, so that a killed
 * process leaves no partial object. They are synced to the disk before `put` resolves, so that a power cut loses no
 * acknowledged file.
 */
export function diskStorage(url: string): Storage {
  const root = fileURLToPath(url)
  const at = (key: string) => join(root, key)
  const store = async (bytes: Buffer | Readable, nameIt: () => string) => {
    const temporary = at(`incoming/${randomUUID()}`)
    try {
      await writeSynced(temporary, bytes)
      const target = at(nameIt())
      await inFolderOf(target, () => rename(temporary, target))
      await sync(dirname(target))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
  return {
    put: (key, bytes) => store(bytes, () => key),
    putStream: store,
    get: (key) => readFile(at(key)),
    stream: async (key, range) => createReadStream(at(key), { highWaterMark: 64 * 1024, ...range }),
    async *pieces(key, { start, end }, size) {
      const file = await open(at(key))
      try {
        const memory = Buffer.allocUnsafeSlow(size)
        for (let from = start; from <= end; from += size) {
          const { bytesRead } = await file.read(memory, 0, Math.min(size, end + 1 - from), from)
          yield memory.subarray(0, bytesRead)
        }
      } finally {
        await file.close()
      }
    },
    about: async (key) => {
      const found = await stat(at(key)).catch(ignoreMissing)
      return found && { size: found.size, version: `${found.ino}-${found.size}-${found.mtimeMs}` }
    },
    list: (folder, after = '') => filesIn(root, folder, after),
    delete: (key) => rm(at(key), { force: true }),
    link: async () => undefined,
  }
}

async function writeSynced(path: string, bytes: Buffer | Readable) {
  const file = await inFolderOf(path, () => open(path, 'wx'))
  try {
    await file.writeFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Syncs a folder's entries to the disk. */
async function sync(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Does work on a path, and makes its folder if it turns out to be missing. */
async function inFolderOf<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isMissing(error)) throw error
    await makeSynced(dirname(path))
    return work()
  }
}

async function makeSynced(folder: string) {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await sync(dirname(made))
}

async function* filesIn(root: string, folder: string, after: string): AsyncGenerator<ListedObject> {
  const entries: Dirent[] =
    (await readdir(join(root, folder), { withFileTypes: true }).catch(ignoreMissing)) ?? []
  const keys = entries.map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : ''))
  for (const key of keys.toSorted()) {
    if (key <= after && !after.startsWith(key)) continue
    if (key.endsWith('/')) yield* filesIn(root, key, after)
    else if (key !== after) {
      const found = await stat(join(root, key)).catch(ignoreMissing)
      if (found) yield { key, size: found.size, storedAt: found.mtime }
    }
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

import { randomUUID } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

import type { Storage } from './storage.ts'

/**
 * Files in a folder of this machine. Written under another name and then renamed, so that a killed process leaves no half
 * object; on the disk, not only in its cache, before `put` resolves, so that a power cut loses nothing acknowledged.
 */
export function diskStorage(url: string): Storage {
  const root = fileURLToPath(url)
  const at = (key: string) => join(root, key)
  const arrive = async (bytes: Buffer | Readable, nameIt: () => string) => {
    const draft = at(`incoming/${randomUUID()}`)
    try {
      await writeLasting(draft, bytes)
      const target = at(nameIt())
      await inFolderOf(target, () => rename(draft, target))
      await sync(dirname(target))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
  return {
    put: (key, bytes) => arrive(bytes, () => key),
    putStream: arrive,
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
      const found = await stat(at(key)).catch(nothingThere)
      return found && { size: found.size, version: `${found.ino}-${found.size}-${found.mtimeMs}` }
    },
    list: (folder) => filesIn(root, folder),
    delete: (key) => rm(at(key), { force: true }),
    link: async () => undefined,
  }
}

async function writeLasting(path: string, bytes: Buffer | Readable) {
  const file = await inFolderOf(path, () => open(path, 'wx'))
  try {
    await file.writeFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Brings to the disk which files a folder holds. */
async function sync(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Does a piece of work on a path, making the folder it lies in when it turns out to be missing. */
async function inFolderOf<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isMissing(error)) throw error
    await makeLasting(dirname(path))
    return work()
  }
}

async function makeLasting(folder: string) {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await sync(dirname(made))
}

async function* filesIn(root: string, folder: string): AsyncGenerator<{ key: string; storedAt: Date }> {
  const entries: Dirent[] =
    (await readdir(join(root, folder), { withFileTypes: true }).catch(nothingThere)) ?? []
  for (const entry of entries) {
    const key = folder + entry.name
    if (entry.isDirectory()) yield* filesIn(root, `${key}/`)
    else {
      const found = await stat(join(root, key)).catch(nothingThere)
      if (found) yield { key, storedAt: found.mtime }
    }
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function nothingThere(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

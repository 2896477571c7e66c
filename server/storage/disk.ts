import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

import type { Storage } from './storage.ts'

/** Files in a folder of this machine. Written under another name and then renamed, so that a killed process leaves no half object. */
export function diskStorage(url: string): Storage {
  const root = fileURLToPath(url)
  const at = (key: string) => join(root, key)
  const arrive = async (write: (draft: string) => Promise<void>, nameIt: () => string) => {
    const draft = at(`incoming/${randomUUID()}`)
    try {
      await inFolderOf(draft, () => write(draft))
      const target = at(nameIt())
      await inFolderOf(target, () => rename(draft, target))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
  return {
    put: (key, bytes) =>
      arrive(
        (draft) => writeFile(draft, bytes),
        () => key,
      ),
    putStream: async (bytes, nameIt) => {
      await mkdir(at('incoming'), { recursive: true })
      await arrive((draft) => pipeline(bytes, createWriteStream(draft)), nameIt)
    },
    get: (key) => readFile(at(key)),
    stream: async (key, range) => createReadStream(at(key), { highWaterMark: 256 * 1024, ...range }),
    about: async (key) => {
      const found = await stat(at(key)).catch(nothingThere)
      return found && { size: found.size, version: `${found.ino}-${found.size}-${found.mtimeMs}` }
    },
    list: (folder) => filesIn(root, folder),
    delete: (key) => rm(at(key), { force: true }),
    link: async () => undefined,
  }
}

/** Does a piece of work on a path, making the folder it lies in when it turns out to be missing. */
async function inFolderOf(path: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!isMissing(error)) throw error
    await mkdir(dirname(path), { recursive: true })
    await work()
  }
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

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Storage } from './storage.ts'

/** Files in a folder of this machine. Written under another name and then renamed, so that a killed process leaves no half object. */
export function diskStorage(url: string): Storage {
  const folder = fileURLToPath(url)
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  const arrive = async (write: (draft: string) => Promise<void>, nameIt: () => string) => {
    const draft = `incoming/${randomUUID()}`
    try {
      await write(draft)
      await disk.move(draft, nameIt())
    } catch (error) {
      await disk.delete(draft).catch(() => {})
      throw error
    }
  }
  return {
    put: (key, bytes) => arrive((draft) => disk.put(draft, bytes), () => key),
    putStream: (bytes, nameIt) => arrive((draft) => disk.putStream(draft, bytes), nameIt),
    get: async (key) => Buffer.from(await disk.getBytes(key)),
    stream: async (key, range) => createReadStream(join(folder, key), { highWaterMark: 1024 * 1024, ...range }),
    size: (key) =>
      stat(join(folder, key)).then(
        ({ size }) => size,
        () => undefined,
      ),
    delete: (key) => disk.delete(key),
    link: async () => undefined,
  }
}

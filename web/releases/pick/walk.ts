import { limits } from '#contract/kit/limits.ts'

import { type Picked, type PickedFile, sieve } from './picked.ts'
import { slices } from './slices.ts'

/** A folder of the disk, however the browser hands it over; what lies in it is read when it is asked for. */
export interface Folder {
  name: string
  entries(): AsyncIterable<Folder | Unopened>
}

interface Unopened {
  name: string
  open(): Promise<File>
}

/** Hears how many files have been looked at so far. */
export type OnSeen = (files: number) => void

/**
 * The files below folders, without looking into those that are left out: nobody waits for 20,000 installed files. The
 * folder around everything is taken off. Throws an Error with the text to show when a folder cannot be read.
 */
export async function filesBelow(tops: readonly Folder[], onSeen?: OnSeen): Promise<Picked<PickedFile>> {
  try {
    return await walked(tops, onSeen)
  } catch (thrown) {
    throw new Error(`Error processing folder: ${(thrown as Error).message}`, { cause: thrown })
  }
}

async function walked(tops: readonly Folder[], onSeen?: OnSeen) {
  const [slice, { takes, enters, leftOut }] = [slices(), sieve()]
  const files: PickedFile[] = []
  const waiting = tops.map((folder) => ({ folder, path: tops.length === 1 ? '' : folder.name }))
  for (const { folder, path } of waiting) {
    if (path && !enters(path)) continue
    const wanted: { path: string; file: Unopened }[] = []
    for await (const inner of folder.entries()) {
      const within = path ? `${path}/${inner.name}` : inner.name
      if ('entries' in inner) waiting.push({ folder: inner, path: within })
      else if (takes(within)) wanted.push({ path: within, file: inner })
      await slice()
    }
    if (files.length + wanted.length > limits.folderFiles)
      throw new Error(`Too many files. Max ${limits.folderFiles}.`)
    while (wanted.length > 0) {
      files.push(...(await Promise.all(wanted.splice(0, atOnce).map(opened))))
      onSeen?.(files.length)
      await slice()
    }
  }
  return { files, leftOut: leftOut() }
}

/** Files that are opened at once: the browser answers for all of them in one go. */
const atOnce = 20

async function opened({ path, file }: { path: string; file: Unopened }): Promise<PickedFile> {
  const open = await file.open()
  return { path, size: open.size, file: open }
}

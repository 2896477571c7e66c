import { limits } from '#contract/kit/limits.ts'

import { type Picked, type PickedFile, sieve } from './picked.ts'
import { slices } from './slices.ts'

/** A folder of the disk, however the browser hands it over; what lies in it is read when it is asked for. */
export interface Folder {
  name: string
  read(): Promise<{ folders: Folder[]; files: Unopened[] }>
}

export interface Unopened {
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
    const inside = await folder.read()
    const within = (name: string) => (path ? `${path}/${name}` : name)
    for (const inner of inside.folders) waiting.push({ folder: inner, path: within(inner.name) })
    const wanted = inside.files.filter(({ name }) => takes(within(name)))
    const opened = await Promise.all(wanted.map((file) => file.open()))
    for (const [index, { name }] of wanted.entries())
      files.push({ path: within(name), size: opened[index]!.size, file: opened[index]! })
    if (files.length > limits.folderFiles) throw new Error(`Too many files. Max ${limits.folderFiles}.`)
    onSeen?.(files.length)
    await slice()
  }
  return { files, leftOut: leftOut() }
}

import { namedBanners } from './banners.ts'
import { type Foreign, isCode, outermost, type UploadedFile } from './files.ts'
import { compiled, toolOf } from './generated.ts'
import { companions, libraryFile, libraryFolders, sourceFolders } from './libraries.ts'
import { knownFolders } from './places.ts'
import { demoPages } from './templates.ts'

/**
 * The files that their owner did not write, by path: frameworks, libraries, demo pages of templates, build output, and
 * what a tool made. They are recognised by content and place, in time that grows with the size of the files.
 */
export function foreignFiles(files: readonly UploadedFile[]): Map<string, Foreign> {
  const found = new Map<string, Foreign>()
  markInside(files, knownFolders(files), found)
  const banners = namedBanners(files.filter(({ path }) => !found.has(path)))
  for (const file of files) {
    if (found.has(file.path)) continue
    const one = libraryFile(file) ?? toolOf(file) ?? banners.get(file.path) ?? compiled(file)
    if (one) found.set(file.path, { ...one, place: file.path })
  }
  for (const [path, companion] of companions(files, found)) found.set(path, companion)
  markInside(files, libraryFolders(files, found), found)
  markInside(files, sourceFolders(files, found), found)
  for (const page of demoPages(files.filter(({ path }) => !found.has(path)))) found.set(page.place, page)
  return found
}

/** Marks the files inside folders; a folder says more than the single files that were recognised in it. */
function markInside(files: readonly UploadedFile[], folders: Foreign[], found: Map<string, Foreign>) {
  if (folders.length === 0) return
  const byPlace = new Map(folders.map((folder) => [folder.place, folder]))
  for (const { path } of files) {
    const inside = outermost(path, byPlace)
    // A tool makes the code of such a folder; keys and settings in it are the owner's.
    if (
      inside &&
      (inside.kind !== 'generated' || !/\.(?:properties|json|env|jks|keystore|p8|txt)$/i.test(path))
    )
      found.set(path, inside)
  }
}

/** Code of others as a list for people: one row for each thing, with the number of its files, the largest first. */
export function foreignGroups(found: ReadonlyMap<string, Foreign>): (Foreign & { files: number })[] {
  const groups = new Map<string, Foreign & { files: number }>()
  for (const [path, { kind, name, place }] of found) {
    if (kind !== 'built' && !isCode(path)) continue
    const key = `${kind}\n${name}`
    const group = groups.get(key)
    if (group) group.files++
    else groups.set(key, { kind, name: name.toWellFormed(), place, files: 1 })
  }
  return [...groups.values()].toSorted((one, other) => other.files - one.files)
}

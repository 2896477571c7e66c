import { parentOf } from '#contract/files/paths.ts'

/** A folder of a release with all that is in it, however deep; `folders` and `entries` count what lies directly in it. */
export interface ReleaseFolder {
  path: string
  /** The folder it lies in; null for the top, whose path is ''. */
  folder: string | null
  folders: number
  entries: number
  files: number
  size: number
}

/** Every folder of these files, the top included. */
export function foldersOf(files: readonly { path: string; size: number }[]): ReleaseFolder[] {
  const known = new Map<string, ReleaseFolder>()
  at(known, '')
  for (const { path, size } of files) {
    const folder = at(known, parentOf(path))
    folder.entries++
    folder.files++
    folder.size += size
  }
  const all = [...known.values()]
  // Longer paths first: what lies in a folder is complete before it is added to it.
  for (const inner of all.toSorted((one, other) => other.path.length - one.path.length)) {
    if (inner.folder === null) continue
    const outer = known.get(inner.folder)!
    outer.files += inner.files
    outer.size += inner.size
  }
  return all
}

/** The folder at a path, made with those around it when it is new. */
function at(known: Map<string, ReleaseFolder>, path: string): ReleaseFolder {
  const present = known.get(path)
  if (present) return present
  const made = {
    path,
    folder: path === '' ? null : parentOf(path),
    folders: 0,
    entries: 0,
    files: 0,
    size: 0,
  }
  known.set(path, made)
  if (made.folder === null) return made
  const outer = at(known, made.folder)
  outer.folders++
  outer.entries++
  return made
}

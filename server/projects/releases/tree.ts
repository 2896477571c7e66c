import { parentOf } from '#contract/projects/files.ts'
import { languagesIn } from '#contract/projects/pictures.ts'
import type { ProjectCard } from '#contract/projects/projects.ts'

/** A folder of a release with all that is in it, however deep; `folders` and `entries` count what lies directly in it. */
interface ReleaseFolder {
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

/** What is drawn of a release wherever its project stands on a list: its languages, and the top of its file tree. */
export function coverOf(files: readonly CoverFile[]): Pick<ProjectCard, 'languages' | 'fileTree'> {
  const sizes = new Map<string, number>()
  for (const { language, size } of files) if (language) sizes.set(language, (sizes.get(language) ?? 0) + size)
  const languages = [...sizes].map(([name, size]) => ({ name, size }))
  return { languages: languagesIn(languages), fileTree: topOfTree(files) }
}

/**
 * At most nine rows as they stand in the tree, folders first: the top level, and in it one open folder, that of the file
 * which starts the program, otherwise the one with most source code. What has no room is left out, the smallest first.
 */
function topOfTree(files: readonly CoverFile[]): Row[] {
  const start = startOf(files)
  const opened = (start && parentOf(start)) || sourceFolder(files)
  const entries: Entry[] = [
    ...foldersOf(files).flatMap(({ path, size, folder }) =>
      folder === null ? [] : [{ path, size, folder, isFolder: true }],
    ),
    ...files.map(({ path, size }) => ({ path, size, folder: parentOf(path), isFolder: false })),
  ]
  const weight = ({ path, size }: Entry) => (path === start || path === opened ? Infinity : size)
  const largest = (rows: Entry[], max: number) =>
    rows
      .toSorted((one, other) => weight(other) - weight(one))
      .slice(0, max)
      .toSorted(inTreeOrder)
  const row = ({ path, size, isFolder }: Entry, name: string, depth: number) => ({
    name: shortened(isFolder ? `${name}/` : name),
    depth,
    size,
    isEntry: path === start,
  })
  // The open folder stands on the top level under its whole path, in place of the one that it lies in.
  const top = entries.filter(({ path, folder }) =>
    path === opened ? true : folder === '' && !opened.startsWith(`${path}/`),
  )
  const inner = entries.filter(({ folder }) => opened !== '' && folder === opened)
  const innerRows = Math.min(inner.length, Math.max(4, maxRows - top.length))
  return largest(top, maxRows - innerRows).flatMap((one) => [
    row(one, one.path, 0),
    ...(one.path === opened
      ? largest(inner, innerRows).map((below) => row(below, below.path.slice(opened.length + 1), 1))
      : []),
  ])
}

/** The file that starts the program, by its name; of several the surest name, then the highest in the tree. */
const startOf = (files: readonly CoverFile[]) =>
  starting
    .flatMap((names) =>
      files
        .filter(({ path }) => names.test(path))
        .toSorted((one, other) => depthOf(one.path) - depthOf(other.path)),
    )
    .at(0)?.path

const starting = [
  /(^|\/)(index\.(html?|php)|main\.[a-z]{1,5}|__main__\.py|manage\.py)$/i,
  /(^|\/)(index\.[jt]sx?|(app|server|program)\.[a-z]{1,5})$/i,
]

/** The folder of the top level with most source code, or '' when there is none. */
function sourceFolder(files: readonly CoverFile[]): string {
  const sizes = new Map<string, number>()
  for (const { path, size, language } of files) {
    const [folder, inner] = path.split('/')
    if (inner !== undefined && language && !data.has(language))
      sizes.set(folder!, (sizes.get(folder!) ?? 0) + size)
  }
  return [...sizes].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

const data = new Set(['JSON', 'YAML', 'TOML', 'XML', 'Markdown', 'Text'])

const inTreeOrder = (one: Entry, other: Entry) =>
  Number(other.isFolder) - Number(one.isFolder) || one.path.localeCompare(other.path)
const depthOf = (path: string) => path.split('/').length
/** No drawing has room for more. */
const shortened = (name: string) => (name.length > 40 ? `${name.slice(0, 39)}…` : name)

const maxRows = 9

type Row = ProjectCard['fileTree'][number]
type CoverFile = { path: string; size: number; language: string | null }
type Entry = { path: string; size: number; folder: string; isFolder: boolean }

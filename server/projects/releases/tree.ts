import { parentOf } from '#contract/projects/files.ts'
import { languageShares } from '#contract/projects/pictures.ts'
import type { ProjectCard } from '#contract/projects/project.ts'

import { dataLanguages, type LanguageSize } from './languages.ts'

/** A folder of a release with its totals at any depth; `folders` and `entries` count only direct children. */
interface ReleaseFolder {
  path: string
  /** The parent folder; null for the top, whose path is ''. */
  folder: string | null
  folders: number
  entries: number
  files: number
  size: number
}

/** Every folder of these files, the top included. */
export function foldersOf(files: readonly { path: string; size: number }[]): ReleaseFolder[] {
  const known = new Map<string, ReleaseFolder>()
  ensureFolder(known, '')
  for (const { path, size } of files) {
    const folder = ensureFolder(known, parentOf(path))
    folder.entries++
    folder.files++
    folder.size += size
  }
  const all = [...known.values()]
  // Longer paths first, so that a folder's totals are complete before they are added to its parent.
  for (const inner of all.toSorted((one, other) => other.path.length - one.path.length)) {
    if (inner.folder === null) continue
    const outer = known.get(inner.folder)!
    outer.files += inner.files
    outer.size += inner.size
  }
  return all
}

/** The folder at a path; creates it and its parents when they are new. */
function ensureFolder(known: Map<string, ReleaseFolder>, path: string): ReleaseFolder {
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
  const outer = ensureFolder(known, made.folder)
  outer.folders++
  outer.entries++
  return made
}

/**
 * The cover of a release on cards and lists: its languages, and the top of its file tree. The check of the files knows
 * both better than the names of the files.
 */
export function coverOf(
  files: readonly CoverFile[],
  known?: { languages: readonly LanguageSize[]; entry: string | null },
): Pick<ProjectCard, 'languages' | 'fileTree'> {
  if (known) return { languages: languageShares(known.languages), fileTree: topOfTree(files, known.entry) }
  const sizes = new Map<string, number>()
  for (const { language, size } of files) if (language) sizes.set(language, (sizes.get(language) ?? 0) + size)
  const languages = [...sizes].map(([name, size]) => ({ name, size }))
  return { languages: languageShares(languages), fileTree: topOfTree(files, entryOf(files)) }
}

/**
 * At most nine rows in the order of the tree, folders first: the top level with one folder open, that of the file which
 * starts the program, otherwise the one with most source code. The largest entries come first when there is no room for
 * all.
 */
function topOfTree(files: readonly CoverFile[], start: string | null | undefined): Row[] {
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
  // The open folder is on the top level under its whole path, in place of the folder that contains it.
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

/** The file that starts the program, by its name: the most certain name first, then the file nearest to the top. */
const entryOf = (files: readonly CoverFile[]) =>
  entryNames
    .flatMap((names) =>
      files
        .filter(({ path }) => names.test(path))
        .toSorted((one, other) => depthOf(one.path) - depthOf(other.path)),
    )
    .at(0)?.path

const entryNames = [
  /(^|\/)(index\.(html?|php)|main\.(?!css|scss|less|json|txt)[a-z]{1,5}|__main__\.py|manage\.py)$/i,
  /(^|\/)(index\.[jt]sx?|(app|server|program)\.(?!css|scss|less|json|txt|xml)[a-z]{1,5})$/i,
]

/** The top-level folder with most source code, or '' when there is none. */
function sourceFolder(files: readonly CoverFile[]): string {
  const sizes = new Map<string, number>()
  for (const { path, size, language } of files) {
    const [folder, inner] = path.split('/')
    if (inner !== undefined && language && (language === 'SQL' || !dataLanguages.has(language)))
      sizes.set(folder!, (sizes.get(folder!) ?? 0) + size)
  }
  return [...sizes].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

const inTreeOrder = (one: Entry, other: Entry) =>
  Number(other.isFolder) - Number(one.isFolder) || one.path.localeCompare(other.path)
const depthOf = (path: string) => path.split('/').length
/** Shortens a name to the 40 characters for which a cover has room. */
const shortened = (name: string) => (name.length > 40 ? `${name.slice(0, 39)}…` : name)

const maxRows = 9

type Row = ProjectCard['fileTree'][number]
type CoverFile = { path: string; size: number; language: string | null }
type Entry = { path: string; size: number; folder: string; isFolder: boolean }

import { parentOf } from '#contract/projects/files.ts'
import type { SetUp } from '#contract/projects/set-up.ts'

import { nameOf, type SourceFile, type Sources } from '../files/sources.ts'

/** Where the pages of a program have to lie on a server, by their links. */
export type Placed = Pick<SetUp, 'root' | 'folder' | 'topLink'>

/**
 * The first folder in the links of the pages, the folder of the release that has to lie under that name, and a link that
 * begins at the top of the server. `entry` is the first page.
 */
export function placedBy(sources: Sources, entry: string | null): Placed {
  const links = [...linksIn(sources)]
  const folders = foldersOf(sources)
  const byName = Map.groupBy(
    links.filter(({ name, rest, isWhole }) => isWhole || isElsewhere(sources, name, rest)),
    ({ name }) => name.toLowerCase(),
  )
  const [named] = [...byName.values()].toSorted((one, other) => other.length - one.length)
  if (named) {
    const [first] = named
    const root = rootFor(
      sources,
      named.map(({ rest }) => rest),
      { name: first!.name, folders, entry },
    )
    return {
      root,
      folder: { name: first!.name, file: first!.file.path, line: sources.lineAt(first!.file, first!.index) },
      topLink: null,
    }
  }
  // A page of another part of the program has a server of its own.
  const own = entry === null ? [] : ['', ...new Set([parentOf(entry), parentOf(parentOf(entry))])]
  const isOwn = ({ name, rest }: Link) =>
    own.some((folder) => sources.paths.has(`${folder}${folder === '' ? '' : '/'}${name}${rest}`))
  const top = links.find(
    (link) => !link.isWhole && /\.(?:php|phtml|inc)$/.test(link.file.path) && isOwn(link),
  )
  const link = top && `${top.name}${top.rest}`
  const root = link
    ? shortest(
        sources.files.map(({ path }) => path).filter((path) => path === link || path.endsWith(`/${link}`)),
      )
    : undefined
  return {
    root: root === undefined ? '' : root.slice(0, Math.max(0, root.length - link!.length - 1)),
    folder: null,
    topLink: top
      ? { name: `/${link!}`, file: top.file.path, line: sources.lineAt(top.file, top.index) }
      : null,
  }
}

const shortest = (paths: string[]) => paths.toSorted((one, other) => one.length - other.length)[0]

interface Link {
  name: string
  /** What follows the name, with its slash. */
  rest: string
  /** Whether it names the server too. */
  isWhole: boolean
  file: SourceFile
  index: number
}

/** The most links that are looked at. */
const maxLinks = 2000

function* linksIn(sources: Sources): Generator<Link> {
  let count = 0
  for (const file of sources.written('php', 'phtml', 'inc', 'html', 'htm', 'js', 'css', 'htaccess')) {
    const code = sources.code(file)
    for (const { pattern, isWhole } of patterns)
      for (const { 0: all, 1: name, 2: rest = '', index } of code.matchAll(pattern)) {
        if (notNames.test(name!) || count++ > maxLinks) continue
        yield {
          name: name!,
          rest: rest.replace(/[?#].*$/, ''),
          isWhole,
          file,
          index: index + all.indexOf(name!),
        }
      }
  }
}

const rest = String.raw`(\/[\w./-]{0,120})?`
const patterns: { pattern: RegExp; isWhole: boolean }[] = [
  {
    pattern: new RegExp(
      `https?:\\/\\/(?:localhost|127\\.0\\.0\\.1)(?::(?:80|8080|81))?\\/([A-Za-z_][\\w.-]{0,60})${rest}(?=["'?#\\s<])`,
      'g',
    ),
    isWhole: true,
  },
  {
    pattern: new RegExp(
      `DOCUMENT_ROOT["']?\\]?\\s{0,4}\\.\\s{0,4}["']\\/([A-Za-z_][\\w.-]{0,60})${rest}`,
      'g',
    ),
    isWhole: false,
  },
  {
    pattern: new RegExp(
      `\\b(?:href|src|action)\\s{0,2}=\\s{0,2}\\\\?["']\\/([A-Za-z_][\\w.-]{0,60})${rest}(?=\\\\?["'?#])`,
      'gi',
    ),
    isWhole: false,
  },
  {
    pattern: new RegExp(
      `(?:\\bLocation\\s{0,2}:\\s{0,2}|\\blocation(?:\\.href)?\\s{0,2}=\\s{0,2}["']|\\burl\\s{0,2}:\\s{0,2}["']|\\bRewriteBase\\s{1,4})\\/([A-Za-z_][\\w.-]{0,60})${rest}`,
      'gi',
    ),
    isWhole: false,
  },
]

const notNames = /^(?:phpmyadmin|localhost|api|dashboard|xampp)$/i

/** True for a link whose first folder is no folder of the release, while what follows it is a file of it. */
const isElsewhere = (sources: Sources, name: string, rest: string) =>
  rest.length > 1 && !sources.hasExactEnding(`${name}${rest}`) && sources.hasEnding(rest.slice(1))

const foldersOf = (sources: Sources) => [...new Set(sources.files.map(({ path }) => parentOf(path)))]

/** The folder of the release that links lead into: one of their name, or the one from which most of them resolve. */
function rootFor(
  sources: Sources,
  rests: string[],
  { name, folders, entry }: { name: string; folders: string[]; entry: string | null },
): string {
  const own = folders.filter((folder) => nameOf(folder).toLowerCase() === name.toLowerCase())
  const candidates = ['', ...own, ...(entry ? [parentOf(entry), parentOf(parentOf(entry))] : [])]
  const found = (folder: string) =>
    rests.filter((one) => sources.paths.has(folder ? `${folder}${one}` : one.slice(1))).length +
    (own.includes(folder) ? 0.5 : 0) +
    (folder === '' ? 0.1 : 0)
  return candidates.toSorted((one, other) => found(other) - found(one))[0]!
}

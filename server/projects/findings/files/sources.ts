import { parentOf } from '#contract/projects/files.ts'

import type { Foreign } from '../../foreign/files.ts'
import { foreignFiles } from '../../foreign/foreign.ts'
import { type StringLiteral, strip, type Stripped } from './comments.ts'

/** A file of a project. It has no text when it is binary or beyond the limits of one check. */
export interface ProjectFile {
  path: string
  size: number
  text?: string | undefined
  /** Only both ends of its text are there. */
  isCut?: true
  /** The bytes of a SQLite file. */
  database?: Uint8Array | undefined
  /** The bytes of a document whose name does not tell what it is. */
  document?: Uint8Array | undefined
  /** The beginning of its text. */
  opening?: string | undefined
}

/** A file whose text is known. */
export type SourceFile = ProjectFile & { text: string }

/** The files of a project, with cached results that several rules need. */
export class Sources {
  readonly files: readonly ProjectFile[]
  readonly texts: readonly SourceFile[]
  readonly paths: Set<string>
  #stripped = new Map<string, Omit<Stripped, 'bare'>>()
  #lines = new Map<string, number[]>()
  #suffixes: Set<string> | undefined
  #foldedFolders: Set<string> | undefined
  #foldedSuffixes: Map<string, string> | undefined
  #foreign: Map<string, Foreign> | undefined

  constructor(files: readonly ProjectFile[]) {
    this.files = files
    this.texts = files.filter((file): file is SourceFile => file.text !== undefined)
    this.paths = new Set(files.map(({ path }) => path))
  }

  /** The files that are not their owner's work, by path. */
  get foreign(): ReadonlyMap<string, Foreign> {
    return (this.#foreign ??= foreignFiles(this.files))
  }

  /** The owner's hand-written files with one of these endings (without the dot) whose text is known. */
  written(...endings: string[]): SourceFile[] {
    return this.texts.filter(
      (file) => endings.includes(endingOf(file.path)) && !this.foreign.has(file.path) && !isGenerated(file),
    )
  }

  /** Tells whether a file has this path, or a path that ends with it. */
  hasExactEnding(path: string): boolean {
    this.#suffixes ??= new Set(this.files.flatMap((file) => suffixesOf(file.path)))
    return this.#suffixes.has(path)
  }

  /** Tells whether a file has this path, or a path that ends with it, ignoring case as Windows does. */
  hasEnding = (path: string): boolean => this.endingLike(path) !== undefined

  /** Tells whether a file lies in a folder of this path, or of one that ends with it, ignoring case. */
  hasFolder(path: string): boolean {
    this.#foldedFolders ??= new Set(
      [...new Set(this.files.map((file) => parentOf(file.path)))].flatMap((folder) =>
        foldersWithin(folder)
          .flatMap(suffixesOf)
          .map((one) => one.toLowerCase()),
      ),
    )
    return this.#foldedFolders.has(path.toLowerCase())
  }

  /** The path or its end that a file has, where it differs from this one at most in upper and lower case. */
  endingLike(path: string): string | undefined {
    this.#foldedSuffixes ??= new Map(
      this.files.flatMap((file) => suffixesOf(file.path).map((suffix) => [suffix.toLowerCase(), suffix])),
    )
    return this.#foldedSuffixes.get(path.toLowerCase())
  }

  /** A text without its comments. */
  code = (file: SourceFile): string => this.#parts(file).code
  /** A text without comments and strings. It is made anew each time, because few rules need it and it is large. */
  bare = (file: SourceFile): string => strip(endingOf(file.path), file.text).bare
  strings = (file: SourceFile): StringLiteral[] => this.#parts(file).strings

  /** The line number, from 1, of an index in a text. */
  lineAt(file: SourceFile, index: number): number {
    const starts = this.#breaksIn(file)
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! < index) low = middle + 1
      else high = middle
    }
    return low + 1
  }

  /** The index at which a line, counted from 1, begins. */
  startOf(file: SourceFile, line: number): number {
    return line <= 1 ? 0 : (this.#breaksIn(file)[line - 2] ?? file.text.length - 1) + 1
  }

  #breaksIn({ path, text }: SourceFile): number[] {
    const known = this.#lines.get(path)
    if (known) return known
    const breaks: number[] = []
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks.push(at)
    this.#lines.set(path, breaks)
    return breaks
  }

  #parts(file: SourceFile): Omit<Stripped, 'bare'> {
    const known = this.#stripped.get(file.path)
    if (known) return known
    const { code, strings } = strip(endingOf(file.path), file.text)
    // A text without comments is kept once.
    const parts = { code: code === file.text ? file.text : code, strings }
    this.#stripped.set(file.path, parts)
    return parts
  }
}

export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The part of a file's name after its last dot, in lower case; `env` for `.env`. */
export const endingOf = (path: string) => nameOf(path).toLowerCase().split('.').at(-1)!

/** Tells whether a tool made the file: its lines are longer than anybody writes, or its name says so. */
export const isGenerated = ({ path, text }: SourceFile): boolean =>
  /[.-](?:min|bundle|chunk)\.(?:js|css|mjs)$/i.test(path) ||
  (/\.(?:js|css|mjs)$/i.test(path) && text.length > 2000 && hasLongLine(text))

function hasLongLine(text: string): boolean {
  let start = 0
  for (let at = text.indexOf('\n'); ; at = text.indexOf('\n', start)) {
    const end = at === -1 ? text.length : at
    // A picture within the code is long, and nobody's program.
    if (end - start > 2000 && !/data:[a-z]+\//i.test(text.slice(start, start + 2000))) return true
    if (at === -1) return false
    start = at + 1
  }
}

/** A folder and those around it. */
const foldersWithin = (folder: string): string[] =>
  folder === '' ? [] : [folder, ...foldersWithin(parentOf(folder))]

function suffixesOf(path: string): string[] {
  const suffixes = [path]
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
    suffixes.push(path.slice(at + 1))
  return suffixes
}

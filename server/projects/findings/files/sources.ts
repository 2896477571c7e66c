import { type StringLiteral, strip, type Stripped } from './comments.ts'

/** A file of a project. Without a text when it is binary, too large, or beyond what one check reads. */
export interface ProjectFile {
  path: string
  size: number
  text?: string | undefined
}

/** A file whose text is known. */
export type SourceFile = ProjectFile & { text: string }

/** The files of a project as the rules look at them. What is worked out once is kept. */
export class Sources {
  readonly files: readonly ProjectFile[]
  readonly texts: readonly SourceFile[]
  readonly paths: Set<string>
  #stripped = new Map<string, Stripped>()
  #lines = new Map<string, number[]>()
  #suffixes: Set<string> | undefined

  constructor(files: readonly ProjectFile[]) {
    this.files = files
    this.texts = files.filter((file): file is SourceFile => file.text !== undefined)
    this.paths = new Set(files.map(({ path }) => path))
  }

  /** The files with one of some endings, without their dot, whose text is known and was written by a person. */
  written(...endings: string[]): SourceFile[] {
    return this.texts.filter((file) => endings.includes(endingOf(file.path)) && !isGenerated(file))
  }

  /** Says whether a file lies at a path, or at one that ends with it; whatever the case, as on Windows. */
  hasEnding(path: string): boolean {
    this.#suffixes ??= new Set(this.files.flatMap((file) => suffixesOf(file.path.toLowerCase())))
    return this.#suffixes.has(path.toLowerCase())
  }

  /** A text without its comments. */
  code = (file: SourceFile): string => this.#parts(file).code
  /** A text without comments and strings. */
  bare = (file: SourceFile): string => this.#parts(file).bare
  strings = (file: SourceFile): StringLiteral[] => this.#parts(file).strings

  /** The line, from 1, in which a character of a text stands. */
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

  /** Where a line, from 1, begins in a text. */
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

  #parts(file: SourceFile): Stripped {
    const known = this.#stripped.get(file.path)
    if (known) return known
    const parts = strip(endingOf(file.path), file.text)
    this.#stripped.set(file.path, parts)
    return parts
  }
}

export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** What follows the last dot of a file's name, in lower case; of `.env` it is `env`. */
export const endingOf = (path: string) => nameOf(path).toLowerCase().split('.').at(-1)!

/** Made by a tool: its lines are longer than anybody writes, or its name says so. */
export const isGenerated = ({ path, text }: SourceFile): boolean =>
  /[.-](?:min|bundle|chunk)\.(?:js|css|mjs)$/i.test(path) ||
  (/\.(?:js|css|mjs)$/i.test(path) && text.length > 2000 && hasLongLine(text))

function hasLongLine(text: string): boolean {
  let start = 0
  for (let at = text.indexOf('\n'); ; at = text.indexOf('\n', start)) {
    if ((at === -1 ? text.length : at) - start > 2000) return true
    if (at === -1) return false
    start = at + 1
  }
}

function suffixesOf(path: string): string[] {
  const suffixes = [path]
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
    suffixes.push(path.slice(at + 1))
  return suffixes
}

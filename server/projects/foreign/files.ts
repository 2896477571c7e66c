import type { foreignKinds } from '#contract/projects/findings.ts'

/** A file of an upload; it has no text when it is binary or was not read, and both ends when it is cut. */
export interface UploadedFile {
  path: string
  /** Bytes. */
  size?: number | undefined
  text?: string | undefined
  isCut?: true | undefined
}

export type ForeignKind = (typeof foreignKinds)[number]

/** Code that its owner did not write, and the folder or file by which it was recognised. */
export interface Foreign {
  kind: ForeignKind
  /** The name of the library, framework, template or tool. */
  name: string
  place: string
}

export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const endingOf = (path: string) => nameOf(path).toLowerCase().split('.').at(-1)!

const codeEndings = new Set(
  `js mjs cjs jsx ts mts cts tsx vue svelte css scss sass less html htm php phtml inc py pyw ipynb java kt kts scala groovy
  jsp jspx ejs hbs gradle bas jl lua ino sol c h cpp cc cxx hpp cs vb fs cshtml razor aspx ascx go rs swift m dart rb erb pl r sql sh ps1 bat map`.split(
    /\s+/,
  ),
)

/** Tells whether a file is code, by its ending. */
export const isCode = (path: string) => codeEndings.has(endingOf(path))

/** The value of the outermost folder around a path that a map has; undefined when it has none. */
export function outermost<Value>(path: string, folders: ReadonlyMap<string, Value>): Value | undefined {
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const folder = folders.get(path.slice(0, at))
    if (folder !== undefined) return folder
  }
  return undefined
}

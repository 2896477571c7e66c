import { limits } from './limits.ts'

/** Why a relative path cannot be in a project, or undefined when it can. */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path.endsWith('/')) return `${quoted(path)} names no file`
  if (/\p{Cc}/u.test(path)) return `${quoted(path)} holds a control character`
  if (path.includes('\\')) return `${quoted(path)} uses backslashes`
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return `${quoted(path)} is an absolute path`
  const segments = path.split('/')
  if (segments.includes('..')) return `${quoted(path)} leaves the project folder`
  if (segments.some((segment) => segment === '' || segment === '.'))
    return `${quoted(path)} is not a plain path`
  if (path.length > limits.pathLength) return `${quoted(path)} is longer than ${limits.pathLength} characters`
  if (!path.isWellFormed()) return `${quoted(path)} is not readable text`
  return undefined
}

/** The paths without the folder around all of them, if there is one ('shop/a.js', 'shop/b/c.js' → 'a.js', 'b/c.js'). */
export function withoutCommonFolder(paths: readonly string[]): string[] {
  const top = paths[0]?.split('/')[0]
  if (!paths.every((path) => path.startsWith(`${top}/`))) return [...paths]
  return paths.map((path) => path.slice(top!.length + 1))
}

/** Why paths cannot lie side by side on every disk (Windows and macOS do not tell case apart), or undefined when they can. */
export function pathClash(paths: readonly string[]): string | undefined {
  const seen = new Map<string, string>()
  for (const path of paths) {
    const earlier = seen.get(folded(path))
    if (earlier === path) return `${quoted(path)} appears twice`
    if (earlier) return `${quoted(path)} and ${quoted(earlier)} differ only in case`
    seen.set(folded(path), path)
  }
  for (const path of paths) {
    const folder = foldersAbove(path).find((above) => seen.has(folded(above)))
    if (folder) return `${quoted(folder)} is both a file and a folder`
  }
  return undefined
}

const folded = (path: string) => path.normalize('NFC').toLowerCase()

const foldersAbove = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))

/** A path as it can be shown: control characters spelt out, at most 80 characters. */
const quoted = (path: string) => `'${path.replace(/\p{Cc}/gu, spelt).slice(0, 80)}'`
const spelt = (character: string) =>
  character === '\0' ? '\\0' : `\\x${character.charCodeAt(0).toString(16)}`

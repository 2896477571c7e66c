import { limits } from './limits.ts'

/** Why a relative path cannot be in a project, or undefined when it can. */
export function pathProblem(path: string): string | undefined {
  if (path.length > limits.pathLength) return `${quoted(path)} is longer than ${limits.pathLength} characters`
  if (path === '' || path.endsWith('/')) return `${quoted(path)} names no file`
  if (/\p{Cc}/u.test(path)) return `${quoted(path)} holds a control character`
  if (path.includes('\\')) return `${quoted(path)} uses backslashes`
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return `${quoted(path)} is an absolute path`
  const segments = path.split('/')
  if (segments.includes('..')) return `${quoted(path)} leaves the project folder`
  if (segments.some((segment) => segment === '' || segment === '.'))
    return `${quoted(path)} is not a plain path`
  if (segments.length - 1 > limits.pathDepth)
    return `${quoted(path)} lies more than ${limits.pathDepth} folders deep`
  if (!path.isWellFormed()) return `${quoted(path)} is not readable text`
  return undefined
}

/** The paths without the folder around all of them, if there is one ('app/a.js', 'app/b/c.js' → 'a.js', 'b/c.js'). */
export function withoutCommonFolder(paths: readonly string[]): string[] {
  const top = paths[0]?.split('/')[0]
  if (!paths.every((path) => path.startsWith(`${top}/`))) return [...paths]
  return paths.map((path) => path.slice(top!.length + 1))
}

/** Why paths cannot lie side by side on every disk (Windows and macOS do not tell case apart), or undefined when they can. */
export const pathClash = (paths: readonly string[]): string | undefined => pathClashes(paths)[0]?.problem

/** The paths that cannot lie beside the others, by their index, each with the reason. */
export function pathClashes(paths: readonly string[]): { index: number; problem: string }[] {
  const seen = new Map<string, number>()
  const clashes = new Map<number, string>()
  for (const [index, path] of paths.entries()) {
    const key = folded(path)
    const earlier = paths[seen.get(key)!]
    if (earlier === path) clashes.set(index, `${quoted(path)} appears twice`)
    else if (earlier) clashes.set(index, `${quoted(path)} and ${quoted(earlier)} differ only in case`)
    else seen.set(key, index)
  }
  // In this order a path that is also a folder stands right before what lies in it, however deep that is.
  const sorted = [...seen.keys()].toSorted()
  for (const [place, key] of sorted.entries()) {
    const inside = sorted[place + 1]
    if (!inside?.startsWith(`${key}\0`)) continue
    const folder = paths[seen.get(inside)!]!.split('/').slice(0, key.split('\0').length).join('/')
    clashes.set(seen.get(key)!, `${quoted(folder)} is both a file and a folder`)
  }
  return [...clashes].map(([index, problem]) => ({ index, problem }))
}

/** The same for paths that some disk does not tell apart; what ends a folder's name sorts before all other characters. */
const folded = (path: string) => path.normalize('NFC').toLowerCase().replaceAll('/', '\0')

/** A path as it can be shown: what cannot be seen is spelt out, at most 80 characters. */
export const quoted = (path: string) =>
  `'${path
    .slice(0, 80)
    .replace(/\p{Cc}/gu, spelt)
    .replace(unseen, named)}'`
const spelt = (character: string) =>
  character === '\0' ? '\\0' : `\\x${character.charCodeAt(0).toString(16)}`
const unseen = /[\p{Cf}\p{DI}\p{Zl}\p{Zp}]/gu
const named = (character: string) => `\\u{${character.codePointAt(0)!.toString(16)}}`

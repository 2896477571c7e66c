import { limits } from '../kit/limits.ts'

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
export const pathClash = (paths: readonly string[], keys?: readonly string[]): string | undefined =>
  pathClashes(paths, keys)[0]?.problem

/** The paths that cannot lie beside the others, by their index, each with the reason. */
export function pathClashes(
  paths: readonly string[],
  keys: readonly string[] = paths.map(foldedPath),
): { index: number; problem: string }[] {
  const seen = new Map<string, number>()
  const clashes = new Map<number, string>()
  for (const [index, path] of paths.entries()) {
    const key = keys[index]!
    const earlier = paths[seen.get(key)!]
    if (earlier === path) clashes.set(index, `${quoted(path)} appears twice`)
    else if (earlier) clashes.set(index, `${quoted(path)} and ${quoted(earlier)} differ only in case`)
    else seen.set(key, index)
  }
  const folders = new Set<string>()
  for (const [key, index] of seen)
    for (const folder of around(key)) {
      if (folders.has(folder)) break
      folders.add(folder)
      const file = seen.get(folder)
      if (file === undefined) continue
      const shown = paths[index]!.split('/').slice(0, folder.split('/').length).join('/')
      clashes.set(file, `${quoted(shown)} is both a file and a folder`)
    }
  return [...clashes].map(([index, problem]) => ({ index, problem }))
}

/** The same key for paths that some disk does not tell apart. */
export const foldedPath = (path: string) => path.normalize('NFC').toLowerCase()

/** Why paths need more folders than a project may have, or undefined when they do not. */
export function folderProblem(paths: readonly string[]): string | undefined {
  const folders = new Set<string>()
  for (const path of paths)
    for (const folder of around(path)) {
      if (folders.has(folder)) break
      folders.add(folder)
      if (folders.size > limits.folders) return `Too many folders. Max ${limits.folders}.`
    }
  return undefined
}

/** The folders that a file or folder lies in, from the inmost. */
function* around(path: string) {
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) yield folder
}

/** The folder that a file or folder lies in; '' is the top. */
export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** A path as it can be shown: what cannot be seen is spelt out; of more than 80 characters those in the middle are left out. */
export const quoted = (path: string) =>
  `'${shortened(path)
    .replace(/\p{Cc}/gu, spelt)
    .replace(unseen, codePointOf)}'`
// Its end tells a file from the others in the same deep folder.
const shortened = (path: string) =>
  path.length > 80 ? `${path.slice(0, 30)}…${path.slice(-49)}`.toWellFormed() : path
const spelt = (character: string) =>
  character === '\0' ? '\\0' : `\\x${character.charCodeAt(0).toString(16)}`
const unseen = /[\p{Cf}\p{DI}\p{Zl}\p{Zp}]/gu
const codePointOf = (character: string) => `\\u{${character.codePointAt(0)!.toString(16)}}`

import { limits } from '../limits.ts'

/** What is left out of an upload, and why: the file itself, or the folder that it lies in. */
export interface Exclusion {
  path: string
  reason: string
}

/** Says whether a path is left out of an upload: installed, generated, private to an editor, or junk, in whatever case it is written. One list for folder and ZIP, browser and server. */
export const isExcluded = (path: string): boolean => exclusionOf(path) !== undefined

/** The same with the reason; undefined for what stays. */
export function exclusionOf(path: string): Exclusion | undefined {
  const folded = path.toLowerCase()
  const segments = folded.split('/')
  const name = segments.at(-1)!
  for (let index = 0; index < segments.length - 1; index++) {
    const segment = segments[index]!
    const isPods = segment === 'pods' && segments[index - 1] === 'ios'
    const reason = isPods ? packages : folders.get(segment)
    if (reason) return { path: path.split('/', index + 1).join('/'), reason }
  }
  const reason = names.get(name) ?? endings.find(([ending]) => name.endsWith(ending))?.[1]
  return reason === undefined ? undefined : { path, reason }
}

const excludedNames = (reason: string, ...all: string[]) => all.map((name) => [name, reason] as const)
const packages = 'installed packages'

// All in lower case. What a phone's build leaves below ios/ and android/ has names that are left out everywhere, but for ios/Pods.
const folders = new Map([
  ...excludedNames(packages, 'node_modules', 'vendor', 'bower_components', 'venv', '.venv', 'site-packages'),
  ...excludedNames('version history', '.git', '.svn', '.hg'),
  ...excludedNames(
    'caches',
    '.cache',
    '__pycache__',
    '.pytest_cache',
    '.next',
    '.nuxt',
    '.gradle',
    '.dart_tool',
  ),
  ...excludedNames('caches', '.mypy_cache', '.ruff_cache', '.tox', '.ipynb_checkpoints', '.parcel-cache'),
  ...excludedNames('editor settings', '.vscode', '.idea', '.vs'),
  ...excludedNames('build output', 'dist', 'build', 'out', 'target', 'coverage'),
])

const names = new Map([
  ...excludedNames('files of the operating system', '.ds_store', 'thumbs.db', 'desktop.ini'),
  ...excludedNames(
    'lock files',
    'package-lock.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'composer.lock',
    'gemfile.lock',
  ),
  ...excludedNames('lock files', 'poetry.lock', 'cargo.lock'),
])

const endings = [
  ...excludedNames('logs', '.log'),
  ...excludedNames('temporary and backup files', '.tmp', '.temp', '.bak', '.swp', '~'),
  ...excludedNames('compiled programs', '.exe', '.dll', '.so', '.dylib', '.class', '.o', '.pyc'),
]

/**
 * Why a path that stays inside its project cannot be unpacked as it is on every buyer's computer, or would not show what
 * it is called; undefined when it can. Rules: Windows "Naming Files, Paths, and Namespaces"; Unicode TR 36 for what hides;
 * rows of marks that no script writes take long to compare.
 */
export function nameProblem(path: string): string | undefined {
  const reason = firstReason(path)
  return reason && `${quoted(path)}: ${reason}`
}

function firstReason(path: string): string | undefined {
  const hidden = invisible.exec(path)?.[0]
  if (hidden) return `it holds the invisible character ${codePoint(hidden)}`
  if (/\p{M}{11}/u.test(path)) return 'a letter has more than 10 marks'
  const sign = /[<>:"|?*]/.exec(path)?.[0]
  if (sign) return `Windows allows no ${sign} in a name`
  for (const name of path.split('/')) {
    const [base] = /^[^.]*/.exec(name)!
    if (reserved.test(base.trimEnd())) return `Windows reserves the name ${quoted(base.trimEnd())}`
    if (/[.\s]$/u.test(name)) return `Windows drops the dot or space at the end of ${quoted(name)}`
    if (new TextEncoder().encode(name).length > 255) return 'a name of more than 255 bytes fits on no disk'
  }
  return undefined
}

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$/i

/** What shows nothing or turns the text around. Joiners stay where a script or an emoji is written with them. */
const invisible =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{DI}\p{Zl}\p{Zp}]|(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}])(?:\u200c|\u200d)|(?<!\p{Emoji})(?:\ufe0e|\ufe0f)/u

const codePoint = (sign: string) => `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

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

/**
 * The file that can be a project's own licence: a LICENSE or COPYING with something in it, at the top. Undefined when there is none.
 * The same is asked in SQL of the releases that were there before (migration 0156).
 */
export function licenceFileIn(files: readonly { path: string; size: number }[]): string | undefined {
  return files
    .filter(({ path, size }) => size > 0 && licenceName.test(path))
    .map(({ path }) => path)
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))[0]
}

/** LICENSE, licence.txt, COPYING.LESSER, LICENSE-APACHE-2.0, but no license.js. */
const licenceName =
  /^(?:licen[cs]e|copying)(?:-[a-z]+(?:-?\d+(?:\.\d+)*)?)?(?:\.(?:md|markdown|txt|rst|lesser))?$/i

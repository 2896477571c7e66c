import { invisible, withoutInvisible } from '../kit/invisible.ts'
import { limits } from '../kit/limits.ts'

/** An exclusion from an upload with its reason: the file itself, or the folder around it. */
export interface Exclusion {
  path: string
  reason: string
}

/**
 * Whether a path is excluded from an upload: installed, generated, private to an editor, or junk, in any case. Folder
 * and ZIP uploads, browser and server share this list.
 */
export const isExcluded = (path: string): boolean => exclusionOf(path) !== undefined

/** Returns the exclusion of a path with its reason; undefined for a path that stays. */
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
  const reason =
    names.get(name) ??
    beginnings.find(([beginning]) => name.startsWith(beginning))?.[1] ??
    endings.find(([ending]) => name.endsWith(ending))?.[1]
  return reason === undefined ? undefined : { path, reason }
}

/** Whether a path is one that an operating system adds beside or around the files of its owner. */
const isSystemFile = (path: string): boolean => exclusionOf(path)?.reason === systemFiles

const excludedNames = (reason: string, ...all: string[]) => all.map((name) => [name, reason] as const)
const packages = 'installed packages'
const systemFiles = 'files of the operating system'

// All in lower case. The build folders of phone apps below ios/ and android/ have names that are excluded everywhere,
// except ios/Pods.
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
  ...excludedNames(systemFiles, '__macosx', '.appledouble', '.spotlight-v100', '.trashes', '.fseventsd'),
  ...excludedNames(systemFiles, '.temporaryitems', '.documentrevisions-v100', '$recycle.bin', '@eadir'),
  ...excludedNames(systemFiles, 'system volume information', '.trash-1000'),
])

// The icon of a folder on macOS has a carriage return in its name, which other disks replace.
const names = new Map([
  ...excludedNames(systemFiles, '.ds_store', 'thumbs.db', 'ehthumbs.db', 'ehthumbs_vista.db', 'desktop.ini'),
  ...excludedNames(systemFiles, 'icon\r', 'icon\uf00d', '.volumeicon.icns', '.apdisk', '.lsoverride'),
  ...excludedNames(systemFiles, '.directory'),
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

// Beside a file 'a.txt', macOS keeps '._a.txt', Word '~$a.docx', LibreOffice '.~lock.a.odt#' and WPS '.~a.docx'.
const beginnings = [
  ...excludedNames(systemFiles, '._', '.fuse_hidden', '.nfs0000'),
  ...excludedNames('files of open documents', '~$', '.~'),
]

const endings = [
  ...excludedNames('logs', '.log'),
  ...excludedNames('temporary and backup files', '.tmp', '.temp', '.bak', '.swp', '~'),
  ...excludedNames('compiled programs', '.exe', '.dll', '.so', '.dylib', '.class', '.o', '.pyc'),
]

/**
 * Returns why a path inside its project cannot be unpacked unchanged on every buyer's computer, or does not display its
 * real name; undefined when it is fine. Rules: Windows "Naming Files, Paths, and Namespaces"; Unicode TR 36 for
 * invisible characters; long rows of marks, which no script uses, take long to compare.
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

const codePoint = (sign: string) => `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/** Returns why a relative path cannot be in a project, or undefined when it can. */
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
  if (/\p{Cs}/u.test(path)) return `${quoted(path)} is not readable text`
  return undefined
}

/**
 * Returns the paths without the folder around all of them, if there is one ('app/a.js', 'app/b/c.js' → 'a.js',
 * 'b/c.js').
 */
export function withoutCommonFolder(paths: readonly string[]): string[] {
  const around = commonFolder(paths)
  return paths.map((path) => path.slice(around.length))
}

/**
 * Returns the folder around all files that are uploaded, with its slash, or ''. The files that an operating system or
 * an installation has put beside that folder do not count.
 */
export function folderAround(paths: readonly string[]): string {
  const own = paths.filter((path) => !isSystemFile(path))
  return commonFolder(own) || commonFolder(own.filter((path) => !isExcluded(path)))
}

function commonFolder(paths: readonly string[]): string {
  const top = /^[^/]*\//.exec(paths[0] ?? '')?.[0] ?? ''
  return paths.every((path) => path.startsWith(top)) ? top : ''
}

/** Returns the folders that hold neither a file nor another of the folders, and are not excluded. */
export function emptyFolders(folders: readonly string[], paths: readonly string[]): string[] {
  const filled = new Set([...paths, ...folders].flatMap((path) => [...around(path)]))
  return folders.filter((folder) => !filled.has(folder) && !isExcluded(`${folder}/`) && !pathProblem(folder))
}

/** Returns why paths clash on some disk (Windows and macOS ignore case), or undefined when they do not. */
export const pathClash = (paths: readonly string[], keys?: readonly string[]): string | undefined =>
  pathClashes(paths, keys)[0]?.problem

/** Returns the paths that clash with others, by their index, each with the reason. */
export function pathClashes(
  paths: readonly string[],
  keys: readonly string[] = paths.map(caseFoldedPath),
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

/** Returns a key that is equal for paths that some disk does not distinguish. */
export const caseFoldedPath = (path: string) => path.normalize('NFC').toLowerCase()

/** Returns why paths need more folders than a project may have, or undefined when they do not. */
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

/** Yields the folders around a file or folder, from the innermost. */
function* around(path: string) {
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) yield folder
}

/** Returns the folder of a file or folder; '' is the top. */
export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Quotes a path for display: invisible characters are spelt out, and beyond 80 characters the middle is left out. */
export const quoted = (path: string) =>
  `'${withoutInvisible(shortened(path).replace(/\p{Cc}/gu, spelt), codePointOf)}'`
// The end distinguishes a file from others in the same deep folder.
const shortened = (path: string) =>
  path.length > 80 ? `${path.slice(0, 30)}…${path.slice(-49)}`.replace(/\p{Cs}/gu, '\ufffd') : path
const spelt = (character: string) =>
  character === '\0' ? '\\0' : `\\x${character.charCodeAt(0).toString(16)}`
const codePointOf = (character: string) => `\\u{${character.codePointAt(0)!.toString(16)}}`

/**
 * Returns the file that can be a project's own licence: a non-empty LICENSE or COPYING at the top. Undefined when there
 * is none.
 */
export function licenceFileIn(files: readonly { path: string; size: number }[]): string | undefined {
  return files
    .filter(({ path, size }) => size > 0 && licenceName.test(path))
    .map(({ path }) => path)
    .sort((one, other) => one.length - other.length || (one < other ? -1 : 1))[0]
}

/** Matches LICENSE, licence.txt, COPYING.LESSER and LICENSE-APACHE-2.0, but not license.js. */
const licenceName =
  /^(?:licen[cs]e|copying)(?:-[a-z]+(?:-?\d+(?:\.\d+)*)?)?(?:\.(?:md|markdown|txt|rst|lesser))?$/i

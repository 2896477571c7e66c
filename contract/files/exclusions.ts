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
  ...excludedNames('caches', '.cache', '__pycache__', '.pytest_cache', '.next', '.nuxt', '.gradle', '.dart_tool'),
  ...excludedNames('caches', '.mypy_cache', '.ruff_cache', '.tox', '.ipynb_checkpoints', '.parcel-cache'),
  ...excludedNames('editor settings', '.vscode', '.idea', '.vs'),
  ...excludedNames('build output', 'dist', 'build', 'out', 'target', 'coverage'),
])

const names = new Map([
  ...excludedNames('files of the operating system', '.ds_store', 'thumbs.db', 'desktop.ini'),
  ...excludedNames('lock files', 'package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'composer.lock', 'gemfile.lock'),
  ...excludedNames('lock files', 'poetry.lock', 'cargo.lock'),
])

const endings = [
  ...excludedNames('logs', '.log'),
  ...excludedNames('temporary and backup files', '.tmp', '.temp', '.bak', '.swp', '~'),
  ...excludedNames('compiled programs', '.exe', '.dll', '.so', '.dylib', '.class', '.o', '.pyc'),
]

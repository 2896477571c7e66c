/** Says whether a path is left out of an upload: installed, generated, private to an editor, or junk, in whatever case it is written. One list for folder and ZIP, browser and server. */
export function isExcluded(path: string): boolean {
  const folded = path.toLowerCase()
  const segments = folded.split('/')
  const name = segments.at(-1)!
  return (
    segments.slice(0, -1).some((segment) => folders.has(segment)) ||
    nestedFolders.some((nested) => `/${folded}`.includes(`/${nested}/`)) ||
    names.has(name) ||
    endings.some((ending) => name.endsWith(ending))
  )
}

// All in lower case.
const folders = new Set(
  [
    ['node_modules', 'vendor', 'bower_components'],
    ['.git', '.svn', '.hg'],
    ['.cache', '__pycache__', '.pytest_cache', '.next', '.nuxt', '.gradle', '.dart_tool'],
    ['.vscode', '.idea', '.vs'],
    ['dist', 'build', 'out', 'target', 'coverage'],
  ].flat(),
)

const nestedFolders = ['ios/pods', 'ios/build', 'android/.gradle', 'android/build', 'android/app/build']

const names = new Set(
  [
    ['.ds_store', 'thumbs.db', 'desktop.ini'],
    [
      'package-lock.json',
      'yarn.lock',
      'pnpm-lock.yaml',
      'composer.lock',
      'gemfile.lock',
      'poetry.lock',
      'cargo.lock',
    ],
  ].flat(),
)

const endings = [
  ['.log', '.tmp', '.temp', '.bak', '.swp', '~'],
  ['.exe', '.dll', '.so', '.dylib', '.class', '.o', '.pyc'],
].flat()

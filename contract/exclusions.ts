/** Says whether a path is left out of an upload: installed, generated, private to an editor, or junk. One list for folder and ZIP, browser and server. */
export function isExcluded(path: string): boolean {
  const segments = path.split('/')
  const name = segments.at(-1)!
  return (
    segments.slice(0, -1).some((segment) => folders.has(segment)) ||
    nestedFolders.some((nested) => `/${path}`.includes(`/${nested}/`)) ||
    names.has(name) ||
    endings.some((ending) => name.endsWith(ending))
  )
}

const folders = new Set(
  [
    ['node_modules', 'vendor', 'bower_components'],
    ['.git', '.svn', '.hg'],
    ['.cache', '__pycache__', '.pytest_cache', '.next', '.nuxt', '.gradle', '.dart_tool'],
    ['.vscode', '.idea', '.vs'],
    ['dist', 'build', 'out', 'target', 'coverage'],
  ].flat(),
)

const nestedFolders = ['ios/Pods', 'ios/build', 'android/.gradle', 'android/build', 'android/app/build']

const names = new Set(
  [
    ['.DS_Store', 'Thumbs.db', 'desktop.ini'],
    [
      'package-lock.json',
      'yarn.lock',
      'pnpm-lock.yaml',
      'composer.lock',
      'Gemfile.lock',
      'poetry.lock',
      'Cargo.lock',
    ],
  ].flat(),
)

const endings = [
  ['.log', '.tmp', '.temp', '.bak', '.swp', '~'],
  ['.exe', '.dll', '.so', '.dylib', '.class', '.o', '.pyc'],
].flat()

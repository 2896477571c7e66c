import { parentOf } from './files.ts'

/** The most characters of a text in which these functions look. */
const most = 200_000

/** The most submodules of a project for which files are looked for. */
const mostSubmodules = 500

/**
 * Returns the size in bytes of the file for which a text is a pointer of Git LFS; undefined for any other text. Source:
 * git-lfs, docs/spec.md.
 */
export function pointedSize(text: string): number | undefined {
  const found =
    /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\r?\n(?:ext-\d-\S{1,80} \S{1,100}\r?\n){0,10}oid sha256:[0-9a-f]{64}\r?\nsize (\d{1,15})\s*$/.exec(
      text.slice(0, 1024),
    )
  return found && text.length < 1024 ? Number(found[1]) : undefined
}

/** The most bytes of a pointer of Git LFS. */
export const pointerBytes = 1024

/** Returns the submodules that a `.gitmodules` names, of which no file is there. `path`: of the `.gitmodules`. */
export function emptySubmodules({ path, text }: TextFile, paths: readonly string[]): string[] {
  const folder = parentOf(path)
  return [...text.slice(0, most).matchAll(/^[ \t]*path[ \t]*=[ \t]*([^\s#;/][^\n\r#;]{0,199})/gm)]
    .slice(0, mostSubmodules)
    .map(([, written]) => written!.trim().replace(/\/$/, ''))
    .map((name) => (folder === '' ? name : `${folder}/${name}`))
    .filter((name) => !paths.some((one) => one.startsWith(`${name}/`)))
}

/** A command that cannot work without a lock file. */
export interface LockedCommand {
  command: string
  lock: string
  /** The command that does the same without one; undefined for a line that copies the lock file. */
  instead?: string
  /** Where it stands in the text. */
  index: number
}

/**
 * Returns the commands of a text (a README, a script, a Dockerfile, the scripts of a package.json) that stop without a
 * lock file, of which `paths` has none.
 */
export function lockedCommands({ path, text }: TextFile, paths: readonly string[]): LockedCommand[] {
  const isThere = (lock: string) => paths.some((one) => one === lock || one.endsWith(`/${lock}`))
  const short = text.slice(0, most)
  const found: LockedCommand[] = []
  for (const { pattern, locks, instead } of locked) {
    const matches = [...short.matchAll(pattern)]
    // Looked for only when it is needed, because a project has thousands of paths.
    if (matches.length === 0 || locks.some(isThere)) continue
    for (const { 0: command, index } of matches)
      found.push({ command, lock: locks[0]!, instead: instead ?? withoutFlag(command), index })
  }
  const copies = isDockerfile(path) ? [...short.matchAll(/^[ \t]*(?:COPY|ADD)[ \t]+([^\n]{1,300})/gim)] : []
  const missing = copies.length > 0 ? locks.filter((lock) => !isThere(lock)) : []
  for (const { 1: words, index } of copies)
    for (const lock of missing)
      if (words!.split(/[\s,"[\]]+/).some((word) => word.replace(/^.*\//, '') === lock))
        found.push({ command: `COPY ${lock}`, lock, index })
  return found
}

/** Returns a command without its last word, which is the flag that needs a lock file. */
const withoutFlag = (command: string) => command.replace(/[ \t]+--[\w-]+$/, '')

/** A path in a project, and its text. */
interface TextFile {
  path: string
  text: string
}

/** Whether a file may hold commands that a buyer runs. */
export const mayHoldCommands = (path: string): boolean =>
  /(?:^|\/)(?:readme(?:\.(?:md|markdown|txt|rst))?|install(?:ation)?\.(?:md|txt)|package\.json|makefile|procfile)$|\.(?:sh|bat|cmd|ps1)$/i.test(
    path,
  ) || isDockerfile(path)

const isDockerfile = (path: string) =>
  /(?:^|\/)(?:dockerfile[^/]{0,40}|[^/]{1,40}\.dockerfile|containerfile)$/i.test(path)

// Not one that another command takes the place of when it fails.
const end = String.raw`(?![\w/-])(?![^\n]{0,60}\|\|)`
const locked: { pattern: RegExp; locks: string[]; instead?: string }[] = [
  {
    pattern: new RegExp(`\\bnpm[ \\t]+(?:ci|clean-install)${end}`, 'g'),
    locks: ['package-lock.json', 'npm-shrinkwrap.json'],
    instead: 'npm install',
  },
  {
    pattern: new RegExp(
      `\\byarn(?:[ \\t]+install)?(?:[ \\t]+--?[\\w=-]{1,40}){0,4}?[ \\t]+--(?:frozen-lockfile|immutable)${end}`,
      'g',
    ),
    locks: ['yarn.lock'],
  },
  {
    pattern: new RegExp(
      `\\bpnpm[ \\t]+(?:i|install)(?:[ \\t]+--?[\\w=-]{1,40}){0,4}?[ \\t]+--frozen-lockfile${end}`,
      'g',
    ),
    locks: ['pnpm-lock.yaml'],
  },
  {
    pattern: new RegExp(`\\bbun[ \\t]+(?:i|install)[ \\t]+--frozen-lockfile${end}`, 'g'),
    locks: ['bun.lock', 'bun.lockb'],
  },
  {
    pattern: new RegExp(
      `\\bbundle[ \\t]+(?:install[ \\t]+--(?:deployment|frozen)|config[ \\t]+(?:set[ \\t]+)?(?:--\\w{1,40}[ \\t]+)?(?:deployment|frozen)[ \\t]+["']?(?:true|1))${end}`,
      'g',
    ),
    locks: ['Gemfile.lock'],
    instead: 'bundle install',
  },
  // A tool that is installed by its name comes with its own lock file.
  {
    pattern: new RegExp(
      `\\bcargo[ \\t]+(?:build|run|test|install(?=[^\\n]{0,80}--path))(?:[ \\t]+[\\w./=-]{1,80}){0,5}?[ \\t]+--(?:locked|frozen)${end}`,
      'g',
    ),
    locks: ['Cargo.lock'],
  },
  {
    pattern: new RegExp(
      `\\bpipenv[ \\t]+(?:sync|install[ \\t]+(?:--system[ \\t]+)?--(?:deploy|ignore-pipfile))${end}`,
      'g',
    ),
    locks: ['Pipfile.lock'],
    instead: 'pipenv install',
  },
  {
    pattern: new RegExp(
      `\\buv[ \\t]+sync(?:[ \\t]+--?[\\w=-]{1,40}){0,4}?[ \\t]+--(?:frozen|locked)${end}`,
      'g',
    ),
    locks: ['uv.lock'],
  },
]
const locks = [...locked.flatMap(({ locks }) => locks), 'poetry.lock', 'composer.lock']

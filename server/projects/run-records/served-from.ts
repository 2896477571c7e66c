import type { RunTask } from '#contract/projects/runners.ts'
import type { SetUp } from '#contract/projects/set-up.ts'

/**
 * Tells which folder the web server gets, and which script answers the paths that are no file: as the command of its README
 * has it where that is the server of PHP (`php -S localhost:8000 -t public`), which takes the index.php of its folder where
 * no script is named; otherwise as the check found it, without a script.
 */
export function servedFrom(
  { root, start }: Pick<SetUp, 'root' | 'start'>,
  paths: readonly string[],
): Pick<RunTask, 'root' | 'router'> {
  for (const { folder, line } of start) {
    const found = /^php\s+-S\s+\S+(?:\s+-t\s+([\w./-]+))?(?:\s+([\w./-]+\.php))?$/.exec(line)
    if (!found) continue
    const [, top = '', script] = found
    const served = top === '' && script === undefined ? root : inFolder(folder, top)
    const router = script === undefined ? inFolder(served, 'index.php') : inFolder(folder, script)
    return { root: served, router: paths.includes(router) ? router : null }
  }
  return { root, router: null }
}

/** A path of a command, below the folder in which it runs. */
const inFolder = (folder: string, path: string): string =>
  [...folder.split('/'), ...path.split('/')].filter((part) => part !== '' && part !== '.').join('/')

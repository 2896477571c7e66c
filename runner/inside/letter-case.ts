import { existsSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import { project } from './files.ts'

/** The files that a line of PHP includes: `include 'a.php'`, `require_once(__DIR__ . '/b.php')`. */
const included =
  /\b(?:include|require)(?:_once)?\b[\s(]*(?:(?:__DIR__|dirname\(__FILE__\))\s*\.\s*)?(['"])([^'"$\n]{1,200})\1/g

/**
 * Lets includes find their files where only the case of letters differs, as on Windows, by a link beside the file.
 * Returns the first paths that were written otherwise.
 */
export function linkOtherCase(files: readonly string[], sources: readonly { path: string; text: string }[]) {
  const byLowerCase = new Map(files.map((path) => [path.toLowerCase(), path]))
  const linked = new Set<string>()
  for (const { path, text } of sources)
    for (const [, , name] of text.matchAll(included))
      for (const folder of [dirname(path), '.']) {
        const wanted = join(folder, name!)
        if (existsSync(join(project, wanted))) break
        const found = byLowerCase.get(wanted.toLowerCase())
        if (!found || !linkBeside(wanted, found)) continue
        linked.add(wanted)
        break
      }
  return [...linked].slice(0, 20)
}

/** Makes the first part of a path that is written otherwise a link to the one that is there. */
function linkBeside(wanted: string, found: string): boolean {
  const parts = wanted.split('/')
  const theirs = found.split('/')
  const at = parts.findIndex((part, n) => part !== theirs[n])
  const link = join(project, ...theirs.slice(0, at), parts[at]!)
  const target = join(project, ...theirs.slice(0, at + 1))
  if (existsSync(link)) return false
  symlinkSync(relative(dirname(link), target) || basename(target), link)
  return (
    existsSync(join(project, wanted)) ||
    linkBeside(join(...theirs.slice(0, at + 1), ...parts.slice(at + 1)), found)
  )
}

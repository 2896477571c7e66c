import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where the project lies in its sandbox. */
export const project = '/project'

/** What belongs to nobody who wrote the project: libraries and what tools keep. */
const foreign = /(?:^|\/)(?:vendor|node_modules|bower_components|system|\.git|__MACOSX)\//i

/** Lists the files of the project, as paths from its top, without libraries in it. */
export const listFiles = (): string[] =>
  readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
    .filter((path) => !foreign.test(path))
    .toSorted()

export const inProject = (path: string): string => join(project, path)
export const sizeOf = (path: string): number => statSync(inProject(path)).size
export const textOf = (path: string): string => readFileSync(inProject(path), 'utf8')
export const isThere = (path: string): boolean => existsSync(inProject(path))

/** The largest file that is read as text, and the most text that is read in all. */
const most = { file: 1024 * 1024, all: 32 * 1024 * 1024 }

/** Reads the files whose path fits, one after another, without large ones. */
export function textsOf(files: readonly string[], pattern: RegExp): { path: string; text: string }[] {
  let left = most.all
  return files.flatMap((path) => {
    if (!pattern.test(path)) return []
    const size = sizeOf(path)
    if (size > most.file || size > left) return []
    left -= size
    return [{ path, text: textOf(path) }]
  })
}

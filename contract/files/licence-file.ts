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

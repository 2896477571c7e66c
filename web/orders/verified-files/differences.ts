import type { FileSum } from '#contract/orders/verified-files.ts'

/** The paths in which files differ from those of a release. */
export interface Differences {
  changed: string[]
  missing: string[]
  added: string[]
}

/** Compares files with those of a release, both under the paths that the content hash names. */
export function differencesOf(files: readonly FileSum[], release: readonly FileSum[]): Differences {
  const [here, there] = [sumsByPath(files), sumsByPath(release)]
  const paths = [...new Set([...here.keys(), ...there.keys()])].sort()
  return {
    changed: paths.filter((path) => here.has(path) && there.has(path) && here.get(path) !== there.get(path)),
    missing: paths.filter((path) => !here.has(path)),
    added: paths.filter((path) => !there.has(path)),
  }
}

const sumsByPath = (files: readonly FileSum[]) => new Map(files.map(({ path, sha256 }) => [path, sha256]))

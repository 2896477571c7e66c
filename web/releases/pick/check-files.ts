import { nameProblem } from '#contract/files/names.ts'
import { foldedPath, folderProblem, pathClashes, pathProblem } from '#contract/files/paths.ts'
import { limits } from '#contract/kit/limits.ts'

import type { LeftOut, Picked } from './picked.ts'
import { slices } from './slices.ts'

/** What was picked, checked: what goes up, what stays behind and why, what stops the upload and what is only worth a warning. */
export interface CheckedFiles<File> {
  files: File[]
  bytes: number
  leftOut: LeftOut[]
  refused: string[]
  errors: string[]
  warnings: string[]
  /** The files over the limit of one file. */
  tooLarge: Sized[]
  /** The fewest of the others, the largest first, without which the project is below the limit of all files. */
  largest: Sized[]
}

export interface Sized {
  path: string
  size: number
}

/** Checks picked files as the server will, in the specification's words (section 5); `without`: the paths that their owner leaves out. */
export async function checkFiles<File extends Sized>(
  picked: Picked<File>,
  method: 'folder' | 'zip',
  without: readonly string[] = [],
): Promise<CheckedFiles<File>> {
  const unwanted = new Set(without)
  const wanted = picked.files.filter(({ path }) => !unwanted.has(path))
  const max = method === 'zip' ? limits.zipFiles : limits.folderFiles
  const tooMany = wanted.length > max ? tooManyFiles(wanted.length, max) : undefined
  // Comparing every name with every other takes long; when there are too many it is of no use.
  const { files, refused } = tooMany ? { files: wanted, refused: [] } : await storable(wanted)
  const bytes = bytesOf(files)
  const sizes = files.map(({ path, size }): Sized => ({ path, size }))
  const tooLarge = sizes.filter(({ size }) => size > limits.fileBytes)
  return {
    files,
    bytes,
    leftOut: [
      ...picked.files
        .filter(({ path }) => unwanted.has(path))
        .map(({ path }) => ({ path, reason: byOwner, files: 1 })),
      ...picked.leftOut,
    ],
    refused: [...(picked.refused ?? []), ...refused],
    errors: [
      ...(tooMany ? [tooMany] : []),
      ...errorsIn(files, bytes),
      ...tooLarge.map(({ path }) => largeFile(path)),
    ],
    warnings: warningsIn(files),
    tooLarge,
    largest: largestIn(sizes),
  }
}

/** Why a file stays behind that its owner leaves out. */
export const byOwner = 'left out by you'

/** The specification's words for a file over the limit. */
export const largeFile = (path: string) => `${path} exceeds 10MB limit`

const bytesOf = (files: readonly Sized[]) => files.reduce((sum, { size }) => sum + size, 0)

function largestIn(files: readonly Sized[]): Sized[] {
  const small = files.filter(({ size }) => size <= limits.fileBytes).toSorted((a, b) => b.size - a.size)
  const largest: Sized[] = []
  let bytes = bytesOf(small)
  for (const file of small) {
    if (bytes <= limits.folderBytes) break
    largest.push(file)
    bytes -= file.size
  }
  return largest
}

export const tooManyFiles = (count: number, max: number) => `Too many files (${count}). Max ${max}.`

/** The files that can be stored on every computer, side by side, and why the others cannot. */
async function storable<File extends Sized>(wanted: File[]) {
  const slice = slices()
  const [named, keys, refused]: [File[], string[], string[]] = [[], [], []]
  for (const file of wanted) {
    const problem = pathProblem(file.path) ?? nameProblem(file.path)
    if (problem) refused.push(problem)
    else {
      named.push(file)
      keys.push(foldedPath(file.path))
    }
    await slice()
  }
  const clashes = pathClashes(
    named.map(({ path }) => path),
    keys,
  )
  const clashing = new Set(clashes.map(({ index }) => index))
  return {
    files: named.filter((_, index) => !clashing.has(index)),
    refused: [...refused, ...clashes.map(({ problem }) => problem)],
  }
}

function errorsIn(files: readonly Sized[], bytes: number): string[] {
  if (files.length === 0) return ['No valid files to upload.']
  const folders = folderProblem(files.map(({ path }) => path))
  return [
    ...(folders === undefined ? [] : [folders]),
    ...(bytes > limits.folderBytes ? ['Total project size exceeds 100MB limit'] : []),
  ]
}

function warningsIn(files: readonly Sized[]): string[] {
  const names = [...new Set(files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1).toLowerCase()))]
  const hasEntry = names.some((name) => /^(index\.html|index\.php|main\.py|app\.py)$/.test(name))
  const hasReadme = names.some((name) => /^readme(\.(md|markdown|txt|rst))?$/.test(name))
  return [
    ...(hasReadme ? [] : ['Consider adding a README.md file with setup instructions']),
    ...(hasEntry ? [] : ['Consider adding an index.html file as the main entry point']),
  ]
}

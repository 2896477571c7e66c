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
}

interface Sized {
  path: string
  size: number
}

/** Checks picked files as the server will, in the specification's words (section 5). */
export async function checkFiles<File extends Sized>(
  picked: Picked<File>,
  method: 'folder' | 'zip',
): Promise<CheckedFiles<File>> {
  const max = method === 'zip' ? limits.zipFiles : limits.folderFiles
  const tooMany = picked.files.length > max ? tooManyFiles(picked.files.length, max) : undefined
  // Comparing every name with every other takes long; when there are too many it is of no use.
  const { files, refused } = tooMany ? { files: picked.files, refused: [] } : await storable(picked.files)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return {
    files,
    bytes,
    leftOut: picked.leftOut,
    refused: [...(picked.refused ?? []), ...refused],
    errors: [...(tooMany ? [tooMany] : []), ...errorsIn(files, bytes)],
    warnings: warningsIn(files),
  }
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
  const large = files
    .filter(({ size }) => size > limits.fileBytes)
    .map(({ path }) => `${path} exceeds 10MB limit`)
  return [
    ...(folders === undefined ? [] : [folders]),
    ...(bytes > limits.folderBytes ? ['Total project size exceeds 100MB limit'] : []),
    ...large,
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

import { isExcluded } from '#contract/files/exclusions.ts'
import { nameProblem } from '#contract/files/names.ts'
import { folderProblem, pathClashes, pathProblem, withoutCommonFolder } from '#contract/files/paths.ts'
import { limits } from '#contract/kit/limits.ts'

import type { PickedFile } from './picked-files.ts'

/** What was picked, after exclusions, with what stops an upload and what is only worth a warning. */
export interface CheckedFiles {
  files: PickedFile[]
  excluded: number
  /** Why single files cannot go up, one sentence for each; the others can. */
  refused: string[]
  bytes: number
  errors: string[]
  warnings: string[]
}

/** Checks picked files as the server will, in the specification's words (section 5). */
export function checkFiles(picked: readonly PickedFile[], method: 'folder' | 'zip'): CheckedFiles {
  const paths = withoutCommonFolder(picked.map(({ path }) => path))
  const all = picked.map(({ file }, index) => ({ path: paths[index]!, file }))
  const wanted = all.filter(({ path }) => !isExcluded(path))
  const { files, refused } = sorted(wanted)
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  return {
    files,
    excluded: all.length - wanted.length,
    refused,
    bytes,
    errors: errorsIn(files, bytes, picked, method),
    warnings: warningsIn(files),
  }
}

/** The files that can be stored on every computer, side by side, and why the others cannot. */
function sorted(wanted: PickedFile[]): Pick<CheckedFiles, 'files' | 'refused'> {
  const problems = wanted.map(({ path }) => pathProblem(path) ?? nameProblem(path))
  const named = wanted.filter((_, index) => !problems[index])
  const clashes = pathClashes(named.map(({ path }) => path))
  const clashing = new Set(clashes.map(({ index }) => index))
  return {
    files: named.filter((_, index) => !clashing.has(index)),
    refused: [
      ...problems.filter((problem) => problem !== undefined),
      ...clashes.map(({ problem }) => problem),
    ],
  }
}

function errorsIn(
  files: PickedFile[],
  bytes: number,
  picked: readonly PickedFile[],
  method: 'folder' | 'zip',
): string[] {
  if (method === 'folder' && picked.length > 0 && !picked.some(({ path }) => path.includes('/'))) {
    return ['Please select a folder, not individual files. Choose the folder that holds your project.']
  }
  if (files.length === 0) return ['No valid files to upload.']
  const folders = folderProblem(files.map(({ path }) => path))
  const large = files
    .filter(({ file }) => file.size > limits.fileBytes)
    .map(({ path }) => `${path} exceeds 10MB limit`)
  return [
    ...(method === 'zip' && files.length > limits.zipFiles
      ? [`Too many files (${files.length}). Max ${limits.zipFiles}.`]
      : []),
    ...(folders === undefined ? [] : [folders]),
    ...(bytes > limits.folderBytes ? ['Total project size exceeds 100MB limit'] : []),
    ...large,
  ]
}

function warningsIn(files: PickedFile[]): string[] {
  const names = new Set(files.map(({ path }) => path.split('/').at(-1)!.toLowerCase()))
  const hasEntry = ['index.html', 'index.php', 'main.py', 'app.py'].some((name) => names.has(name))
  return [
    ...(names.has('readme.md') ? [] : ['Consider adding a README.md file with setup instructions']),
    ...(hasEntry ? [] : ['Consider adding an index.html file as the main entry point']),
  ]
}

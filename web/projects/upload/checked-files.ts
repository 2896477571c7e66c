import { counted, formatCount } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import {
  type Exclusion,
  exclusionOf,
  caseFoldedPath,
  folderProblem,
  nameProblem,
  pathClashes,
  pathProblem,
  quoted,
} from '#contract/projects/files.ts'

/**
 * The result of checking picked files: the files to upload, the files that are left out and why, the errors that
 * prevent the upload, and the warnings.
 */
export interface CheckedFiles<File> {
  files: File[]
  bytes: number
  leftOut: LeftOut[]
  refused: string[]
  errors: string[]
  warnings: string[]
  /** The files over the size limit of one file. */
  tooLarge: Sized[]
  /** The fewest other files, largest first, without which the project is within the size limit of all files. */
  largest: Sized[]
  /** The files, and the folders, that the browser cannot open. */
  unreadable: Sized[]
  /** The folders without files, which are lost; the warnings name them. */
  emptyFolders: string[]
  /** The file that the owner sells as the Project Report; it is not among the files to upload. */
  report?: File
}

export interface Sized {
  path: string
  size: number
  /** Set when the browser cannot open it; its size is 0 then. */
  isUnreadable?: true
}

/** The paths that the owner leaves out, and the one that is sold as the Project Report. */
export interface Choice {
  without: readonly string[]
  report?: string | undefined
}

/** Checks picked files as the server will, with the specification's messages (section 5), but for the owner's choice. */
export async function checkFiles<File extends Sized>(
  picked: Picked<File>,
  method: 'folder' | 'zip',
  { without, report: sold }: Choice = { without: [] },
): Promise<CheckedFiles<File>> {
  const unwanted = new Set(sold === undefined ? without : [...without, sold])
  const report = picked.files.find(({ path }) => path === sold)
  const asked = picked.files.filter(({ path }) => !unwanted.has(path))
  const wanted = asked.filter(({ isUnreadable }) => !isUnreadable)
  const unreadable = asked.filter(({ isUnreadable }) => isUnreadable).map(({ path }) => ({ path, size: 0 }))
  const max = method === 'zip' ? limits.zipFiles : limits.folderFiles
  const tooMany = wanted.length > max ? tooManyFilesMessage(wanted.length, max) : undefined
  // Checking the names takes long, and is useless when there are too many files.
  const { files, refused } = tooMany ? { files: wanted, refused: [] } : await storableFiles(wanted)
  const bytes = bytesOf(files)
  const sizes = files.map(({ path, size }): Sized => ({ path, size }))
  const tooLarge = sizes.filter(({ size }) => size > limits.fileBytes)
  const { notes = [], emptyFolders = [] } = picked
  return {
    files,
    bytes,
    leftOut: [
      ...picked.files
        .filter(({ path }) => unwanted.has(path))
        .map(({ path }) => ({ path, reason: path === sold ? soldSeparately : leftOutByOwner, files: 1 })),
      ...picked.leftOut,
    ],
    refused: [...(picked.refused ?? []), ...refused],
    errors: [
      ...(tooMany ? [tooMany] : []),
      ...errorsIn(files, bytes),
      ...tooLarge.map(({ path }) => tooLargeMessage(path)),
      ...unreadable.map(({ path }) => unreadableMessage(path)),
    ],
    warnings: [...notes, ...emptyFoldersNote(emptyFolders), ...warningsIn(files)],
    tooLarge,
    largest: largestIn(sizes),
    unreadable,
    emptyFolders,
    ...(report && { report }),
  }
}

/** The reason for files that the owner leaves out. */
export const leftOutByOwner = 'left out by you'
const soldSeparately = 'the Project Report'

/** The specification's message for a file over the limit. */
export const tooLargeMessage = (path: string) => `${path} exceeds 10MB limit`

/** The message for a file or folder that the browser cannot open. */
export const unreadableMessage = (path: string) => `${path} cannot be opened`

const bytesOf = (files: readonly Sized[]) => files.reduce((sum, { size }) => sum + size, 0)

function largestIn(files: readonly Sized[]): Sized[] {
  const small = files.filter(({ size }) => size <= limits.fileBytes).sort((a, b) => b.size - a.size)
  const largest: Sized[] = []
  let bytes = bytesOf(small)
  for (const file of small) {
    if (bytes <= limits.folderBytes) break
    largest.push(file)
    bytes -= file.size
  }
  return largest
}

export const tooManyFilesMessage = (count: number, max: number) => `Too many files (${count}). Max ${max}.`

/** The files that can be stored together on every operating system, and the reasons why the others cannot. */
async function storableFiles<File extends Sized>(wanted: File[]) {
  const slice = createYielder()
  const [named, keys, refused]: [File[], string[], string[]] = [[], [], []]
  for (const file of wanted) {
    const problem = pathProblem(file.path) ?? nameProblem(file.path)
    if (problem) refused.push(problem)
    else {
      named.push(file)
      keys.push(caseFoldedPath(file.path))
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

/** A file to upload and its path inside the project; its content is read when it is sent. `size` is in bytes. */
export interface PickedFile extends Sized {
  file: Blob
}

/** A folder or a file that is left out, with the number of its files as far as they were counted. */
export interface LeftOut extends Exclusion {
  files?: number
}

/** The picked files, without those that are never uploaded. */
export interface Picked<File> {
  files: File[]
  leftOut: LeftOut[]
  /** The reasons why single files cannot be uploaded, one sentence each; the others can. */
  refused?: string[]
  /** What the owner should know about the others, one sentence each. */
  notes?: string[]
  /** The folders without files, as far as the browser tells of them. */
  emptyFolders?: string[]
}

/**
 * Returns the sentence that names the empty folders, which are lost because only files are uploaded; none without any.
 */
export function emptyFoldersNote(folders: readonly string[]): string[] {
  if (folders.length === 0) return []
  const [are, them, each] = folders.length === 1 ? ['is', 'it', 'it'] : ['are', 'them', 'each']
  return [
    `${counted(folders.length, 'empty folder')} ${are} not uploaded: ${someOf(folders)}. If the project needs ${them}, put a file such as .gitkeep into ${each}.`,
  ]
}

/** Names the first paths, and the number of the others. */
export function someOf(paths: readonly string[], most = 5): string {
  const named = paths.slice(0, most).map(quoted).join(', ')
  return paths.length > most ? `${named} and ${formatCount(paths.length - most)} more` : named
}

/** Creates a filter that separates the paths to upload from those that are left out. */
export function createExclusionFilter() {
  const leftOut = new Map<string, LeftOut>()
  const exclude = ({ path, reason }: Exclusion, files?: number) => {
    const known = leftOut.get(path)?.files
    const count = files === undefined ? known : (known ?? 0) + files
    leftOut.set(path, { path, reason, ...(count !== undefined && { files: count }) })
  }
  return {
    /** Returns whether a file is uploaded; records it as left out otherwise. */
    takes(path: string): boolean {
      const exclusion = exclusionOf(path)
      if (exclusion) exclude(exclusion, 1)
      return exclusion === undefined
    },
    /**
     * Returns whether a folder can contain files to upload; records it as left out otherwise, so that it need not be
     * read.
     */
    enters(folder: string): boolean {
      const exclusion = exclusionOf(`${folder}/`)
      if (exclusion) exclude(exclusion)
      return exclusion === undefined
    },
    leftOut: () => [...leftOut.values()],
  }
}

/**
 * Splits long work into short pieces: await the returned function between two steps, and it yields to the page after
 * `maxMs` milliseconds of work. It returns undefined while there is no need to yield.
 */
export function createYielder(maxMs = 15): () => Promise<void> | undefined {
  let begun = performance.now()
  const pause = async () => {
    await new Promise((resume) => setTimeout(resume))
    begun = performance.now()
  }
  return () => (performance.now() - begun < maxMs ? undefined : pause())
}

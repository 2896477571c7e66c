import { formatCount, sizeText } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import { isExcluded } from '#contract/projects/files.ts'
import {
  emptySubmodules,
  type LockedCommand,
  lockedCommands,
  mayHoldCommands,
  pointedSize,
  pointerBytes,
} from '#contract/projects/needed.ts'

import {
  type CheckedFiles,
  createYielder,
  emptyFoldersNote,
  type PickedFile,
  type Sized,
  someOf,
} from './checked-files.ts'

/**
 * Adds to the warnings what the picked files need and the upload does not bring: the files for which Git LFS has left a
 * pointer, the files of submodules, and lock files. A file that cannot be read is skipped.
 */
export async function withNeeded(checked: CheckedFiles<PickedFile>): Promise<CheckedFiles<PickedFile>> {
  const { files, emptyFolders, errors } = checked
  if (errors.length > 0) return checked
  const pointers = await pointersIn(files)
  const { submodules, commands } = await wordsIn(checked)
  const others = emptyFolders.filter((folder) => !submodules.includes(folder))
  const aboutAll = emptyFoldersNote(emptyFolders)
  return {
    ...checked,
    warnings: [
      ...pointersNotes(pointers),
      ...submodulesNote(submodules),
      ...commands.map(commandNote),
      // A file in the folder of a submodule would not help.
      ...checked.warnings.flatMap((note) => (aboutAll.includes(note) ? emptyFoldersNote(others) : [note])),
    ],
  }
}

/** The files that are read, and the bytes of each. */
const max = { pointers: 1000, texts: 200, bytes: 64 * 1024 }

/** A file that is a pointer, and the size in bytes of the file to which it points. */
interface Pointer extends Sized {
  pointedSize: number
}

async function pointersIn(files: readonly PickedFile[]): Promise<Pointer[]> {
  // No pointer is shorter than its fixed words and its hash.
  const small = files.filter(({ size }) => size > 100 && size < pointerBytes).sort((a, b) => a.size - b.size)
  const pointers: Pointer[] = []
  for await (const { path, size, text } of textsOf(small.slice(0, max.pointers))) {
    const pointed = pointedSize(text)
    if (pointed !== undefined) pointers.push({ path, size, pointedSize: pointed })
  }
  return pointers
}

/** A command that needs a lock file, and the files that say it. */
interface SaidCommand extends Omit<LockedCommand, 'index'> {
  places: string[]
}

/** The submodules without files, and the commands that cannot work, which the texts among the files name. */
async function wordsIn({ files, leftOut }: CheckedFiles<PickedFile>) {
  const paths = files.map(({ path }) => path)
  const all = [...paths, ...leftOut.map(({ path }) => path)]
  const texts = files
    .filter(({ path }) => isGitmodules(path) || mayHoldCommands(path))
    .sort((one, other) => depthOf(one) - depthOf(other))
  const submodules: string[] = []
  const commands = new Map<string, SaidCommand>()
  for await (const file of textsOf(texts.slice(0, max.texts))) {
    if (isGitmodules(file.path))
      submodules.push(...emptySubmodules(file, all).filter((name) => !isExcluded(`${name}/`)))
    else
      for (const { index: _, ...found } of lockedCommands(file, paths)) {
        const key = `${found.command} ${found.lock}`
        const said = commands.get(key) ?? { ...found, places: [] }
        commands.set(key, said)
        if (!said.places.includes(file.path)) said.places.push(file.path)
      }
  }
  return { submodules: [...new Set(submodules)], commands: [...commands.values()] }
}

const isGitmodules = (path: string) => /(?:^|\/)\.gitmodules$/.test(path)
const depthOf = ({ path }: Sized) => path.split('/').length

/** Yields files with the beginnings of their texts, some read at once; '' for one that cannot be read. */
async function* textsOf(files: readonly PickedFile[]) {
  const slice = createYielder()
  for (let next = 0; next < files.length; next += maxConcurrentReads) {
    const some = files.slice(next, next + maxConcurrentReads).map(async ({ path, size, file }) => {
      const text = await file
        .slice(0, max.bytes)
        .text()
        .catch(() => '')
      return { path, size, text }
    })
    for (const one of await Promise.all(some)) {
      yield one
      await slice()
    }
  }
}

/** The number of files that are read at once; more would block the page. */
const maxConcurrentReads = 20

function pointersNotes(pointers: readonly Pointer[]): string[] {
  const isTooLarge = (pointer: Pointer) => pointer.pointedSize > limits.fileBytes
  const small = pointers.filter((pointer) => !isTooLarge(pointer))
  return [
    ...pointersNote(small, `${inClone('git lfs pull')}, or put the whole content there.`),
    // What is fetched could not be uploaded.
    ...pointersNote(
      pointers.filter(isTooLarge),
      'Over 10 MB cannot be uploaded: put something smaller there, or say in the README where buyers get it.',
    ),
  ]
}

function pointersNote([first, ...others]: readonly Pointer[], advice: string): string[] {
  if (!first) return []
  const named = someOf(
    [first, ...others].map(({ path }) => path),
    maxPlaces,
  )
  return [
    others.length === 0
      ? `${named} is only a pointer of Git LFS (${sizeText(first.size)}), not the file of ${sizeText(first.pointedSize)}. ${advice}`
      : `${formatCount(others.length + 1)} files are only pointers of Git LFS, not the files themselves: ${named}. ${advice}`,
  ]
}

function submodulesNote(submodules: readonly string[]): string[] {
  if (submodules.length === 0) return []
  const named = someOf(submodules, maxPlaces)
  const advice = `${inClone('git submodule update --init')}.`
  return [
    submodules.length === 1
      ? `${named} is a submodule of Git, and its folder is empty. ${advice}`
      : `${formatCount(submodules.length)} submodules of Git have empty folders: ${named}. ${advice}`,
  ]
}

function commandNote({ command, lock, instead, places }: SaidCommand): string {
  const [say, advice] = [
    places.length === 1 ? 'says' : 'say',
    instead === undefined ? 'Take that file out of the line.' : `Write “${instead}”.`,
  ]
  const why = isExcluded(lock) ? 'lock files are never uploaded' : 'it is not among the files'
  return `${someOf(places, maxPlaces)} ${say} “${command}”, which needs ${lock}, and ${why}. ${advice}`
}

/** The places that a sentence names. */
const maxPlaces = 3

// What was downloaded as ZIP knows nothing of Git.
const inClone = (command: string) => `Run “${command}” in a clone of the repository and choose that folder`
